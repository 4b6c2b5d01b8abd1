import { useIsMutating, useMutation } from "@tanstack/react-query";
import type { PublicAddress } from "../../../contract/server/publicAddress.ts";
import { isForTrial, isUnsure } from "../../../contract/fields/temporaryAddress.ts";
import type { Tunnel } from "../../../contract/server/tunnels.ts";
import { api } from "../../app/client/api.ts";
import { isLocalAddress } from "../../ui/address/readableAddress.ts";
import { showFailure } from "../../ui/messages/toasts.tsx";
import {
  downloadCloudflared,
  openAnyDoor,
  pause,
  prove,
  setWay,
  startTunnel,
  switchTo,
} from "./publicAddress.ts";
import type { bodyOfWay } from "./wayFields.ts";

type Door = Pick<PublicAddress, "address" | "proof">;
type Way = Pick<Tunnel, "address">;

const plain = (address: string) => address.replace(/\/$/, "");

/**
 * The address that the way leads to: the tunnel's own, else the one that was proved last, as its
 * owner typed it, else the one that links begin with. Null: none is known yet.
 */
export function candidateOf({ address, proof }: Door, tunnel: Way): string | null {
  const known = [tunnel.address, proof?.address ?? null, address];
  return known.find((one) => one !== null && !isLocalAddress(one)) ?? null;
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

/** `idle`: its turn hasn't come. */
export type PartState = "idle" | "busy" | "good" | "bad";
export type Part = "computer" | "tunnel" | "address" | "phone";

/** What the picture shows of each part of the way. */
export function statesOf(
  door: Pick<PublicAddress, "address" | "dark" | "door" | "proof" | "state">,
  tunnel: Pick<Tunnel, "address" | "way" | "state" | "on">,
  isByCopy: boolean,
): Readonly<Record<Part, PartState>> {
  const candidate = candidateOf(door, tunnel);
  const inUse = isInUse(door, tunnel);
  // The copy may lead home by a tunnel, which needs the port.
  const isOpen = door.door !== null || (isByCopy && tunnel.way === null);
  const isAsked = door.proof !== null && door.proof.endedAt === null;
  const isAnswering =
    candidate !== null && (isProved(door, candidate) || (inUse && door.state === "reachable"));
  const address: PartState = isAsked
    ? "busy"
    : candidate === null
      ? "idle"
      : isAnswering
        ? "good"
        : door.state === "unreachable" || door.proof !== null
          ? "bad"
          : "idle";
  return {
    computer: door.dark || (!isOpen && (tunnel.on || inUse)) ? "bad" : isOpen ? "good" : "idle",
    tunnel: isByCopy || (tunnel.way === null && inUse) ? "good" : tunnelState(tunnel),
    address,
    phone: door.dark ? "bad" : inUse && address === "good" ? "good" : "idle",
  };
}

function tunnelState({ state, way }: Pick<Tunnel, "way" | "state">): PartState {
  const states = { starting: "busy", waiting: "busy", up: "good", failed: "bad" } as const;
  if (state === "off") return way === null ? "idle" : "bad";
  return states[state];
}

/** Milliseconds for a tunnel to come up. */
const patience = 60_000;
/** A new name is asked for so often, with so many milliseconds between, until it is known everywhere. */
const asks = { most: 8, pause: 3_000 } as const;

/** The tunnel, once it is up or needs its owner. */
async function settledTunnel(): Promise<Tunnel> {
  for (const end = performance.now() + patience; ; await pause(400)) {
    const { data } = await api.call("getTunnel", {});
    const isSettled = data.state === "up" || data.state === "failed" || data.state === "off";
    if (isSettled || performance.now() > end) return data;
  }
}

/** From a way to links that others can follow, step by step; it stops where only the owner can go on. */
async function share(body: ReturnType<typeof bodyOfWay> | null): Promise<void> {
  if (body !== null) await setWay(body);
  if ((await api.call("getPublicAddress", {})).data.door === null) await openAnyDoor();
  await startTunnel();
  const tunnel = await settledTunnel();
  if (tunnel.state !== "up" || tunnel.address === null) return;
  await verifyAndUse(tunnel, tunnel.address);
}

/** Asks an address from outside, and lets links begin with it where nothing that was given out is lost. */
async function verifyAndUse(tunnel: Tunnel, address: string): Promise<void> {
  let door = await prove(address);
  const most = isForTrial(address, tunnel) ? asks.most : 1;
  for (let ask = 1; ask < most && !isProved(door, address); ask += 1) {
    await pause(asks.pause);
    door = await prove(address);
  }
  const asksOwner =
    !isProved(door, address) ||
    isUnsure(address, tunnel) ||
    !isLocalAddress(door.address) ||
    door.fixed.address;
  if (asksOwner) return;
  const { provider } = tunnel;
  await switchTo({
    address,
    temporary: isForTrial(address, tunnel),
    ...(provider !== "none" && !door.fixed.provider && { provider }),
  });
}

type Errand =
  | { readonly kind: "share"; readonly body: ReturnType<typeof bodyOfWay> | null }
  | { readonly kind: "download" }
  | { readonly kind: "verify"; readonly tunnel: Tunnel; readonly address: string };

const quick = { way: "cloudflared-quick" } as const;

async function run(errand: Errand): Promise<void> {
  switch (errand.kind) {
    case "share":
      return share(errand.body);
    case "download":
      if (await downloadCloudflared()) await share(quick);
      return;
    case "verify":
      return verifyAndUse(errand.tunnel, errand.address);
  }
}

const key = ["sharing"];

/** What goes on by itself, also after its screen is left. */
export function useSharing(fail: (error: unknown) => void = showFailure) {
  const { mutate } = useMutation({ mutationKey: key, mutationFn: run, onError: fail });
  const isBusy = useIsMutating({ mutationKey: key }) > 0;
  return {
    isBusy,
    share: (body: ReturnType<typeof bodyOfWay> | null) => mutate({ kind: "share", body }),
    tryNow: (hasProgram: boolean) =>
      mutate(hasProgram ? { kind: "share", body: quick } : { kind: "download" }),
    verify: (tunnel: Tunnel, address: string) => mutate({ kind: "verify", tunnel, address }),
  };
}
