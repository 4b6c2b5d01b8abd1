import { markColors } from "../../../contract/fields/markColors.ts";
import { isHexColor } from "../../../util/contrast.ts";
import type { ViewRecord } from "../../store/records.ts";
import type { Table } from "../../store/store.ts";
import { createPauses, fewItems } from "../../common/paging.ts";
import { firstOf, type RecordsByKey, recordsByKey } from "../../common/recordsByKey.ts";
import { foldTag, type IndexedTag } from "./linkTags.ts";

const palette = Object.values(markColors);

/** Where a tag begins to look for a color: by its letters, so that it finds the same one again. */
function startOf(folded: string): number {
  let sum = 0;
  for (const letter of folded) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum;
}

/** The records that say the colors of tags, where somebody has chosen one, by the folded name of the tag. */
export type ChosenColors = RecordsByKey<ViewRecord>;

/** Names are folded once: there may be a hundred thousand, and colors are asked for after each change of tags. */
export function createChosenColors(
  views: Pick<Table<ViewRecord>, "values" | "watch">,
): ChosenColors {
  return recordsByKey(views, ({ kind, name }) => (kind === "tags" ? foldTag(name) : null));
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
  for (const folded of chosen.keys()) {
    looked += 1;
    if (looked % fewItems === 0) await pause();
    const color = firstOf(chosen, folded)?.query["color"];
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
