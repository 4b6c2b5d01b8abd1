import { markColors } from "../../../contract/fields/markColors.ts";
import { isHexColor } from "../../../util/contrast.ts";
import type { ViewRecord } from "../../store/records.ts";
import { createPauses, fewItems } from "../../common/paging.ts";
import { foldTag, type IndexedTag } from "./linkTags.ts";

const palette = Object.values(markColors);

/** Where a tag begins to look for a color: by its letters, so that it finds the same one again. */
function startOf(folded: string): number {
  let sum = 0;
  for (const letter of folded) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum;
}

/** The record that says the color of a tag, if its owner has chosen one. */
export function chosenColor(views: Iterable<ViewRecord>, folded: string): ViewRecord | undefined {
  return [...views].find(({ kind, name }) => kind === "tags" && foldTag(name) === folded);
}

/**
 * The colors of all tags, by their folded names: the chosen ones, then the rarest for the tags of most links first.
 * There are tens of thousands, so that it takes pauses.
 */
export async function tagColors(
  tags: Iterable<IndexedTag>,
  views: Iterable<ViewRecord>,
): Promise<ReadonlyMap<string, string>> {
  const colors = new Map<string, string>();
  const uses = new Map<string, number>(palette.map((color) => [color, 0]));
  const give = (folded: string, color: string) => {
    colors.set(folded, color);
    uses.set(color, (uses.get(color) ?? 0) + 1);
  };
  for (const { kind, name, query } of views) {
    const { color } = query;
    // Views come from files and scripts, too.
    const isColor = typeof color === "string" && isHexColor(color);
    if (kind === "tags" && isColor) give(foldTag(name), color);
  }
  const others = [...tags]
    .map(({ folded, links }) => ({ folded, links: links.size }))
    .filter(({ folded }) => !colors.has(folded))
    .toSorted((one, other) => other.links - one.links || (one.folded < other.folded ? -1 : 1));
  const pause = createPauses();
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
