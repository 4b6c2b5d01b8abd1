import { Tokenizer, TokenType } from "@streamparser/json";
import { message } from "../../../../contract/messages/messages.ts";
import { type Bookmark, folderName, mostFolders, mostNames } from "./bookmarkRows.ts";
import { withEscapedMarks } from "./jsonRows.ts";
import { createTextPosition } from "./textPosition.ts";
import { longestRow, Unreadable } from "./unreadable.ts";

/** Firefox's own folders, by the ids that they have everywhere. */
const ownFolders: ReadonlySet<string> = new Set([
  "root________",
  "menu________",
  "toolbar_____",
  "unfiled_____",
  "mobile______",
]);
/** Holds each bookmark once more for each of its tags. */
const tagsFolder = "tags________";

const readKeys: ReadonlySet<string> = new Set(["guid", "title", "uri", "tags", "dateAdded"]);

/** An object that is open, or a list (null texts). */
interface Frame {
  readonly texts: Map<string, string> | null;
  /** Its title as a folder's name, once a bookmark in it has asked for it. */
  name?: string;
  readonly line: number;
  /** Of the value that comes next. */
  key: string | null;
}

function folderNames(frames: readonly Frame[]): readonly string[] {
  const named = frames.filter(
    ({ texts }) => (texts?.get("title") ?? "") !== "" && !ownFolders.has(texts?.get("guid") ?? ""),
  );
  return named
    .slice(0, mostNames)
    .map((frame) => (frame.name ??= folderName(frame.texts?.get("title") ?? "")));
}

/** The bookmarks of Firefox's backup in JSON, a list for each piece of the file. */
export async function* firefoxRows(pieces: AsyncIterable<Buffer>): AsyncGenerator<{
  readonly rows: readonly Bookmark[];
  readonly cut?: { readonly line: number };
}> {
  const position = createTextPosition();
  const tokenizer = new Tokenizer();
  const frames: Frame[] = [];
  let rows: Bookmark[] = [];
  let tokenAt = 0;
  let written = 0;

  const where = () => ({ line: position.line, column: String(position.column) });

  function close(frame: Frame): void {
    const uri = frame.texts?.get("uri");
    if (uri === undefined || frames.some(({ texts }) => texts?.get("guid") === tagsFolder)) return;
    rows.push({
      address: uri,
      name: frame.texts?.get("title") ?? "",
      folders: folderNames(frames),
      tags: frame.texts?.get("tags") ?? "",
      added: frame.texts?.get("dateAdded") ?? "",
      note: "",
      line: frame.line,
    });
  }

  function begin(isObject: boolean, offset: number): void {
    position.moveTo(offset);
    // Each folder is an object in a list.
    if (frames.length > 2 * mostFolders) {
      throw new Unreadable(message("file.deepFolders", { most: mostFolders }), where());
    }
    frames.push({ texts: isObject ? new Map() : null, line: position.line, key: null });
  }

  function end(): void {
    const frame = frames.pop();
    const above = frames.at(-1);
    if (above !== undefined) above.key = null;
    if (frame !== undefined) close(frame);
  }

  /** A key, or the value that it names. */
  function take(value: unknown): void {
    const top = frames.at(-1);
    if (top?.texts == null) return;
    if (top.key === null) {
      top.key = String(value);
      return;
    }
    const isText = typeof value === "string" || typeof value === "number";
    if (isText && readKeys.has(top.key)) top.texts.set(top.key, String(value));
    if (top.key === "title") delete top.name;
    top.key = null;
  }

  tokenizer.onToken = ({ token, value, offset }) => {
    tokenAt = offset;
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) {
      begin(token === TokenType.LEFT_BRACE, offset);
    } else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) {
      end();
    } else if (token !== TokenType.COLON && token !== TokenType.COMMA) {
      take(value);
    }
  };

  for await (const sent of pieces) {
    const piece = withEscapedMarks(sent);
    position.add(piece);
    try {
      tokenizer.write(piece);
    } catch (error) {
      if (error instanceof Unreadable) throw error;
      position.moveTo(tokenAt);
      throw new Unreadable(message("file.noJson"), where());
    }
    written += piece.length;
    if (written - tokenAt > longestRow) {
      position.moveTo(tokenAt + longestRow);
      throw new Unreadable(message("file.longValue"), where());
    }
    const batch = rows;
    rows = [];
    if (batch.length > 0) yield { rows: batch };
  }
  if (frames.length === 0) return;
  position.moveTo(written);
  yield { rows: [], cut: { line: position.line } };
}
