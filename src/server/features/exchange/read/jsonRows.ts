import { type Message, message } from "../../../../contract/messages/messages.ts";
import { Tokenizer, TokenParser, TokenType } from "@streamparser/json";
import { createTextPosition } from "./textPosition.ts";
import { longestRow, Unreadable } from "./unreadable.ts";
import { errorText } from "../../../../util/errorText.ts";

export interface JsonRow {
  readonly value: unknown;
  /** Line it begins in, from 1. */
  readonly line: number;
}

/** A list at the top, or the one below a name at the top. */
export type JsonPath = "$.*" | `$.${string}.*`;

const deepest = 50;

const depthOf = new Map([
  [TokenType.LEFT_BRACE, 1],
  [TokenType.LEFT_BRACKET, 1],
  [TokenType.RIGHT_BRACE, -1],
  [TokenType.RIGHT_BRACKET, -1],
]);

/** Where the tokenizer says that it stumbled, in bytes; of a token out of place it is told nothing. */
function positionIn(reason: string): number | undefined {
  const position = /absolute position "(\d+)"/.exec(reason)?.[1];
  return position === undefined ? undefined : Number(position);
}

/**
 * The tokenizer decodes each run of characters beyond ASCII by itself, and takes a mark at its
 * beginning for one of the whole file's: a second one stays.
 */
export function withEscapedMarks(piece: Buffer): Buffer {
  return piece.includes("\uFEFF")
    ? Buffer.from(piece.toString().replaceAll(/(^|\p{ASCII})\uFEFF/gu, "$1\uFEFF\uFEFF"))
    : piece;
}

/**
 * The items of one list of a JSON file as they come, a list for each piece of the file. Ends with
 * `cut` where the file ends before the list does.
 */
export async function* jsonRows(
  pieces: AsyncIterable<Buffer>,
  path: JsonPath,
): AsyncGenerator<{ readonly rows: readonly JsonRow[]; readonly cut?: { readonly line: number } }> {
  const position = createTextPosition();
  const rowDepth = path.split(".").length - 1;
  const tokenizer = new Tokenizer();
  const parser = new TokenParser({ paths: [path], keepStack: false });
  let rows: JsonRow[] = [];
  let depth = 0;
  let line = 1;
  let tokenAt = 0;
  let written = 0;
  /** Where the last value of a list ended, whether it is a row or another list's. */
  let progress = 0;

  function failAt(offset: number, reason: Message): never {
    position.moveTo(offset);
    throw new Unreadable(reason, { line: position.line, column: String(position.column) });
  }

  tokenizer.onToken = (token) => {
    tokenAt = token.offset;
    const deeper = depthOf.get(token.token) ?? 0;
    if (depth === rowDepth && deeper >= 0 && token.token !== TokenType.COMMA) {
      position.moveTo(token.offset);
      line = position.line;
    }
    depth += deeper;
    if (depth <= rowDepth) progress = token.offset;
    if (depth > deepest) {
      failAt(token.offset, message("file.deepValues", { most: deepest }));
    }
    parser.write(token);
  };
  parser.onValue = ({ value }) => {
    rows.push({ value, line });
  };

  const stumbled = (error: unknown): never => {
    if (error instanceof Unreadable) throw error;
    const reason = errorText(error);
    return failAt(positionIn(reason) ?? tokenAt, message("file.noJson"));
  };

  for await (const sent of pieces) {
    const piece = withEscapedMarks(sent);
    position.add(piece);
    try {
      tokenizer.write(piece);
    } catch (error) {
      stumbled(error);
    }
    written += piece.length;
    if (written - progress > longestRow) {
      failAt(progress + longestRow, message("file.longValue"));
    }
    const batch = rows;
    rows = [];
    if (batch.length > 0) yield { rows: batch };
  }
  const isWhole = depth === 0 && parser.isEnded;
  if (isWhole) return;
  position.moveTo(written);
  yield { rows: [], cut: { line: position.line } };
}
