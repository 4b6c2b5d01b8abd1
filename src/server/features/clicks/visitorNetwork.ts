import { plainAddress } from "../../common/plainAddress.ts";

/** Whoever gets IPv6 gets up to a /48 of it, with 65,536 networks: that stands for one visitor. */
const networkGroups = 3;

/** An IPv4 address as it is, the /48 of an IPv6 one; mapped addresses are IPv4's. */
export function networkOf(address: string): string {
  const plain = plainAddress(address).toLowerCase();
  if (!plain.includes(":")) return plain;
  const [before = "", after] = plain.split("::");
  const groupsOf = (part: string) => (part === "" ? [] : part.split(":"));
  const first = groupsOf(before);
  const last = groupsOf(after ?? "");
  const dotted = plain.includes(".") ? 1 : 0;
  const between = after === undefined ? 0 : 8 - first.length - last.length - dotted;
  return [...first, ...Array.from({ length: between }, () => "0"), ...last]
    .slice(0, networkGroups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
