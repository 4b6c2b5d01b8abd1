import { readableAddress } from "../readableAddress.ts";
import classes from "./Address.module.css";

/** An address on one line: left to right in every language, cut at its end when room is short. */
export function Address({ of }: { readonly of: string }) {
  return (
    <bdi dir="ltr" className={classes.address} title={of}>
      {readableAddress(of)}
    </bdi>
  );
}
