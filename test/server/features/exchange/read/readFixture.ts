import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DateOrder } from "../../../../../src/server/features/exchange/read/cellValues.ts";
import {
  detectFormat,
  type DetectedFormat,
} from "../../../../../src/server/features/exchange/read/detectFormat.ts";
import { read } from "../../../../../src/server/features/exchange/read/read.ts";
import type { Row } from "../../../../../src/server/features/exchange/read/rows.ts";

type Choice = NonNullable<Parameters<typeof detectFormat>[1]> & { readonly dates?: DateOrder };

export interface ReadFile {
  readonly known: DetectedFormat;
  readonly rows: readonly Row[];
  readonly dates: DateOrder | "unknown" | undefined;
}

/** What comes of a file whose bytes arrive so many at a time. */
export async function readBytes(
  bytes: Uint8Array,
  choice: Choice = {},
  atATime = 64 * 1024,
): Promise<ReadFile> {
  const known = await detectFormat(bytes.subarray(0, 256 * 1024), choice);
  const { dates } = choice;
  async function* open(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += atATime) yield bytes.subarray(at, at + atATime);
  }
  const reading = read(open, known, dates === undefined ? {} : { dates });
  const rows: Row[] = [];
  for await (const row of reading.rows) rows.push(row);
  return { known, rows, dates: reading.dates()?.order };
}

export function readText(text: string, choice: Choice = {}): Promise<ReadFile> {
  return readBytes(Buffer.from(text), choice);
}

export function fixture(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, "../fixtures", name));
}

export function readFixture(name: string, choice: Choice = {}): Promise<ReadFile> {
  return readBytes(fixture(name), choice);
}

/** The links, without what only says where they come from. */
export function links({ rows }: ReadFile) {
  return rows.flatMap((row) => {
    if (row.kind !== "link") return [];
    const { line: _, source: __, ...link } = row.link;
    return [link];
  });
}
