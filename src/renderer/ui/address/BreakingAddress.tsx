import { Fragment } from "react";

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
