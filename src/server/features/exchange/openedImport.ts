import type { KnownFile, ReadRow } from "./fileMessages.ts";
import type { Format } from "./read/formats.ts";
import type { Reading } from "./read/read.ts";

/** How a file is read; what is absent is as it looks. */
export interface ReadingChoice {
  readonly format?: Format | undefined;
  /** Column → field; "none" leaves the column out. */
  readonly mapping?: Readonly<Record<string, string>> | undefined;
  readonly dates?: "day first" | "month first" | undefined;
  /** For all links, whatever the file says: a registered domain or the service's own address. */
  readonly domain?: string | undefined;
}

/** The same as the thread reads it. */
export interface OpenedReading extends Omit<Reading, "rows"> {
  readonly rows: AsyncIterable<ReadRow>;
}

/** A file, and how it is read. */
export interface Opened {
  readonly known: KnownFile;
  readonly reading: OpenedReading;
  /** That have been read. */
  readonly bytes: () => number;
}

/** The column that a field of a link is read from, to tell where a fault is. */
export function columnOf(reading: Pick<Reading, "columnOf">, field: string | null): string | null {
  if (field === "url") return reading.columnOf("url");
  return field === "custom" ? (reading.columnOf("custom") ?? reading.columnOf("short")) : null;
}

/** A sentence about a column's value. */
export function sentenceOf(column: string | null, message: string): string {
  if (column === null) return message;
  return /^\p{Lu}/u.test(message) ? `${column}: ${message}` : `${column} ${message}`;
}
