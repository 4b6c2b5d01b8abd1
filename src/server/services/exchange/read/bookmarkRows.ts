import { say } from "../../../sentences/sentences.ts";
import { Parser } from "htmlparser2";
import { createPlaces } from "./places.ts";
import { longestRow, Unreadable } from "./unreadable.ts";

export interface Bookmark {
  readonly address: string;
  readonly name: string;
  /** From the outermost to its own. */
  readonly folders: readonly string[];
  /** As the file writes it: Unix seconds. */
  readonly added: string;
  /** Tags that some browsers write beside it. */
  readonly tags: string;
  readonly line: number;
}

const mostFolders = 100;
const rootMarks = ["personal_toolbar_folder", "unfiled_bookmarks_folder"];

/** The bookmarks of a browser's export as they come, a list for each piece of the file. */
export async function* bookmarkRows(pieces: AsyncIterable<Buffer>): AsyncGenerator<{
  readonly rows: readonly Bookmark[];
  readonly cut?: { readonly line: number };
}> {
  const places = createPlaces();
  let rows: Bookmark[] = [];
  let lists: (string | null)[] = [];
  let heading: string | null = null;
  let isRoot = false;
  let text: string | null = null;
  let open: Omit<Bookmark, "name"> | null = null;
  let line = 1;
  let isDeep = false;
  let events = 0;

  const parser = new Parser({
    onopentag(name, attributes) {
      events += 1;
      if (name === "dl") {
        lists.push(heading);
        heading = null;
        isDeep ||= lists.length > mostFolders;
      }
      if (name === "h3" || name === "a") text = "";
      // The browser's own folders are no one's choice of words.
      if (name === "h3") isRoot = rootMarks.some((mark) => mark in attributes);
      if (name !== "a") return;
      open = {
        address: attributes["href"] ?? "",
        added: attributes["add_date"] ?? "",
        tags: attributes["tags"] ?? "",
        folders: lists.flatMap((folder) => folder ?? []),
        line,
      };
    },
    ontext(part) {
      if (text !== null) text += part;
    },
    onclosetag(name) {
      events += 1;
      const said = (text ?? "").trim();
      if (name === "dl") lists = lists.slice(0, -1);
      if (name === "h3") heading = isRoot ? null : said;
      if (name === "a" && open !== null) rows.push({ ...open, name: said });
      if (name === "h3" || name === "a") text = null;
      if (name === "a") open = null;
    },
  });

  let written = 0;
  let progress = 0;
  let isMarkedUp = false;
  for await (const piece of pieces) {
    places.add(piece);
    // A line at a time: lists of bookmarks are written so, and tags don't say their place in bytes.
    let at = 0;
    while (at < piece.length) {
      const next = piece.indexOf(10, at);
      const stop = next === -1 ? piece.length : next + 1;
      line = places.line;
      const before = events;
      parser.write(piece.toString("utf8", at, stop));
      places.moveTo(written + stop);
      if (events > before) progress = written + stop;
      at = stop;
    }
    written += piece.length;
    isMarkedUp ||= lists.length > 0;
    const where = { line: places.line, column: String(places.column) };
    if (isDeep) throw new Unreadable(say("file.deepFolders", { most: mostFolders }), where);
    if (written - progress > longestRow) {
      throw new Unreadable(say("file.noBookmark"), where);
    }
    const taken = rows;
    rows = [];
    if (taken.length > 0) yield { rows: taken };
  }
  const isCut = open !== null || lists.length > 0;
  parser.end();
  if (isCut) yield { rows: [], cut: { line: places.line } };
}
