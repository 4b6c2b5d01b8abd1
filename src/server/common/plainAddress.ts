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
