import { message } from "../../../../contract/messages/messages.ts";
import { Parser } from "htmlparser2";
import { normalized } from "../../../../contract/fields/normalized.ts";
import { createTextPosition } from "./textPosition.ts";
import { longestRow, Unreadable } from "./unreadable.ts";

export interface Bookmark {
  readonly address: string;
  readonly name: string;
  /** From the outermost to its own. */
  readonly folders: readonly string[];
  /** As the file writes it. */
  readonly added: string;
  readonly note: string;
  /** Tags that some browsers write beside it. */
  readonly tags: string;
  readonly line: number;
}

export const mostFolders = 100;
/** Elements of any kind that are open at once. */
const mostOpen = 2000;
/** A link has 20 tags of 50 characters: one more of each tells the import that something was cut. */
export const mostNames = 21;
const longestName = 51;
/** Characters of a text that are looked at: a link keeps less of any. */
const longestText = 65_536;
const rootMarks = ["personal_toolbar_folder", "unfiled_bookmarks_folder"];

/** Normalized before the cut, because marks that are written by themselves make a name longer. */
export function folderName(text: string): string {
  return normalized(text.slice(0, 1000)).slice(0, longestName);
}

/** linkding writes notes behind the description, between marks. */
function plainNote(note: string): string {
  return note
    .slice(0, longestText)
    .replaceAll(/\[\/?linkding-notes\]/g, "\n\n")
    .trim();
}

/** The bookmarks of a browser's export as they come, a list for each piece of the file. */
export async function* bookmarkRows(pieces: AsyncIterable<Buffer>): AsyncGenerator<{
  readonly rows: readonly Bookmark[];
  readonly cut?: { readonly line: number };
}> {
  const position = createTextPosition();
  let rows: Bookmark[] = [];
  let lists: (string | null)[] = [];
  let heading: string | null = null;
  let isRoot = false;
  let text: string | null = null;
  let open: Omit<Bookmark, "name" | "note"> | null = null;
  /** Whole but for its note, which comes behind it. */
  let noted: Omit<Bookmark, "note"> | null = null;
  let note: string | null = null;
  let isDeep = false;
  let isNested = false;
  let openElements = 0;
  let events = 0;
  /** The piece that is being read, where it starts in characters, and how far its lines are counted. */
  let piece = { text: "", start: 0, counted: 0 };

  /** Line of the tag that the parser has just met, or of the piece that ends it. */
  function lineHere(): number {
    const at = Math.max(piece.counted, parser.startIndex - piece.start);
    const skipped = piece.text.slice(piece.counted, at);
    piece.counted = at;
    position.moveTo(position.offset + Buffer.byteLength(skipped));
    return position.line;
  }

  function settle(): void {
    if (noted !== null) rows.push({ ...noted, note: plainNote(note ?? "") });
    noted = null;
    note = null;
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      events += 1;
      openElements += 1;
      isNested ||= openElements > mostOpen;
      if (name === "dd" && noted !== null) note = "";
      else if (name === "a" || name === "dl" || name === "dt" || name === "h3") settle();
      if (name === "dl") {
        lists.push(heading);
        heading = null;
        isDeep ||= lists.length > mostFolders;
      }
      if (name === "h3" || name === "a") text = "";
      // The browser's own folders are no one's choice of words.
      if (name === "h3") isRoot = rootMarks.some((mark) => mark in attributes);
      if (name !== "a") return;
      const named = lists.filter((folder) => folder !== null);
      open = {
        address: attributes["href"] ?? "",
        // Pocket has a name of its own for it.
        added: attributes["add_date"] ?? attributes["time_added"] ?? "",
        tags: (attributes["tags"] ?? "").slice(0, longestText),
        folders: named.slice(0, mostNames),
        line: lineHere(),
      };
    },
    ontext(part) {
      if (text !== null && text.length < longestText) text += part;
      if (note !== null && note.length < longestText) note += part;
    },
    onclosetag(name) {
      events += 1;
      openElements -= 1;
      const trimmed = (text ?? "").slice(0, longestText).trim();
      if (name === "dl") lists.pop();
      if (name === "h3") heading = isRoot ? null : folderName(trimmed);
      if (name === "dd" || name === "dl") settle();
      if (name === "a" && open !== null) {
        settle();
        noted = { ...open, name: trimmed };
      }
      if (name === "h3" || name === "a") text = null;
      if (name === "a") open = null;
    },
  });

  let written = 0;
  let progress = 0;
  for await (const bytes of pieces) {
    position.add(bytes);
    piece = { text: bytes.toString(), start: piece.start + piece.text.length, counted: 0 };
    const before = events;
    parser.write(piece.text);
    written += bytes.length;
    position.moveTo(written);
    if (events > before) progress = written;
    const where = { line: position.line, column: String(position.column) };
    if (isDeep) throw new Unreadable(message("file.deepFolders", { most: mostFolders }), where);
    if (isNested) throw new Unreadable(message("file.deepValues", { most: mostOpen }), where);
    if (written - progress > longestRow) {
      throw new Unreadable(message("file.noBookmark"), where);
    }
    const batch = rows;
    rows = [];
    if (batch.length > 0) yield { rows: batch };
  }
  const isCut = open !== null || lists.length > 0;
  settle();
  if (rows.length > 0) yield { rows };
  parser.end();
  if (isCut) yield { rows: [], cut: { line: position.line } };
}
