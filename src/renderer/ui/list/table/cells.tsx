import { Count } from "../../navigation/Count.tsx";
import type { RowAt } from "./columns.ts";
import classes from "./cells.module.css";

/** A number of a list: nought is a dash, read out as what it is. */
export function ListCount({
  value,
  row,
  inWords,
}: {
  readonly value: number;
  readonly row: RowAt;
  /** What it counts, for narrow rows: no head of a column says so there. */
  readonly inWords?: (of: { count: number; formatted: string }) => string;
}) {
  const text = row.format.number(value);
  if (value !== 0 && row.isNarrow && inWords !== undefined)
    return inWords({ count: value, formatted: text });
  return <Count value={value} text={text} />;
}

/** The one sign that every row shows: a copy button, in one line with those of the other rows. */
export function CopyCell({
  text,
  name,
  row,
}: {
  /** What is copied. */
  readonly text: string;
  /** What it is called. */
  readonly name: string;
  readonly row: RowAt;
}) {
  const { t } = row;
  return (
    <button
      type="button"
      className="quietButton"
      tabIndex={row.tabIndex}
      aria-label={t("common.copyNamed", { name })}
      title={t(row.isCopied ? "common.copied" : "common.copy")}
      onClick={() => row.copy(text)}
    >
      {row.isCopied ? <Tick /> : <TwoSheets />}
    </button>
  );
}

/** The colour that its owner gave a record; its name stands beside it. */
export function Swatch({ color }: { readonly color: string }) {
  return <span className={classes.swatch} style={{ background: color }} aria-hidden="true" />;
}

// Signs that every row may have, as bare shapes: the icon library's are components.
function TwoSheets() {
  return (
    <svg viewBox="0 0 16 16" className="rowSign" aria-hidden="true">
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
    </svg>
  );
}

function Tick() {
  return (
    <svg viewBox="0 0 16 16" className="rowSign" data-kind="good" aria-hidden="true">
      <path d="m3.5 8.5 3 3 6-7" />
    </svg>
  );
}

export function Dots() {
  return (
    <svg viewBox="0 0 16 16" className="rowSign" data-kind="dots" aria-hidden="true">
      <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" />
    </svg>
  );
}
