import type { ImportFormat } from "../../../contract/changes/imports.ts";
import type { ImportResult } from "../../../contract/changes/jobResults.ts";
import type { OpenSet } from "../../store/store.ts";
import { undoHint } from "../jobs/jobs.ts";
import type { Outcome } from "./rowToLink.ts";
import type { ImportedLink } from "./read/rows.ts";

/** Short addresses that are told, of links that had a password. */
const maxListed = 1000;

interface Counts {
  rows(): number;
  result(): ImportResult;
}

/** What rows are counted as, in the words of a job's message. */
const words = {
  clicks: "clicks counted",
  imported: "imported",
  renamed: "imported with another alias, so printed QR codes of the old one won't work",
  overwritten: "overwritten",
  pixelsLeftOut: "imported without pixels",
  campaignsLeftOut: "imported without their public campaign",
  statisticsLeftOut: "imported without public statistics",
  namesLeftOut:
    "imported without some tags, channels, campaigns or pixels, because the file has too many",
  skipped: "skipped",
  unchanged: "already there",
  invalid: "not imported",
} as const;

type Counted = keyof typeof words;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object above
const counted = Object.keys(words) as readonly Counted[];

/** What rows have come to; those of a commit are added to the others once it is safe. */
export function createImportCounts(format: ImportFormat) {
  const counts: Record<Counted, number> = {
    clicks: 0,
    imported: 0,
    renamed: 0,
    overwritten: 0,
    pixelsLeftOut: 0,
    campaignsLeftOut: 0,
    statisticsLeftOut: 0,
    namesLeftOut: 0,
    skipped: 0,
    unchanged: 0,
    invalid: 0,
  };
  let rows = 0;
  const hadPassword: string[] = [];

  function count(as: Outcome["is"] | "clicks", more = 1): void {
    rows += more;
    counts[as] += more;
  }

  return {
    count,
    take(outcome: Outcome, link: ImportedLink): void {
      count(outcome.is);
      if (link.hadPassword === true && "record" in outcome) hadPassword.push(outcome.record.alias);
    },
    leaveOut(what: Extract<Counted, `${string}LeftOut`>, links: number): void {
      counts[what] += links;
    },
    add(others: Counts): void {
      rows += others.rows();
      const more = others.result();
      for (const name of counted) counts[name] += more[name];
      hadPassword.push(...more.hadPassword.slice(0, maxListed - hadPassword.length));
    },
    rows: () => rows,
    result: (): ImportResult => ({ format, ...counts, hadPassword: [...hadPassword] }),
    message(set: OpenSet | undefined): string {
      const parts = counted
        .filter((name) => counts[name] > 0)
        .map((name) => `${counts[name]} ${words[name]}`);
      const what = parts.length === 0 ? "Nothing was changed" : parts.join(", ");
      const { imported, renamed, overwritten, clicks } = counts;
      const isChanged = imported + renamed + overwritten + clicks > 0;
      const hint = set === undefined || !isChanged ? "" : ` ${undoHint(set.id)}`;
      return `${what}.${hint}`;
    },
  };
}
