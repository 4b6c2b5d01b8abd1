import { bounds } from "../../../../contract/fields/bounds.ts";
import { message } from "../../../../contract/messages/messages.ts";
import { parse, type CsvError } from "csv-parse";
import { cutCharacter } from "./decode.ts";
import { createTextPosition } from "./textPosition.ts";
import { longestRow, Unreadable } from "./unreadable.ts";

/** How a table is written. */
export interface Shape {
  readonly delimiter: string;
  /** Whether quotes hold cells together; some exports write none, and mean them as they stand. */
  readonly isQuoted: boolean;
  /** Lines before the table: `sep=;` of spreadsheets. */
  readonly linesBefore: number;
}

export interface TableRecord {
  readonly cells: readonly string[];
  /** Line it begins in, from 1. */
  readonly line: number;
  /** The file ends inside of it for certain, or its last line has no end and may be cut. */
  readonly cut?: "inside" | "perhaps";
}

function isNotClosed(error: unknown): boolean {
  // Thrown by csv-parse, whose class names its faults.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return error instanceof Error && (error as CsvError).code === "CSV_QUOTE_NOT_CLOSED";
}

/** Delimiters of one row, in cells with quotes too. No text has as many, and a cell takes more memory than a byte. */
const mostDelimiters = longestRow / 8;

function countOf(byte: number, piece: Buffer): number {
  let count = 0;
  for (const one of piece) if (one === byte) count += 1;
  return count;
}

/**
 * The rows of a table as they come, a list for each piece of the file; empty lines are none. A row
 * of more than {@link longestRow} bytes is refused before more of it is kept.
 */
export async function* tableRecords(
  pieces: AsyncIterable<Buffer>,
  { delimiter, isQuoted, linesBefore }: Shape,
): AsyncGenerator<readonly TableRecord[]> {
  let found: { cells: string[]; end: number }[] = [];
  const first = { records: 0 };
  const parser = parse({
    delimiter,
    quote: isQuoted ? '"' : null,
    escape: isQuoted ? '"' : null,
    record_delimiter: ["\r\n", "\n", "\r"],
    from_line: linesBefore + 1,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (cells: string[], { bytes }) => {
      found.push({ cells, end: bytes });
      // The length of the first record is expected of the others, and another one makes an error
      // that nobody reads, which takes ten times as long as the record. So each is the first.
      Object.assign(parser.info, first);
      return null;
    },
  });
  // Told to whoever waits for the write, too.
  parser.on("error", () => {});
  const position = createTextPosition();
  let written = 0;
  let progress = 0;
  let lastByte = 0;
  /** Of the pieces in which no row ended. */
  let delimiters = 0;

  const writtenDown = (piece: Buffer) =>
    new Promise<void>((resolve, reject) => {
      parser.write(piece, (error) => (error ? reject(error) : resolve()));
    });
  const ended = () =>
    new Promise<void>((resolve, reject) => {
      parser.once("error", reject);
      parser.end(resolve);
    });

  function takeRecords(): TableRecord[] {
    const records = found.map(({ cells, end }) => {
      position.skipBreaks();
      const { line } = position;
      position.moveTo(end);
      return { cells, line };
    });
    found = [];
    return records;
  }

  let skipped = 0;
  for await (const piece of pieces) {
    position.add(piece);
    await writtenDown(piece);
    written += piece.length;
    lastByte = piece.at(-1) ?? lastByte;
    const records = takeRecords();
    if (records.length > 0 || parser.info.empty_lines > skipped) progress = written;
    skipped = parser.info.empty_lines;
    delimiters = written > progress ? delimiters + countOf(delimiter.charCodeAt(0), piece) : 0;
    if (delimiters > mostDelimiters) {
      position.skipBreaks();
      const most = bounds.keys;
      throw new Unreadable(message("file.manyColumns", { most, columns: delimiters + 1 }), {
        line: position.line,
        column: String(most + 1),
      });
    }
    if (written - progress > longestRow) {
      position.skipBreaks();
      const begins = position.line;
      position.moveTo(position.offset + longestRow);
      const where = { line: position.line, column: String(position.column) };
      throw new Unreadable(
        position.line === begins ? message("file.longLine") : message("file.longRow", { begins }),
        where,
      );
    }
    if (records.length > 0) yield records;
  }
  try {
    await ended();
  } catch (error) {
    if (!isNotClosed(error)) throw error;
    const records = takeRecords();
    position.skipBreaks();
    yield [...records, { cells: [], line: position.line, cut: "inside" }];
    return;
  }
  const records = takeRecords();
  const last = records.pop();
  if (last === undefined) return;
  const isOpen = lastByte !== 10 && lastByte !== 13;
  const isCut = last.cells.at(-1)?.endsWith(cutCharacter) === true;
  yield [...records, isOpen ? { ...last, cut: isCut ? "inside" : "perhaps" } : last];
}
