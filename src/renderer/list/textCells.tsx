import type { ReactNode } from "react";
import type { RowAt } from "./RecordRow.tsx";
import classes from "./textCells.module.css";

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
      <bdi className={classes.name} title={text}>
        {row.mark(text)}
      </bdi>
      {children}
    </span>
  );
}

/** What else there is to say of it. */
export function SoftCell({ text, row }: { readonly text: string; readonly row: RowAt }) {
  return (
    <bdi className={classes.soft} title={text}>
      {row.mark(text)}
    </bdi>
  );
}
