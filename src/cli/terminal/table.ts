export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string;
  readonly align?: "left" | "right";
  /** The column that gives way when the line is wider than the screen. */
  readonly shrinks?: boolean;
}

const gap = "  ";
/** A narrower column would be unreadable; characters. */
const narrowest = 12;

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** East Asian wide forms and emoji take two columns of a terminal. */
const wide =
  /^[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|^\p{Emoji_Presentation}/u;

function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function columnsOf(grapheme: string): number {
  return wide.test(grapheme) ? 2 : 1;
}

export function widthOf(text: string): number {
  return graphemes(text).reduce((width, one) => width + columnsOf(one), 0);
}

/** At most `width` columns, the end marked where something was cut. */
export function shortened(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let cut = "";
  let used = 0;
  for (const grapheme of graphemes(text)) {
    if (used + columnsOf(grapheme) > width - 1) break;
    cut += grapheme;
    used += columnsOf(grapheme);
  }
  return `${cut}…`;
}

function padded(text: string, width: number, align: "left" | "right"): string {
  const space = " ".repeat(Math.max(0, width - widthOf(text)));
  return align === "right" ? space + text : text + space;
}

/** What would move the cursor or break the line is shown as a space. */
function singleLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");
}

/** Aligned lines, the titles first. `screen` is in columns. */
export function table<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  screen: number,
): string[] {
  const cells = rows.map((row) => columns.map(({ value }) => singleLine(value(row))));
  const natural = columns.map(({ title }, index) =>
    Math.max(widthOf(title), ...cells.map((line) => widthOf(line[index] ?? ""))),
  );
  const total = natural.reduce((sum, width) => sum + width, gap.length * (columns.length - 1));
  const widths = columns.map(({ shrinks }, index) => {
    const width = natural[index] ?? 0;
    return shrinks === true && total > screen
      ? Math.max(Math.min(narrowest, width), width - (total - screen))
      : width;
  });
  return [columns.map(({ title }) => title), ...cells].map((line) =>
    columns
      .map(({ align = "left" }, index) => {
        const width = widths[index] ?? 0;
        return padded(shortened(line[index] ?? "", width), width, align);
      })
      .join(gap)
      .trimEnd(),
  );
}

/** A name with its value; an empty value isn't shown. */
export type KeyValue = readonly [name: string, value: string | null];

/** Names and values side by side, one pair per line. */
export function keyValueLines(pairs: readonly KeyValue[]): string[] {
  const shown = pairs.flatMap(([name, value]) =>
    value === null || value === "" ? [] : [[name, value] as const],
  );
  const columns = [
    { title: "", value: ([name]: readonly [string, string]) => name },
    { title: "", value: ([, value]: readonly [string, string]) => value },
  ];
  return table(columns, shown, Number.POSITIVE_INFINITY).slice(1);
}

/** Rows that a list has no room for, at most one line. */
export function moreLines(count: number): string[] {
  return count > 0 ? [`  … and ${count} more`] : [];
}

/** Imported names may have line breaks. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}
