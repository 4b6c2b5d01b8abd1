import { edgeOperations } from "../../contract/server/edge.ts";
import { counted } from "../../contract/counted.ts";
import type { ResponseOf } from "../../contract/operation.ts";
import {
  type ProofStep,
  type PublicAddress,
  publicAddressOperations as operations,
} from "../../contract/server/publicAddress.ts";
import { shownState } from "../../contract/server/reach.ts";
import { isForTrial, isUnsure } from "../../contract/fields/temporaryAddress.ts";
import { type Tunnel, tunnelOperations } from "../../contract/server/tunnels.ts";
import { CommandFailed, exitCodes } from "../failures.ts";
import { hint, note, print, printJson, printLines } from "../terminal/print.ts";
import { keyValueLines } from "../terminal/table.ts";
import { quoted, type Typed } from "../typed.ts";
import { type AddCommand, type Context, show } from "./command.ts";

interface UseFlags {
  readonly preview?: boolean;
  readonly provider?: string;
  readonly proxies?: string;
  readonly temporary?: boolean;
}

const states: Readonly<Record<ReturnType<typeof shownState>, string>> = {
  paused: "paused: visitors are asked to come back later",
  local: "this computer only",
  portOpen: "public port open, no public address set",
  unverified: "not verified yet",
  reachable: "reachable",
  unreachable: "not reachable",
};

const steps: Readonly<Record<ProofStep["step"], string>> = {
  name: "The domain resolves",
  nonce: "This server answers",
  redirect: "A real link redirects",
};

type Preview = ResponseOf<typeof operations.previewPublicAddress>["data"];

const works: Readonly<Record<Preview["bases"][number]["works"], string>> = {
  yes: "keeps working",
  here: "on this computer only",
  no: "doesn't reach this server",
};

const addressOf = ({ address, temporary }: Pick<PublicAddress, "address" | "temporary">) =>
  temporary ? `${address} (temporary: changes when its tunnel restarts)` : address;

/** The address that the last verification was about, where it isn't the present one. */
function otherTried({ proof, address }: PublicAddress): string | null {
  return proof === null || proof.address === address ? null : proof.address;
}

function printStatus(now: PublicAddress): void {
  printLines(
    keyValueLines([
      ["Address", addressOf(now)],
      ["State", states[shownState(now.state, now.door !== null)]],
      ["Port", now.door === null ? "closed" : now.door.address],
      ["Headers", now.provider === "none" ? "none trusted" : now.provider],
      ["Verified", now.provedAt ?? "not since the server started"],
      ["Also checked", otherTried(now)],
    ]),
  );
  for (const base of now.former) note(`Earlier: ${addressOf(base)}`);
}

/** With the public port closed, a verification fails without a word about the port. */
async function noteClosedPort(
  { service: { call }, typed }: Context,
  { address, door }: Pick<PublicAddress, "address" | "door">,
): Promise<void> {
  const { getEdge } = edgeOperations;
  const { addresses } = getEdge.response.parse(await call(getEdge)).data;
  if (addresses.includes(address)) {
    hint("The always-on copy answers there. To see its status", typed("edge"));
  } else if (door === null) {
    hint("The public port is closed. To open it", typed("public open"));
  }
}

function printSteps({ proof }: PublicAddress): void {
  for (const { step, outcome, message, addresses, inside } of proof?.steps ?? []) {
    const details = [
      ...(addresses.length > 0 ? [addresses.join(", ")] : []),
      ...(inside
        ? [
            "checked from inside your network; to be sure, open a link on a phone outside your network",
          ]
        : []),
      ...(message === null ? [] : [message]),
    ];
    const text = details.length > 0 ? `  ${details.join("; ")}` : "";
    print(`${outcome.padEnd(9)}${steps[step].padEnd(23)}${text}`.trimEnd());
  }
}

function showStatus(context: Context): Promise<void> {
  return show(context, operations.getPublicAddress, {}, async ({ data: now }) => {
    printStatus(now);
    printSteps(now);
    if (now.state === "unreachable") await noteClosedPort(context, now);
  });
}

function notePreview({ address, links, qrCodes, bioPages, bases, unasked }: Preview): void {
  const counts = [
    counted(links, "link"),
    counted(qrCodes, "QR code"),
    counted(bioPages, "bio page"),
  ];
  note(`Currently using ${address}: ${counts.join(", ")}.`);
  for (const base of bases) note(`${addressOf(base)}: ${works[base.works]}.`);
  if (unasked === 0) return;
  note(`Not checked: ${counted(unasked, "earlier address", "earlier addresses")}.`);
}

/** Whether the next start of a command has the same name is known to its owner only. */
function noteUnsure(address: string, tunnel: Tunnel, typed: Typed): void {
  if (!isUnsure(address, tunnel)) return;
  note("Waypost can't tell whether your command gets the same address at its next start.");
  hint(
    "If the address changes, mark it as temporary",
    typed(`public use ${quoted(address)} --temporary`),
  );
}

async function useAddress(context: Context<UseFlags>, address: string): Promise<void> {
  const { service, flags, isJson, typed } = context;
  const { provider, proxies } = flags;
  const isLocal = address === "local";
  const { previewPublicAddress: previewOperation } = operations;
  const preview = await service.call(previewOperation, { body: isLocal ? {} : { address } });
  if (flags.preview === true && isJson) return printJson(preview);
  const { getTunnel } = tunnelOperations;
  const { data: tunnel } = getTunnel.response.parse(await service.call(getTunnel));
  const temporary = flags.temporary ?? (isForTrial(address, tunnel) ? true : undefined);
  if (!isJson) {
    notePreview(previewOperation.response.parse(preview).data);
    if (temporary === undefined) noteUnsure(address, tunnel, typed);
  }
  if (flags.preview === true) return;
  const chosen = isLocal ? { local: true } : { address };
  const body = { ...chosen, provider, proxies, temporary };
  await show(context, operations.usePublicAddress, { body }, ({ data: now }) => {
    print(`Short links now start with ${addressOf(now)}.`);
    if (now.state === "unreachable" || now.state === "unverified") {
      hint("To check whether this address reaches this server", typed("public verify"));
    }
  });
}

async function verify(context: Context, address: string | undefined): Promise<void> {
  const operation = operations.provePublicAddress;
  const answer = await context.service.call(operation, { body: { address } });
  const { data: now } = operation.response.parse(answer);
  const hasFailed = now.proof?.steps.some(({ outcome }) => outcome === "failed") === true;
  if (context.isJson) {
    printJson(answer);
    if (hasFailed) process.exitCode = exitCodes.failed;
    return;
  }
  printSteps(now);
  if (hasFailed) {
    const { address: tried } = now.proof ?? now;
    await noteClosedPort(context, { address: tried, door: now.door });
    throw new CommandFailed(exitCodes.failed, `${tried} doesn't reach this server.`);
  }
  const tried = otherTried(now);
  if (tried === null) return;
  hint("To use this address for your short links", context.typed(`public use ${quoted(tried)}`));
}

function setPaused(context: Context, dark: boolean): Promise<void> {
  return show(context, operations.goDark, { body: { dark } }, () =>
    print(dark ? "Paused public access." : "Resumed public access."),
  );
}

export function addPublic(add: AddCommand): void {
  add({
    usage: "status",
    summary: "Show the public address, its port and when it was last verified",
    run: showStatus,
  });
  add({
    usage: "open [port]",
    summary: "Open the public port for a tunnel or proxy, now and at every start",
    examples: ["public open", "public open 4090"],
    run: (context, port: string | undefined) =>
      show(context, operations.openPublicDoor, { body: { port } }, ({ data }) =>
        print(`Opened the public port at ${data.door?.address ?? "?"}.`),
      ),
  });
  add({
    usage: "close",
    summary: "Close the public port",
    run: (context) =>
      show(context, operations.closePublicDoor, {}, () => print("Closed the public port.")),
  });
  add({
    usage: "use <address>",
    summary: "Set the base URL of short links, or local for this computer only",
    options: [
      ["--preview", "only show what uses the current address and what will keep working"],
      ["--provider <name>", "proxy headers to trust: none, cloudflare or forwarded"],
      ["--proxies <list>", "IP addresses of proxies on other computers to trust"],
      ["--temporary", "mark the address as temporary, as with a tunnel's random name"],
    ],
    examples: [
      "public use https://go.example.org --preview",
      "public use https://go.example.org --provider cloudflare",
      "public use local",
    ],
    run: useAddress,
  });
  add({
    usage: "verify [address]",
    summary: "Verify the public address, or another address before you use it",
    description:
      "Verify from outside that the public address, or another address, reaches this server. The exit code is 1 if the address doesn't.",
    examples: ["public verify", "public verify https://go.example.org"],
    run: verify,
  });
  add({
    usage: "pause",
    summary: "Pause public access until you resume it",
    description:
      "Pause public access until you resume it, even after restarts. Visitors are asked to come back later.",
    run: (context) => setPaused(context, true),
  });
  add({
    usage: "resume",
    summary: "Resume public access",
    run: (context) => setPaused(context, false),
  });
}
