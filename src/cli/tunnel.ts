import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Tunnel, tunnelOperations } from "../contract/tunnels.ts";
import type { Answer, Client } from "./client.ts";
import { CommandFailed, exitCodes } from "./exitCodes.ts";
import { faint, note, print, printJson } from "./output.ts";
import { runningService, type ServiceFlags } from "./runningService.ts";
import { standardInput } from "./standardInput.ts";
import { quoted, type Typed } from "./typed.ts";

const { getTunnel, setTunnel: setRow, startTunnel: startRow } = tunnelOperations;

/** How often a start is looked at, and for how long; milliseconds. */
const lookInterval = 250;
const patience = 40_000;

const states: Readonly<Record<Tunnel["state"], string>> = {
  off: "off",
  starting: "starting",
  up: "up",
  waiting: "waiting for the next try",
  failed: "failed; it waits for you",
};

function tunnelIn(answer: Answer): Tunnel {
  return getTunnel.response.parse(answer).data;
}

function settingsLine({ settings }: Tunnel): string {
  const given = Object.entries(settings).filter(([, value]) => value !== null);
  return given.map(([name, value]) => `${name} ${quoted(String(value))}`).join(", ");
}

function tokenLine({ token }: Tunnel): string {
  if (token === null) return "none";
  const keeper = token.keeper === null ? "" : ` by ${token.keeper}`;
  return token.protection === "system"
    ? `kept in ${token.path}, sealed${keeper}`
    : `kept in ${token.path}, which only you can read; not sealed${keeper}`;
}

function addressLine({ address, temporary }: Tunnel): string {
  if (address === null) return "not known";
  return temporary ? `${address} (for a try: the next start has another)` : address;
}

/** Values that a terminal may be told; lines of foreign programs are cleared by the service. */
function show(tunnel: Tunnel, typed: Typed): void {
  if (tunnel.way === null) {
    note(`No tunnel was set yet. To set one: ${typed("tunnel set --help")}`);
    return;
  }
  const settings = settingsLine(tunnel);
  const rows: readonly (readonly [title: string, text: string])[] = [
    ["Way", tunnel.way],
    ...(settings === "" ? [] : [["Settings", settings] as const]),
    ...(tunnel.way === "cloudflared-named" ? [["Token", tokenLine(tunnel)] as const] : []),
    ["State", `${states[tunnel.state]} since ${tunnel.since}`],
    ...(tunnel.nextTry === null ? [] : [["Next try", tunnel.nextTry] as const]),
    ["Leads to", tunnel.target ?? "nothing: the public door is closed"],
    ["Address", addressLine(tunnel)],
  ];
  for (const [title, text] of rows) print(`${title.padEnd(10)}${text}`);
  tellProblem(tunnel, typed);
}

function tellProblem({ problem }: Tunnel, typed: Typed): void {
  if (problem === null) return;
  note(problem.message);
  const { fingerprint } = problem.values;
  const isShown = problem.code === "hostKeyUnknown" || problem.code === "hostKeyOther";
  if (isShown && fingerprint !== undefined && fingerprint !== "") {
    note(faint(`To accept it: ${typed(`tunnel start --accept-host-key ${fingerprint}`)}`));
  }
  if (problem.code === "doorClosed") note(faint(`To open it: ${typed("public open")}`));
}

export async function showTunnel(flags: ServiceFlags, typed: Typed): Promise<void> {
  const { call } = runningService(flags.data, typed);
  const answer = await call(getTunnel);
  if (flags.json === true) return printJson(answer);
  show(tunnelIn(answer), typed);
}

export async function showPrograms(flags: ServiceFlags, typed: Typed): Promise<void> {
  const { call } = runningService(flags.data, typed);
  const { listTunnelPrograms: row } = tunnelOperations;
  const answer = await call(row);
  if (flags.json === true) return printJson(answer);
  for (const { name, path, version, install } of row.response.parse(answer).programs) {
    print(`${name.padEnd(13)}${path === null ? "not here" : `${version ?? "?"}  ${path}`}`);
    if (install !== null) note(faint(`To install ${name}: ${install.command ?? install.page}`));
  }
}

export async function showTunnelLog(flags: ServiceFlags, typed: Typed): Promise<void> {
  const { call } = runningService(flags.data, typed);
  const { getTunnelLog: row } = tunnelOperations;
  const answer = await call(row);
  if (flags.json === true) return printJson(answer);
  const { lines } = row.response.parse(answer);
  if (lines.length === 0) note("It has said nothing since the service was started.");
  for (const { date, text } of lines) print(`${date}  ${text}`);
}

export interface SetFlags extends ServiceFlags {
  readonly host?: string;
  readonly user?: string;
  readonly port?: string;
  readonly remotePort?: string;
  readonly bindAddress?: string;
  readonly keyFile?: string;
  readonly token?: string;
  readonly forgetToken?: boolean;
  readonly command?: string;
  readonly pattern?: string;
  readonly address?: string;
}

/** On a command line other users of the computer could read it. */
async function tokenOf({ token }: SetFlags): Promise<string | undefined> {
  if (token === undefined) return undefined;
  if (token === "-") return standardInput();
  throw new CommandFailed(
    exitCodes.wrongUse,
    "Others could read a token here: give --token - and the token on standard input.",
  );
}

export async function setTunnel(way: string, flags: SetFlags, typed: Typed): Promise<void> {
  const { data, json, keyFile, token: _given, forgetToken, ...fields } = flags;
  const { call } = runningService(data, typed);
  const token = await tokenOf(flags);
  const body = {
    way,
    ...fields,
    ...(keyFile !== undefined && { keyFile: resolve(keyFile) }),
    ...(token !== undefined && { token }),
    ...(forgetToken === true && { clear: ["token"] }),
  };
  const answer = await call(setRow, { body });
  if (json === true) return printJson(answer);
  const tunnel = tunnelIn(answer);
  show(tunnel, typed);
  if (tunnel.state === "off") note(faint(`To start it: ${typed("tunnel start")}`));
}

export interface StartFlags extends ServiceFlags {
  readonly acceptHostKey?: string;
  readonly wait?: boolean;
}

/** Looks until it is up, or says why not. */
async function follow(call: Client, first: Answer): Promise<Answer> {
  const until = performance.now() + patience;
  let answer = first;
  while (tunnelIn(answer).state === "starting" && performance.now() < until) {
    await sleep(lookInterval);
    answer = await call(getTunnel);
  }
  return answer;
}

async function tellStarted(call: Client, first: Answer, flags: StartFlags, typed: Typed) {
  const answer = flags.wait === false ? first : await follow(call, first);
  const tunnel = tunnelIn(answer);
  if (flags.wait !== false && tunnel.state !== "up") process.exitCode = exitCodes.failed;
  if (flags.json === true) return printJson(answer);
  if (tunnel.state !== "up") return show(tunnel, typed);
  print(`The tunnel is up. Address: ${addressLine(tunnel)}`);
  tellProblem(tunnel, typed);
  const prove = typed(
    `public prove ${tunnel.address === null ? "ADDRESS" : quoted(tunnel.address)}`,
  );
  note(
    faint(`To see whether ${tunnel.address === null ? "its address" : "it"} leads here: ${prove}`),
  );
}

export async function startTunnel(flags: StartFlags, typed: Typed): Promise<void> {
  const { call } = runningService(flags.data, typed);
  const { acceptHostKey } = flags;
  const body = acceptHostKey === undefined ? {} : { acceptHostKey };
  await tellStarted(call, await call(startRow, { body }), flags, typed);
}

export async function restartTunnel(flags: StartFlags, typed: Typed): Promise<void> {
  const { call } = runningService(flags.data, typed);
  const first = await call(tunnelOperations.restartTunnel, { body: {} });
  if (tunnelIn(first).state !== "off") return tellStarted(call, first, flags, typed);
  if (flags.json === true) return printJson(first);
  note(`The tunnel is off. To start it: ${typed("tunnel start")}`);
}

export async function stopTunnel(flags: ServiceFlags, typed: Typed): Promise<void> {
  const { call } = runningService(flags.data, typed);
  const answer = await call(tunnelOperations.stopTunnel);
  if (flags.json === true) return printJson(answer);
  print("The tunnel is off.");
}
