import type { Reach } from "../../../contract/reach.ts";
import classes from "./ReachDot.module.css";

/** The state of the public address as a sign; its words stand beside it. */
export function ReachDot({ state }: { readonly state: Reach["state"] }) {
  return <span className={classes.dot} data-state={state} aria-hidden="true" />;
}
