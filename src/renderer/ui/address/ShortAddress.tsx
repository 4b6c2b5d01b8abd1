import type { ReactNode } from "react";
import { readableAddress } from "./readableAddress.ts";
import classes from "./Address.module.css";

/** A short address: its alias is what tells it from the others, so the host gives way first. */
export function ShortAddress({
  of,
  isBare = false,
  mark = asItIs,
}: {
  readonly of: string;
  /** Whether all have the same host, which then says nothing. */
  readonly isBare?: boolean;
  readonly mark?: (text: string) => ReactNode;
}) {
  const text = readableAddress(of);
  const end = text.lastIndexOf("/");
  return (
    <bdi dir="ltr" className={classes.short} title={of}>
      {!isBare && <span className={classes.host}>{text.slice(0, end)}</span>}
      <span className={classes.slash}>/</span>
      <bdi className={classes.alias}>{mark(text.slice(end + 1))}</bdi>
    </bdi>
  );
}

function asItIs(text: string): string {
  return text;
}
