import { z } from "zod";
import { mostValues, parseBounded } from "../../store/boundedJson.ts";
import { type ClickRecord, clickRecord } from "../../store/records.ts";

/** A click that was counted elsewhere, known by the hash of its row. */
export interface ImportedClickLine extends ClickRecord {
  readonly id: string;
  readonly link: number;
  readonly imported: true;
}

/** Clicks of a link that are too old for lines of their own; their rows are known all the same. */
interface SumLine {
  readonly link: number;
  readonly clicks: number;
  readonly bots: number;
  readonly ids: readonly string[];
}

export type ImportedLine = ImportedClickLine | SumLine;

export function sumsOf(clicks: readonly ImportedClickLine[]): SumLine[] {
  return [...Map.groupBy(clicks, ({ link }) => link)].map(([link, all]) => ({
    link,
    clicks: all.filter(({ bot }) => bot === undefined).length,
    bots: all.filter(({ bot }) => bot !== undefined).length,
    ids: all.map(({ id }) => id),
  }));
}

/** As `nameOf` gives it to a row. */
const rowId = z.string().regex(/^[\w-]{22}$/);
const clickLine = clickRecord.and(
  z.object({ id: rowId, link: z.int().positive(), imported: z.literal(true) }),
);
const sumLine = z
  .object({
    link: z.int().positive(),
    clicks: z.int().nonnegative(),
    bots: z.int().nonnegative(),
    ids: z.array(rowId),
  })
  .refine(({ clicks, bots, ids }) => ids.length === clicks + bots);
const anyLine = z.union([sumLine, clickLine]);

/** Null: no line of an import. */
export function parsedLine(line: string): ImportedLine | null {
  try {
    return anyLine.safeParse(parseBounded(line, mostValues.click)).data ?? null;
  } catch {
    return null;
  }
}
