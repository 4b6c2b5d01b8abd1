import { z } from "zod";
import { socialPlatforms } from "../../../contract/fields/socialPlatforms.ts";
import { mostValues } from "../boundedJson.ts";
import { seal, unsealed } from "../lines.ts";
import { type ClickRecord, clickRecord } from "../records.ts";
import type { DrainedClicks } from "../store.ts";
import { clickLine, linesTogether } from "../clicks/clickLine.ts";

/** Up to where the clicks of a mirror's database are taken. */
export interface TakenMark {
  readonly database: string;
  readonly upTo: number;
  /** When they were taken; milliseconds since 1970. */
  readonly takenAt: number;
}

/** Clicks of a mirror that are written with one checksum: all of them count, or none. */
export interface TakenGroup {
  readonly clicks: readonly ClickRecord[];
  readonly mark: TakenMark;
}

/** Characters; the log's own lines are a tenth of it. */
const longestLine = 4096;
/** Milliseconds. */
const day = 86_400_000;

/**
 * The groups of what a mirror handed over, each with its own mark: a group of one day goes as a whole
 * when its day is to be forgotten.
 */
export function groupsOf(
  drained: DrainedClicks,
  takenUpTo: number,
  {
    clock,
    isKnown,
  }: {
    readonly clock: () => number;
    /** A folder that was put back knows nothing of later links, and gives their ids to others. */
    readonly isKnown: (click: ClickRecord) => boolean;
  },
): TakenGroup[] {
  const { database, upTo, lines } = drained;
  const now = clock();
  const groups: TakenGroup[] = [];
  let clicks: ClickRecord[] = [];
  let last = takenUpTo;
  const close = (mark: number) => {
    if (clicks.length > 0) groups.push({ clicks, mark: { database, upTo: mark, takenAt: now } });
    clicks = [];
  };
  for (const [id, line] of lines) {
    if (!isNew(id, last, upTo)) continue;
    const click = clickOf(line, now);
    if (click === null || !isKnown(click)) continue;
    const [first] = clicks;
    if (clicks.length === linesTogether || (first && dayOf(first) !== dayOf(click))) close(last);
    clicks.push(click);
    last = id;
  }
  close(upTo);
  return groups;
}

/** Whether an id comes behind the last one taken; what is no number is none. */
export function isNew(id: number, last: number, upTo: number): boolean {
  return Number.isSafeInteger(id) && id > last && id <= upTo;
}

function dayOf({ at }: ClickRecord): number {
  return Math.floor(at / day);
}

/** Each new always-on copy has a database of its own, and few have had more than one; letters of its name. */
const mostDatabases = 100;
const longestDatabase = 100;

/** Notes up to where a database's clicks are taken; of many databases the latest. */
export function noteTaken(
  taken: Map<string, number>,
  { database, upTo }: Pick<TakenMark, "database" | "upTo">,
): void {
  if (database.length > longestDatabase) return;
  const all = Math.max(upTo, taken.get(database) ?? 0);
  taken.delete(database);
  taken.set(database, all);
  const [oldest = ""] = taken.keys();
  if (taken.size > mostDatabases) taken.delete(oldest);
}

/** Letters of a text: names and hosts are shorter, and what is counted by name stays in memory. */
const longestText = 260;
const shortText = z.string().max(longestText).optional().catch(undefined);
/** Of a browser, a system or a device; the names that are read from visits are shorter. */
const shortName = z.string().max(40).optional().catch(undefined);
const countryCode = z
  .string()
  .regex(/^(?:[A-Z]{2})?$/)
  .optional()
  .catch(undefined);

/** A click as a copy tells it: what no Worker of ours writes is left out. */
const takenClick = clickRecord.safeExtend({
  visitor: shortText,
  // Without it, a bot would be a visitor.
  bot: z
    .string()
    .transform((name) => name.slice(0, longestText))
    .optional(),
  country: countryCode,
  browser: shortName,
  os: shortName,
  device: shortName,
  referrer: shortText,
  social: z.enum(socialPlatforms).optional().catch(undefined),
  language: shortText,
  rule: shortText,
  variant: shortText,
});

/** Null: it is no click. What would be a day ahead of this computer's clock is of now. */
function clickOf(line: string, now: number): ClickRecord | null {
  if (line.length > longestLine) return null;
  const { data } = takenClick.safeParse(unsealed(Buffer.from(line), mostValues.click));
  if (data === undefined) return null;
  return data.at > now + day ? { ...data, at: now } : data;
}

/** The lines of a group, sealed; its mark stands in the last. */
export function sealedGroup({ clicks, mark }: TakenGroup): string {
  const lines = clicks.map(clickLine).join("\n");
  const { database, upTo, takenAt } = mark;
  const marked = `"mirror":${JSON.stringify(database)},"upTo":${upTo},"takenAt":${takenAt}`;
  return seal(`${lines.slice(0, -1)},${marked}}`);
}

/** The mark that a line of the log carries; null: it is of no mirror, or not the last of its group. */
export function markIn(line: unknown): TakenMark | null {
  if (typeof line !== "object" || line === null) return null;
  const { mirror, upTo, takenAt }: { mirror?: unknown; upTo?: unknown; takenAt?: unknown } = line;
  return typeof mirror === "string" && typeof upTo === "number" && typeof takenAt === "number"
    ? { database: mirror, upTo, takenAt }
    : null;
}
