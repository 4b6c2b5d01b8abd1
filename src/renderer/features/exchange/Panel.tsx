import { type ReactNode, useId } from "react";
import classes from "./Exchange.module.css";

const focusOn = (heading: HTMLElement | null) => heading?.focus();

/** A part of the screen under its own heading; `heading` is its ID where others refer to it. */
export function Panel({
  title,
  heading,
  takesFocus = false,
  children,
}: {
  readonly title: string;
  readonly heading?: string;
  /** It is what a press has led to, wherever the button is by now. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
}) {
  const own = useId();
  const id = heading ?? own;
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id} {...(takesFocus && { ref: focusOn, tabIndex: -1 })}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A table that may be wider than its panel. */
export function WideTable({
  labelledBy,
  columns,
  children,
}: {
  readonly labelledBy: string;
  readonly columns: readonly string[];
  readonly children: ReactNode;
}) {
  return (
    <div className={classes.wide} tabIndex={0} role="group" aria-labelledby={labelledBy}>
      <table className={`plainTable ${classes.table}`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
