import { severalAddresses } from "../../../contract/fields/addresses.ts";
import { bounds } from "../../../contract/fields/bounds.ts";
import { webAddress } from "../../resolve/webAddress.ts";

/** Whether a trimmed text is a destination as `address` of `fields.ts` takes it; also in the always-on copy. */
export function isOneAddress(text: string): boolean {
  const isFull = /^https?:\/\//i.test(text) && webAddress(text) !== null;
  return isFull && text.length <= bounds.address && !severalAddresses.test(text);
}
