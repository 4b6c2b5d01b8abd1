/** An address without its zone; one that is mapped into IPv6 as the IPv4 address that it is. */
export function plainAddress(address: string): string {
  if (!address.includes(":")) return address;
  const withoutZone = address.replace(/%.*$/u, "");
  const mapped = /^::ffff:(?<ipv4>\d+\.\d+\.\d+\.\d+)$/iu.exec(withoutZone);
  if (mapped?.groups?.["ipv4"] !== undefined) return mapped.groups["ipv4"];
  const hex = /^::ffff:(?<high>[0-9a-f]{1,4}):(?<low>[0-9a-f]{1,4})$/iu.exec(withoutZone);
  if (hex === null) return withoutZone;
  const high = Number.parseInt(hex.groups?.["high"] ?? "", 16);
  const low = Number.parseInt(hex.groups?.["low"] ?? "", 16);
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

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
