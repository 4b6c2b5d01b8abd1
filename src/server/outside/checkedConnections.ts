import { lookup } from "node:dns/promises";
import { connect as connectSocket, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import type { Interfaces } from "./ownNetworks.ts";

/** Every numeric address of a name. Rejects when there is none. */
export type ResolveName = (name: string) => Promise<readonly string[]>;
/** A connection to the first of these numeric addresses that takes it. */
export type Connect = (addresses: readonly string[], port: number) => Socket;

/** The world beyond this machine; what isn't given is the system's own. */
export interface Network {
  readonly resolve?: ResolveName;
  readonly connect?: Connect;
  /** The addresses that this machine has itself. */
  readonly interfaces?: Interfaces;
}

export async function resolveBySystem(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, order: "verbatim" });
  return found.map(({ address }) => address);
}

/** Hands the checked addresses to Node's own choice among IPv4 and IPv6; no name is looked up. */
export function connectBySystem(addresses: readonly string[], port: number): Socket {
  const checked: LookupFunction = (_name, { all }, callback) => {
    const known = addresses.map((address) => ({ address, family: isIP(address) }));
    if (all === true) callback(null, known);
    else callback(null, known[0]?.address ?? "", known[0]?.family);
  };
  return connectSocket({ host: "checked.invalid", port, lookup: checked });
}

/** Rejects as soon as `signal` is aborted, whatever `work` does. */
export function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error("given up"));
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
}

/** The socket once it is connected; given up, it is closed. */
export function connected(socket: Socket, signal: AbortSignal): Promise<Socket> {
  return orAborted(
    new Promise<Socket>((resolve, reject) => {
      // Stays for the connection's whole life: a late error must not end the process.
      socket.on("error", reject);
      socket.once("connect", () => resolve(socket));
    }),
    signal,
  ).catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
}

/** TLS over a connected socket; the certificate must be valid for `name`. */
export function secured(socket: Socket, name: string): Socket {
  const target = isIP(name) === 0 ? { servername: name } : { host: name };
  return connectSecurely({ socket, ALPNProtocols: ["http/1.1"], ...target });
}
