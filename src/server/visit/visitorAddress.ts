import { isLoopback } from "../features/domains/ownAddresses.ts";
import { text } from "./requestHeaders.ts";
import type { VisitorRequest } from "./visitorRequest.ts";

type From = Pick<VisitorRequest, "read" | "headers">;

/**
 * The visitor's address where it tells visitors apart. Who came to this computer under another
 * name came through a tunnel, as all its visitors do.
 */
export function visitorAddress({ read, headers }: From): string | null {
  const { address } = read;
  if (address === null || !isLoopback(address)) return address;
  const name = URL.parse(`http://${text(headers["host"]) ?? ""}`)?.hostname;
  return name !== undefined && isLoopback(name) ? address : null;
}

/** Whether somebody at this computer asks, under its own name: the owner, as far as can be known. */
export function isAtThisComputer(from: From): boolean {
  const address = visitorAddress(from);
  return address !== null && isLoopback(address);
}
