import type { ReactNode } from "react";
import { shortAddressParts } from "./readableAddress.ts";
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
  const { host, alias } = shortAddressParts(of);
  return (
    <bdi dir="ltr" className={classes.short} title={of}>
      {!isBare && <span className={classes.host}>{host}</span>}
      <span className="soft">/</span>
      <bdi className={classes.alias}>{mark(alias)}</bdi>
    </bdi>
  );
}

function asItIs(text: string): string {
  return text;
}
