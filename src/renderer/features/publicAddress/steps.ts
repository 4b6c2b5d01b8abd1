import type { PublicAddress } from "../../../contract/server/publicAddress.ts";
import type { Tunnel } from "../../../contract/server/tunnels.ts";
import { isLocalAddress } from "../../ui/address/readableAddress.ts";

export const stepNames = ["way", "start", "prove", "use"] as const;
export type StepName = (typeof stepNames)[number];

/** What every step knows, and how it leads to another one. */
export interface StepPart {
  readonly door: PublicAddress;
  readonly tunnel: Tunnel;
  readonly go: (step: StepName) => void;
}

type Door = Pick<PublicAddress, "address" | "door" | "proof" | "dark" | "state">;
type Way = Pick<Tunnel, "way" | "state" | "address">;

const isPublic = (address: string) => !isLocalAddress(address);
const plain = (address: string) => address.replace(/\/$/, "");

/**
 * The address that the way leads to: the tunnel's own, else the one that was proved last, as its
 * owner typed it, else the one that links begin with. Null: none is known yet.
 */
export function candidateOf({ address, proof }: Door, tunnel: Way): string | null {
  const known = [tunnel.address, proof?.address ?? null, address];
  return known.find((one) => one !== null && isPublic(one)) ?? null;
}

/** Whether links begin with the address that the way leads to. */
export function isInUse(door: Door, tunnel: Way): boolean {
  const candidate = candidateOf(door, tunnel);
  return candidate !== null && plain(candidate) === plain(door.address);
}

/** Whether an address was tried from outside, and nothing failed. */
export function isProved({ proof }: Pick<PublicAddress, "proof">, address: string): boolean {
  return (
    proof !== null &&
    proof.endedAt !== null &&
    plain(proof.address) === plain(address) &&
    proof.steps.every(({ outcome }) => outcome !== "failed" && outcome !== "waiting")
  );
}

/** Where the way to a public address stands: the first step that isn't done. */
export function stepNow(door: Door, tunnel: Way): StepName {
  if (isInUse(door, tunnel)) return "use";
  if (tunnel.way === null) return "way";
  if (tunnel.state !== "up" || door.door === null) return "start";
  const candidate = candidateOf(door, tunnel);
  return candidate !== null && isProved(door, candidate) ? "use" : "prove";
}

/** Whether a step can be gone to: it is done, or next. */
export function isReached(step: StepName, now: StepName): boolean {
  return stepNames.indexOf(step) <= stepNames.indexOf(now);
}

/** Whether somebody outside may come, so that there is something to close to them. */
export function canGoDark(door: Door, tunnel: Way): boolean {
  if (door.dark) return true;
  const isLedTo = isPublic(door.address) || (tunnel.state !== "off" && tunnel.state !== "failed");
  return door.door !== null && isLedTo;
}

/** Whether an open door would bring anybody: not to an address where the always-on copy answers, unless a tunnel leads home. */
export function needsDoor({ door }: Pick<Door, "door">, tunnel: Way, isByCopy: boolean): boolean {
  return door === null && (!isByCopy || tunnel.way !== null);
}

/** What somebody outside meets. */
export type Seen = "here" | "open" | "trial" | "answers" | "dark" | "silent" | "unproved";

export function seenFromOutside(door: Door, tunnel: Way): Seen {
  if (door.dark) return "dark";
  if (isPublic(door.address)) {
    if (door.state === "answering") return "answers";
    return door.state === "silent" ? "silent" : "unproved";
  }
  const candidate = candidateOf(door, tunnel);
  if (door.door === null) return "here";
  const isLedTo = tunnel.state === "up" && candidate !== null && isProved(door, candidate);
  return isLedTo ? "trial" : "open";
}
