import { markColors } from "../../../contract/fields/markColors.ts";
import { isHexColor } from "../../../util/contrast.ts";
import type { ViewRecord } from "../../store/records.ts";
import type { Table } from "../../store/store.ts";
import { createPauses, fewItems } from "../../common/paging.ts";
import { foldTag, type IndexedTag } from "./linkTags.ts";

const palette = Object.values(markColors);

/** Where a tag begins to look for a color: by its letters, so that it finds the same one again. */
function startOf(folded: string): number {
  let sum = 0;
  for (const letter of folded) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum;
}

/** The records that say the colors of tags, where somebody has chosen one, by the folded name of the tag. */
export interface ChosenColors {
  of(folded: string): ViewRecord | undefined;
  all(): Iterable<readonly [folded: string, chosen: ViewRecord]>;
}

/** Names are folded once: there may be a hundred thousand, and colors are asked for after each change of tags. */
export function createChosenColors(
  views: Pick<Table<ViewRecord>, "values" | "watch">,
): ChosenColors {
  /** By ID: a file may have several for a tag. */
  const byFolded = new Map<string, Map<number, ViewRecord>>();
  const firstOf = (records: ReadonlyMap<number, ViewRecord>) => records.values().next().value;

  function follow(view: ViewRecord): void {
    if (view.kind !== "tags") return;
    const folded = foldTag(view.name);
    byFolded.set(
      folded,
      (byFolded.get(folded) ?? new Map<number, ViewRecord>()).set(view.id, view),
    );
  }

  function unfollow(view: ViewRecord): void {
    if (view.kind !== "tags") return;
    const folded = foldTag(view.name);
    const records = byFolded.get(folded);
    records?.delete(view.id);
    if (records?.size === 0) byFolded.delete(folded);
  }

  for (const view of views.values()) follow(view);
  views.watch((former, next) => {
    if (former !== undefined) unfollow(former);
    if (next !== undefined) follow(next);
  });

  return {
    of(folded) {
      const records = byFolded.get(folded);
      return records && firstOf(records);
    },
    *all() {
      for (const [folded, records] of byFolded) {
        const chosen = firstOf(records);
        if (chosen !== undefined) yield [folded, chosen];
      }
    },
  };
}

/**
 * The colors of all tags, by their folded names: the chosen ones, then the rarest for the tags of most links first.
 * There are tens of thousands, so that it takes pauses.
 */
export async function tagColors(
  tags: Iterable<IndexedTag>,
  chosen: ChosenColors,
): Promise<ReadonlyMap<string, string>> {
  const colors = new Map<string, string>();
  const uses = new Map<string, number>(palette.map((color) => [color, 0]));
  const give = (folded: string, color: string) => {
    colors.set(folded, color);
    uses.set(color, (uses.get(color) ?? 0) + 1);
  };
  const pause = createPauses();
  let looked = 0;
  for (const [folded, { query }] of chosen.all()) {
    looked += 1;
    if (looked % fewItems === 0) await pause();
    const { color } = query;
    // Views come from files and scripts, too.
    if (typeof color === "string" && isHexColor(color)) give(folded, color);
  }
  const others = [...tags]
    .map(({ folded, links }) => ({ folded, links: links.size }))
    .filter(({ folded }) => !colors.has(folded))
    .toSorted((one, other) => other.links - one.links || (one.folded < other.folded ? -1 : 1));
  for (const [place, { folded }] of others.entries()) {
    if (place % fewItems === 0) await pause();
    const start = startOf(folded) % palette.length;
    const inTurn = [...palette.slice(start), ...palette.slice(0, start)];
    const usesOf = (color: string) => uses.get(color) ?? 0;
    give(
      folded,
      inTurn.reduce((rarest, color) => (usesOf(color) < usesOf(rarest) ? color : rarest)),
    );
  }
  return colors;
}
