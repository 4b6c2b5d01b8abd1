import { flagOf } from "../generated/flags.ts";
import { resolve } from "node:path";
import { type Tunnel, tunnelOperations } from "../../contract/server/tunnels.ts";
import { exitCodes } from "../failures.ts";
import type { Answer } from "../service/client.ts";
import { poll } from "../service/followJob.ts";
import { hint, note, print, printJson, printLines } from "../terminal/print.ts";
import { keyValueLines } from "../terminal/table.ts";
import { tokenOf } from "../terminal/secretInput.ts";
import { quoted, type Typed } from "../typed.ts";
import { type AddCommand, type Context, show } from "./command.ts";

const { getTunnel, setTunnel, startTunnel, restartTunnel, stopTunnel } = tunnelOperations;

/** How long a start may take; milliseconds. */
const patience = 40_000;

const states: Readonly<Record<Tunnel["state"], string>> = {
  off: "off",
  starting: "starting",
  up: "up",
  waiting: "waiting for the next attempt",
  failed: "failed, needs your attention",
};

function tunnelIn(answer: Answer): Tunnel {
  return getTunnel.response.parse(answer).data;
}

function settingsText({ settings }: Tunnel): string {
  const given = Object.entries(settings).filter(([, value]) => value !== null);
  return given.map(([name, value]) => `--${flagOf(name)} ${quoted(String(value))}`).join(" ");
}

function tokenText({ token }: Tunnel): string {
  if (token === null) return "none";
  return token.protection === "system"
    ? `stored in ${token.path}, encrypted with the system keychain (${token.keeper ?? "unknown"})`
    : `stored in ${token.path}, which only you can read; not encrypted`;
}

function addressText({ address, temporary }: Tunnel): string {
  if (address === null) return "unknown";
  return temporary ? `${address} (temporary: changes at the next start)` : address;
}

/** Values are safe to print: the service clears the output of other programs. */
function printStatus(tunnel: Tunnel, typed: Typed): void {
  if (tunnel.way === null) {
    return hint("No tunnel is set up yet. To set up a tunnel", typed("tunnel set --help"));
  }
  printLines(
    keyValueLines([
      ["Type", tunnel.way],
      ["Settings", settingsText(tunnel)],
      ["Token", tunnel.way === "cloudflared-named" ? tokenText(tunnel) : null],
      ["State", `${states[tunnel.state]} since ${tunnel.since}`],
      ["Next attempt", tunnel.nextTry],
      ["Target", tunnel.target ?? "none: the public port is closed"],
      ["Address", addressText(tunnel)],
    ]),
  );
  noteProblem(tunnel, typed);
}

function noteProblem({ problem }: Tunnel, typed: Typed): void {
  if (problem === null) return;
  note(problem.message);
  const { fingerprint } = problem.values;
  const isShown = problem.code === "hostKeyUnknown" || problem.code === "hostKeyOther";
  if (isShown && fingerprint !== undefined && fingerprint !== "") {
    hint("To accept the key", typed(`tunnel start --accept-host-key ${fingerprint}`));
  }
  if (problem.code === "doorClosed") hint("To open the port", typed("public open"));
}

interface SetFlags {
  readonly keyFile?: string;
  readonly token?: string;
  readonly forgetToken?: boolean;
}

async function set(context: Context<SetFlags>, way: string): Promise<void> {
  const { data: _data, json: _json, keyFile, forgetToken, ...fields } = context.flags;
  const body = {
    way,
    ...fields,
    token: await tokenOf(fields.token),
    keyFile: keyFile === undefined ? undefined : resolve(keyFile),
    ...(forgetToken === true && { clear: ["token"] }),
  };
  await show(context, setTunnel, { body }, ({ data: tunnel }) => {
    printStatus(tunnel, context.typed);
    if (tunnel.state === "off") hint("To start the tunnel", context.typed("tunnel start"));
  });
}

interface StartFlags {
  readonly acceptHostKey?: string;
  readonly wait?: boolean;
}

async function finishStart(
  { service: { call }, flags, isJson, typed }: Context<StartFlags>,
  first: Answer,
): Promise<void> {
  const isAwaited = flags.wait !== false;
  const end = performance.now() + (isAwaited ? patience : 0);
  const answer = await poll(
    first,
    () => call(getTunnel),
    (one) => tunnelIn(one).state !== "starting" || performance.now() >= end,
  );
  const tunnel = tunnelIn(answer);
  if (isAwaited && tunnel.state !== "up") process.exitCode = exitCodes.failed;
  if (isJson) return printJson(answer);
  if (tunnel.state !== "up") return printStatus(tunnel, typed);
  print(`Started the tunnel. Address: ${addressText(tunnel)}`);
  noteProblem(tunnel, typed);
  const { address } = tunnel;
  const verify = typed(`public verify ${address === null ? "ADDRESS" : quoted(address)}`);
  hint(
    `To check whether ${address === null ? "the tunnel's address" : "this address"} reaches this server`,
    verify,
  );
}

const noWait = ["--no-wait", "don't wait until the tunnel is up"] as const;

export function addTunnel(add: AddCommand): void {
  add({
    usage: "status",
    summary: "Show the tunnel, its state and its address",
    run: (context) => show(context, getTunnel, {}, ({ data }) => printStatus(data, context.typed)),
  });
  add({
    usage: "set <type>",
    summary: "Set up the tunnel",
    description:
      "Set up the tunnel. The type is ssh (your own server), cloudflared-named (Cloudflare, your own domain), cloudflared-quick (Cloudflare, a temporary address), tailscale-funnel, command (another tunnel program) or pasted (an address that you already have).",
    options: [
      ["--host <name>", "ssh: hostname of the server"],
      ["--user <name>", "ssh: username on the server"],
      ["--port <n>", "ssh: SSH port of the server (default: 22)"],
      ["--remote-port <n>", "ssh: port on which the server listens for visitors"],
      [
        "--bind-address <address>",
        "ssh: address on which the server listens (default: the server's choice)",
      ],
      ["--key-file <file>", "ssh: file with the private key"],
      ["--token <->", "cloudflared-named: - to read the token from standard input"],
      ["--forget-token", "cloudflared-named: delete the stored token"],
      [
        "--command <line>",
        "command: program with arguments, run without a shell; {port} is the public port",
      ],
      [
        "--pattern <regexp>",
        "command: regular expression whose first group is the address in the output",
      ],
      ["--address <url>", "address that visitors use, if you know it"],
    ],
    examples: [
      "tunnel set ssh --host go.example.org --user me --remote-port 8080 --address https://go.example.org",
      "tunnel set cloudflared-named --token -",
      "tunnel set command --command 'bore local {port} --to bore.example.org'",
    ],
    run: set,
  });
  add({
    usage: "start",
    summary: "Start the tunnel now and whenever the server starts",
    options: [
      [
        "--accept-host-key <fingerprint>",
        "ssh: accept the server key with this fingerprint, after you have compared it",
      ],
      noWait,
    ],
    examples: [
      "tunnel start",
      "tunnel start --accept-host-key SHA256:7HYHkPlPBH4ZFVdZDCN0dGKLMHcXuEGCvlzzhGvZ2x4",
    ],
    async run(context: Context<StartFlags>) {
      const { acceptHostKey } = context.flags;
      await finishStart(
        context,
        await context.service.call(startTunnel, { body: { acceptHostKey } }),
      );
    },
  });
  add({
    usage: "restart",
    summary: "Restart the tunnel if it's on",
    options: [noWait],
    async run(context: Context<StartFlags>) {
      const answer = await context.service.call(restartTunnel, { body: {} });
      if (tunnelIn(answer).state !== "off") return finishStart(context, answer);
      if (context.isJson) return printJson(answer);
      hint("The tunnel is off. To start it", context.typed("tunnel start"));
    },
  });
  add({
    usage: "stop",
    summary: "Stop the tunnel until you start it again",
    run: (context) => show(context, stopTunnel, {}, () => print("Stopped the tunnel.")),
  });
}
