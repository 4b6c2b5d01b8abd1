import type { ReactNode } from "react";
import { isBidiMixed } from "../../address/isBidiMixed.ts";
import { ShortAddress } from "../../address/ShortAddress.tsx";
import { CopyCell } from "./cells.tsx";
import type { RowAt } from "./columns.ts";
import classes from "./cells.module.css";

/** What a record is called, with signs before and behind it. */
export function NameCell({
  text,
  row,
  before,
  children,
}: {
  readonly text: string;
  readonly row: RowAt;
  readonly before?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <span className={classes.named}>
      {before}
      <bdi className="truncate" title={text} data-mixed={isBidiMixed(text)}>
        {row.mark(text)}
      </bdi>
      {children}
    </span>
  );
}

/** What else there is to say of it. */
export function SoftCell({ text, row }: { readonly text: string; readonly row: RowAt }) {
  return (
    <bdi className="truncate soft" title={text} data-mixed={isBidiMixed(text)}>
      {row.mark(text)}
    </bdi>
  );
}

/** An address that is given to others, and its copy button at the column's edge. */
export function AddressCell({
  of,
  name,
  row,
}: {
  readonly of: string;
  readonly name: string;
  readonly row: RowAt;
}) {
  return (
    <span className={classes.address}>
      <ShortAddress of={of} />
      <CopyCell text={of} name={name} row={row} />
    </span>
  );
}
