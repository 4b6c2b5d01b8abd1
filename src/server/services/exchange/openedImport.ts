import type { ImportedFile, ImportedFiles } from "./importedFile.ts";
import { examine, type Known } from "./read/examine.ts";
import type { Format } from "./read/formats.ts";
import { read, type Reading } from "./read/read.ts";

/** How a file is read; what is absent is as it looks. */
export interface ReadingChoice {
  readonly format?: Format | undefined;
  /** Column → field; "none" leaves the column out. */
  readonly mapping?: Readonly<Record<string, string>> | undefined;
  readonly dates?: "day first" | "month first" | undefined;
  /** For all links, whatever the file says: a registered domain or the service's own address. */
  readonly domain?: string | undefined;
}

/** A file, and how it is read. */
export interface Opened {
  readonly known: Known;
  readonly reading: Reading;
  /** That have been read. */
  readonly bytes: () => number;
}

export async function openImport(
  files: Pick<ImportedFiles, "head" | "content">,
  file: ImportedFile,
  choice: ReadingChoice,
): Promise<Opened> {
  const { format, mapping, dates } = choice;
  const columns = Object.entries(mapping ?? {}).map(([column, field]): [string, string | null] => [
    column,
    field === "none" ? null : field,
  ]);
  const known = await examine(await files.head(file), {
    name: file.name,
    ...(format !== undefined && { format }),
    ...(mapping !== undefined && { mapping: Object.fromEntries(columns) }),
  });
  let bytes = 0;
  async function* counted(): AsyncIterable<Uint8Array> {
    let own = 0;
    for await (const piece of files.content(file)) {
      own += piece.length;
      bytes = Math.max(bytes, own);
      yield piece;
    }
  }
  const reading = read(counted, known, { ...(dates !== undefined && { dates }) });
  return { known, reading, bytes: () => bytes };
}

/** The column that a field of a link is read from, to tell where a fault is. */
export function columnOf(reading: Reading, field: string | null): string | null {
  if (field === "url") return reading.columnOf("url");
  return field === "custom" ? (reading.columnOf("custom") ?? reading.columnOf("short")) : null;
}

/** A sentence about a column's value. */
export function sentenceOf(column: string | null, message: string): string {
  if (column === null) return message;
  return /^\p{Lu}/u.test(message) ? `${column}: ${message}` : `${column} ${message}`;
}
