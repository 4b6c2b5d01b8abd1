import { BlockList, isIP } from "node:net";

/**
 * IPv4 blocks that lead inside, nowhere, or to one's own machine (IANA special-purpose registry,
 * RFC 6890 and its successors).
 */
const inside: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  // Shared by carriers (RFC 6598); one cloud keeps its metadata there.
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Link-local, the usual place of metadata services.
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  // Relays of 6to4 (RFC 7526).
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  // Azure's host agent: a public number that answers from inside.
  ["168.63.129.16", 32],
];

/**
 * Within 2000::/3, the only part of IPv6 that is handed out: what carries an IPv4 address in it
 * (Teredo, 6to4), protocol assignments and documentation.
 */
const translated: readonly (readonly [network: string, prefix: number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const refused = new BlockList();
for (const [network, prefix] of inside) refused.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of translated) refused.addSubnet(network, prefix, "ipv6");

const handedOut = new BlockList();
handedOut.addSubnet("2000::", 3, "ipv6");

const linkLocal = new BlockList();
linkLocal.addSubnet("169.254.0.0", 16, "ipv4");
linkLocal.addSubnet("fe80::", 10, "ipv6");

/** Where clouds answer their machines with secrets, and IPv6 that carries link-local IPv4. */
const secretPlaces = new BlockList();
for (const address of ["100.100.100.200", "168.63.129.16"])
  secretPlaces.addAddress(address, "ipv4");
secretPlaces.addSubnet("fd00:ec2::", 32, "ipv6");
secretPlaces.addSubnet("2002:a9fe::", 32, "ipv6");
for (const before of ["::", "::ffff:0:", "64:ff9b::", "64:ff9b:1::"]) {
  secretPlaces.addSubnet(`${before}169.254.0.0`, 112, "ipv6");
}

/** A zone says where an address is valid, not what it is. */
function isIn(blocks: BlockList, address: string): boolean {
  const [plain = ""] = address.split("%");
  return blocks.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
}

/** Whether a numeric address is one that no router passes on; mapped ones (::ffff:) are, too. */
export function isLinkLocal(address: string): boolean {
  return isIn(linkLocal, address);
}

/** Whether a numeric address may lead to secrets of the machine's host, which nobody names by intent. */
export function isSecretPlace(address: string): boolean {
  return isLinkLocal(address) || isIn(secretPlaces, address);
}

/**
 * Whether a numeric address is one of the public internet. Mapped (::ffff:), translated
 * (64:ff9b::), unique local, link-local and zoned addresses lie outside 2000::/3 or are no plain
 * address, and so are not.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refused.check(address, "ipv4");
    case 6:
      return (
        !address.includes("%") &&
        handedOut.check(address, "ipv6") &&
        !refused.check(address, "ipv6")
      );
    default:
      return false;
  }
}
