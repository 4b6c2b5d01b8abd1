import type { OpenSet } from "../../store/store.ts";
import { undoHint } from "../jobs/jobs.ts";
import type { Outcome } from "./importedLinks.ts";
import type { Format } from "./read/formats.ts";
import type { ImportedLink } from "./read/rows.ts";

/** Short addresses that are told, of links that had a password. */
const mostTold = 1000;

interface Counts {
  rows(): number;
  result(): Record<OutcomeName, number> & {
    readonly hadPassword: readonly string[];
    readonly pixelsLeftOut: number;
  };
}

type OutcomeName = Outcome["is"];

/** What rows have come to; those of a commit are added to the others once it is safe. */
export function createImportCounts(format: Format) {
  const counts = { imported: 0, skipped: 0, renamed: 0, overwritten: 0, unchanged: 0, invalid: 0 };
  const outcomes = [
    "imported",
    "skipped",
    "renamed",
    "overwritten",
    "unchanged",
    "invalid",
  ] as const;
  let rows = 0;
  let pixelsLeftOut = 0;
  const hadPassword: string[] = [];
  return {
    take(outcome: Outcome, link: ImportedLink): void {
      rows += 1;
      counts[outcome.is] += 1;
      if (link.hadPassword === true && "record" in outcome) hadPassword.push(outcome.record.alias);
    },
    leavePixels(links: number): void {
      pixelsLeftOut += links;
    },
    skip(): void {
      rows += 1;
      counts.skipped += 1;
    },
    refuse(): void {
      rows += 1;
      counts.invalid += 1;
    },
    add(others: Counts): void {
      rows += others.rows();
      const more = others.result();
      pixelsLeftOut += more.pixelsLeftOut;
      for (const outcome of outcomes) counts[outcome] += more[outcome];
      hadPassword.push(...more.hadPassword.slice(0, mostTold - hadPassword.length));
    },
    rows: () => rows,
    result: () => ({ format, ...counts, clicks: 0, pixelsLeftOut, hadPassword: [...hadPassword] }),
    message(set: OpenSet | undefined): string {
      const { imported, renamed, overwritten, skipped, unchanged, invalid } = counts;
      const told = [
        [imported, "imported"],
        [
          renamed,
          "imported under another short address: printed codes of the old one won't lead here",
        ],
        [overwritten, "overwritten"],
        [pixelsLeftOut, "without their pixels"],
        [skipped, "skipped"],
        [unchanged, "there already"],
        [invalid, "can't come"],
      ] as const;
      const parts = told.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
      const what = parts.length === 0 ? "Nothing was changed" : parts.join(", ");
      const isChanged = imported + renamed + overwritten > 0;
      const hint = set === undefined || !isChanged ? "" : ` ${undoHint(set.id)}`;
      return `${what}.${hint}`;
    },
  };
}
