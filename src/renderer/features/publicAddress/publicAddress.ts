import { useQuery } from "@tanstack/react-query";
import type { PublicAddress } from "../../../contract/server/publicAddress.ts";
import type { Tunnel, TunnelWay } from "../../../contract/server/tunnels.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { api, queryClient } from "../../app/client/api.ts";
import type { bodyOfWay } from "./wayFields.ts";

const addressKey = ["publicAddress"];
const tunnelKey = ["tunnel"];
const programsKey = ["tunnelPrograms"];

export const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** Milliseconds between looks, while something is under way and while nothing is. */
const soon = 700;
const calm = 5_000;

export function usePublicAddress() {
  return useQuery({
    queryKey: addressKey,
    queryFn: async ({ signal }) => (await api.call("getPublicAddress", {}, signal)).data,
    refetchInterval: ({ state }) => (state.data?.proof?.endedAt === null ? soon : calm),
  });
}

export function useTunnel() {
  return useQuery({
    queryKey: tunnelKey,
    queryFn: async ({ signal }) => (await api.call("getTunnel", {}, signal)).data,
    refetchInterval: ({ state }) =>
      state.data?.state === "starting" || state.data?.state === "waiting" ? soon : calm / 2,
  });
}

function useTunnelPrograms() {
  return useQuery({
    queryKey: programsKey,
    queryFn: async ({ signal }) => (await api.call("listTunnelPrograms", {}, signal)).programs,
    staleTime: 0,
  });
}

type Program = NonNullable<ReturnType<typeof useTunnelPrograms>["data"]>[number];

const programOf: Readonly<Partial<Record<TunnelWay, Program["name"]>>> = {
  ssh: "ssh",
  "cloudflared-named": "cloudflared",
  "cloudflared-quick": "cloudflared",
  "tailscale-funnel": "tailscale",
};

/** The program that a way runs. Undefined: it runs none, or the list isn't read yet. */
export function useProgramOf(way: TunnelWay): Program | undefined {
  const name = programOf[way];
  return useTunnelPrograms().data?.find((one) => one.name === name);
}

/** What the tunnel's program said last, read for as long as somebody reads along. */
export function useTunnelLog(isOpen: boolean) {
  return useQuery({
    queryKey: ["tunnelLog"],
    queryFn: async ({ signal }) => (await api.call("getTunnelLog", {}, signal)).lines,
    enabled: isOpen,
    refetchInterval: soon * 2,
    gcTime: 0,
  });
}

async function updateAddress(data: PublicAddress): Promise<void> {
  await queryClient.keep(addressKey, data);
  await queryClient.refresh(["reach"], ["service"], ["settings"], tunnelKey);
}

async function updateTunnel(data: Tunnel): Promise<void> {
  await queryClient.keep(tunnelKey, data);
  await queryClient.refresh(["tunnelLog"]);
}

/** At the port that it had, else at any that is free: nobody needs to know which. */
export async function openAnyDoor(): Promise<void> {
  const open = async (body: { readonly port?: number }) =>
    updateAddress((await api.call("openPublicDoor", { body })).data);
  await open({}).catch((error: unknown) => {
    const isTaken =
      error instanceof ApiFailure && error.faults.some(({ code }) => code === "taken");
    if (!isTaken) throw error;
    return open({ port: 0 });
  });
}

/** Whether the program is there in the end; why not, the list of programs shows. */
export async function downloadCloudflared(): Promise<boolean> {
  await api.call("downloadTunnelProgram", {});
  for (;;) {
    const { programs } = await api.call("listTunnelPrograms", {});
    await queryClient.keep(programsKey, programs);
    const found = programs.find(({ name }) => name === "cloudflared");
    if (found?.download?.running !== true) return found?.path != null;
    await pause(soon);
  }
}

export async function closeDoor(): Promise<void> {
  await updateAddress((await api.call("closePublicDoor", {})).data);
}

export async function goDark(dark: boolean): Promise<void> {
  await updateAddress((await api.call("goDark", { body: { dark } })).data);
}

/** Asks an address from outside; meanwhile its steps are looked at one by one. */
export async function prove(address: string): Promise<PublicAddress> {
  const request = api.call("provePublicAddress", { body: { address } });
  // What was there before is read until the question is under way.
  await Promise.race([request, pause(soon / 4)]);
  await queryClient.refresh(addressKey);
  const { data } = await request;
  await updateAddress(data);
  return data;
}

/** Every short address that is shown anywhere is another one from then on. */
export async function switchTo(
  body:
    | { readonly local: true }
    | {
        readonly address: string;
        readonly provider?: PublicAddress["provider"];
        readonly proxies?: string;
        readonly temporary: boolean;
      },
): Promise<void> {
  const { data } = await api.call("usePublicAddress", { body });
  await queryClient.keep(addressKey, data);
  await queryClient.invalidateQueries();
}

export async function setWay(body: ReturnType<typeof bodyOfWay>): Promise<void> {
  await updateTunnel((await api.call("setTunnel", { body })).data);
}

/** @param acceptHostKey the fingerprint that was shown and compared */
export async function startTunnel(acceptHostKey?: string): Promise<void> {
  const body = acceptHostKey === undefined ? {} : { acceptHostKey };
  await updateTunnel((await api.call("startTunnel", { body })).data);
}

export async function restartTunnel(): Promise<void> {
  await updateTunnel((await api.call("restartTunnel", { body: {} })).data);
}

export async function stopTunnel(): Promise<void> {
  await updateTunnel((await api.call("stopTunnel", {})).data);
}
