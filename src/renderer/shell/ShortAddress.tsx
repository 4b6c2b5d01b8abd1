import { readableAddress } from "../readableAddress.ts";
import classes from "./Address.module.css";

/** A short address: its alias is what tells it from the others, so the host gives way first. */
export function ShortAddress({ of }: { readonly of: string }) {
  const text = readableAddress(of);
  const end = text.lastIndexOf("/");
  return (
    <bdi dir="ltr" className={classes.short} title={of}>
      <span className={classes.host}>{text.slice(0, end)}</span>
      <span className={classes.slash}>/</span>
      <bdi className={classes.alias}>{text.slice(end + 1)}</bdi>
    </bdi>
  );
}
