/** Bytes of an IP address: 4 or 16. */
export type AddressBytes = readonly number[];

/** An IPv4 or IPv6 address without a zone; IPv4 in IPv6 (`::ffff:`) is IPv4. Null: it isn't one. */
export function addressBytes(text: string): AddressBytes | null {
  return text.includes(":") ? bytesOfIPv6(text) : bytesOfIPv4(text);
}

function bytesOfIPv4(text: string): AddressBytes | null {
  const parts = text.split(".");
  if (parts.length !== 4) return null;
  const bytes = parts.map((part) => (/^(?:0|[1-9]\d{0,2})$/u.test(part) ? Number(part) : 256));
  return bytes.every((byte) => byte < 256) ? bytes : null;
}

/** Groups of 16 bits of a part of an address; null: it isn't one. */
function groups(text: string): number[] | null {
  if (text === "") return [];
  const parts = text.split(":");
  const found: number[] = [];
  for (const [place, part] of parts.entries()) {
    if (part.includes(".")) {
      const bytes = place === parts.length - 1 ? bytesOfIPv4(part) : null;
      if (bytes === null) return null;
      const [a = 0, b = 0, c = 0, d = 0] = bytes;
      found.push(a * 256 + b, c * 256 + d);
    } else {
      if (!/^[0-9a-f]{1,4}$/iu.test(part)) return null;
      found.push(Number.parseInt(part, 16));
    }
  }
  return found;
}

function bytesOfIPv6(text: string): AddressBytes | null {
  const [head = "", tail, ...more] = text.split("::");
  if (more.length > 0) return null;
  const [first, last] = [groups(head), tail === undefined ? [] : groups(tail)];
  if (first === null || last === null) return null;
  const missing = 8 - first.length - last.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const all = [...first, ...Array.from({ length: missing }, () => 0), ...last];
  const isMapped = all.slice(0, 5).every((group) => group === 0) && all[5] === 0xffff;
  const bytes = all.flatMap((group) => [group >> 8, group & 255]);
  return isMapped ? bytes.slice(12) : bytes;
}

/** As people write it, IPv6 in its short form. */
export function addressText(bytes: AddressBytes): string {
  if (bytes.length === 4) return bytes.join(".");
  const hex = Array.from({ length: 8 }, (_, place) => {
    const [high = 0, low = 0] = bytes.slice(place * 2);
    return (high * 256 + low).toString(16);
  });
  return new URL(`http://[${hex.join(":")}]`).hostname.slice(1, -1);
}

/** A set of IP addresses: the bits of `bytes` that `mask` has. */
export interface Network {
  readonly bytes: AddressBytes;
  readonly mask: AddressBytes;
}

/** An address, a CIDR prefix (`10.0.0.0/8`), or IPv4 with wildcards (`1.2.*.4`); null: none of these. */
export function network(text: string): Network | null {
  if (text.includes("*")) {
    const bytes = bytesOfIPv4(text.replaceAll("*", "0"));
    const parts = text.split(".");
    if (bytes === null || parts.some((part) => part.includes("*") && part !== "*")) return null;
    return { bytes, mask: parts.map((part) => (part === "*" ? 0 : 255)) };
  }
  const [address = "", prefix, ...more] = text.split("/");
  const bytes = addressBytes(address);
  if (bytes === null || more.length > 0) return null;
  if (prefix !== undefined && !/^\d{1,3}$/u.test(prefix)) return null;
  // A prefix of an IPv4 address in IPv6 counts the 96 bits before it.
  const mappedBits = bytes.length === 4 && address.includes(":") ? 96 : 0;
  const bits = prefix === undefined ? bytes.length * 8 : Number(prefix) - mappedBits;
  if (bits < 0 || bits > bytes.length * 8) return null;
  const mask = bytes.map((_, place) => {
    const own = Math.min(8, Math.max(0, bits - place * 8));
    return 256 - 2 ** (8 - own);
  });
  return { bytes, mask };
}

export function isInNetwork(address: AddressBytes, { bytes, mask }: Network): boolean {
  return (
    address.length === bytes.length &&
    bytes.every((byte, place) => {
      const bits = mask[place] ?? 255;
      return (byte & bits) === ((address[place] ?? 0) & bits);
    })
  );
}
