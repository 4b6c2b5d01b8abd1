/** Joins nothing between two letters of Persian, where words are written with it. */
const joiner = /(?<=\p{Script=Arabic})\u200C(?=\p{Script=Arabic})/u;

/** What can't be seen, turns the writing around, or ends a line unseen. */
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u0080-\u009F\u2800]/u;

const both = new RegExp(`(?:${joiner.source})|(${hidden.source})`, "gu");

/** With characters that can't be seen, or that turn the writing around, as their codes. */
export function visible(text: string): string {
  return text.replaceAll(both, (found, one?: string) =>
    one === undefined ? found : `\\u{${one.codePointAt(0)?.toString(16)}}`,
  );
}

/** The same for all texts in a record. */
export function visibleIn<Item extends object>(item: Item): Item {
  const text = JSON.stringify(item, (_, value: unknown) =>
    typeof value === "string" ? visible(value) : value,
  );
  // It has what it had.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(text) as Item;
}
