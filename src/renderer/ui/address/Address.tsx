import { Fragment, type ReactNode } from "react";
import { readableAddress } from "./readableAddress.ts";
import classes from "./Address.module.css";

/** An address on one line: left to right in every language, cut at its end when room is short. */
export function Address({
  of,
  mark,
}: {
  readonly of: string;
  readonly mark?: (text: string) => ReactNode;
}) {
  const text = readableAddress(of);
  return (
    <bdi dir="ltr" className={classes.address} title={of}>
      {mark === undefined ? text : mark(text)}
    </bdi>
  );
}

/** An address in several lines: broken between its parts, and within a word only where that alone is too long. */
export function BreakingAddress({ of }: { readonly of: string }) {
  return of.split(/(?<=[/?&=#])/u).map((part, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of a text, some of them alike
    <Fragment key={place}>
      {part}
      <wbr />
    </Fragment>
  ));
}
