import type { ReactNode } from "react";
import classes from "./FactList.module.css";

/** Names, and beside each what it has. */
export function FactList({
  label,
  children,
}: {
  readonly label?: string;
  readonly children: ReactNode;
}) {
  return (
    <dl className={classes.facts} aria-label={label}>
      {children}
    </dl>
  );
}

/** One of them, where there is something to say. */
export function Fact({
  name,
  children,
}: {
  readonly name: ReactNode;
  readonly children: ReactNode;
}) {
  if (children === false || children === null || children === "") return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
