import { edgeOperations } from "../contract/edge.ts";
import type { ResponseOf } from "../contract/operation.ts";
import {
  type ProofStep,
  type PublicAddress,
  publicAddressOperations as rows,
} from "../contract/publicAddress.ts";
import { shownState } from "../contract/reach.ts";
import { isForTrial, isUnsure } from "../contract/temporaryAddress.ts";
import { type Tunnel, tunnelOperations } from "../contract/tunnels.ts";
import type { Answer, Client } from "./client.ts";
import { CommandFailed, exitCodes } from "./exitCodes.ts";
import { faint, note, print, printJson } from "./output.ts";
import { runningService, type ServiceFlags } from "./runningService.ts";
import { quoted, type Typed } from "./typed.ts";

export interface UseFlags extends ServiceFlags {
  readonly preview?: boolean;
  readonly provider?: string;
  readonly proxies?: string;
  readonly temporary?: boolean;
}

const states: Readonly<Record<ReturnType<typeof shownState>, string>> = {
  dark: "dark: everybody outside is told to come later",
  local: "this computer only",
  portOpen: "public port open, no public address set",
  unproved: "not proved yet",
  answering: "answering",
  silent: "not answering",
};

const steps: Readonly<Record<ProofStep["step"], string>> = {
  name: "The name resolves",
  nonce: "This service answers",
  redirect: "A real link redirects",
};

type GivenOut = ResponseOf<typeof rows.previewPublicAddress>["data"];

const works: Readonly<Record<GivenOut["bases"][number]["works"], string>> = {
  yes: "goes on working",
  here: "on this computer only",
  no: "does not lead here",
};

function publicIn(answer: Answer): PublicAddress {
  return rows.getPublicAddress.response.parse(answer).data;
}

const addressOf = ({ address, temporary }: Pick<PublicAddress, "address" | "temporary">) =>
  temporary ? `${address} (temporary: gone when its tunnel starts again)` : address;

function show(now: PublicAddress): void {
  const lines: readonly (readonly [title: string, text: string])[] = [
    ["Address", addressOf(now)],
    ["State", states[shownState(now.state, now.door !== null)]],
    ["Door", now.door === null ? "closed" : now.door.address],
    ["Headers", now.provider === "none" ? "none believed" : now.provider],
    ["Proved", now.provedAt ?? "never since the start"],
  ];
  for (const [title, text] of lines) print(`${title.padEnd(10)}${text}`);
  for (const base of now.former) note(faint(`Before: ${addressOf(base)}`));
}

/** Whoever has given an address without its door sees the mere failure of a proof, not why. */
async function tellClosedDoor(
  call: Client,
  { address, door }: Pick<PublicAddress, "address" | "door">,
  typed: Typed,
): Promise<void> {
  const { addresses } = edgeOperations.getEdge.response.parse(
    await call(edgeOperations.getEdge),
  ).data;
  if (addresses.includes(address)) {
    // Nobody comes through the door to what a mirror answers for.
    note(faint(`The always-on copy answers there. To see how it is: ${typed("edge")}`));
  } else if (door === null) {
    note(faint(`The public door is closed. To open it: ${typed("public open")}`));
  }
}

function showSteps({ proof }: PublicAddress): void {
  for (const { step, outcome, message, addresses, inside } of proof?.steps ?? []) {
    const more = [
      ...(addresses.length > 0 ? [addresses.join(", ")] : []),
      ...(inside ? ["from inside: open a link on a phone outside your network to be sure"] : []),
      ...(message === null ? [] : [message]),
    ];
    const told = more.length > 0 ? `  ${more.join("; ")}` : "";
    print(`${outcome.padEnd(9)}${steps[step].padEnd(23)}${told}`.trimEnd());
  }
}

/** Asks for one thing, and shows what is so after it. */
async function ask(
  flags: ServiceFlags,
  typed: Typed,
  question: (call: ReturnType<typeof runningService>["call"]) => Promise<Answer>,
): Promise<PublicAddress | null> {
  const answer = await question(runningService(flags.data, typed).call);
  if (flags.json === true) printJson(answer);
  return flags.json === true ? null : publicIn(answer);
}

export async function showPublic(flags: ServiceFlags, typed: Typed): Promise<void> {
  const now = await ask(flags, typed, (call) => call(rows.getPublicAddress));
  if (now === null) return;
  show(now);
  if (now.proof !== null && now.proof.address !== now.address) {
    print(`Tried     ${now.proof.address}`);
  }
  showSteps(now);
  if (now.state === "silent") {
    await tellClosedDoor(runningService(flags.data, typed).call, now, typed);
  }
}

export async function openDoor(
  port: string | undefined,
  flags: ServiceFlags,
  typed: Typed,
): Promise<void> {
  const now = await ask(flags, typed, (call) =>
    call(rows.openPublicDoor, { body: port === undefined ? {} : { port } }),
  );
  if (now !== null) print(`The public door is open at ${now.door?.address ?? "?"}.`);
}

export async function closeDoor(flags: ServiceFlags, typed: Typed): Promise<void> {
  const now = await ask(flags, typed, (call) => call(rows.closePublicDoor));
  if (now !== null) print("The public door is closed.");
}

export async function goDark(isDark: boolean, flags: ServiceFlags, typed: Typed): Promise<void> {
  const now = await ask(flags, typed, (call) => call(rows.goDark, { body: { dark: isDark } }));
  if (now === null) return;
  print(isDark ? "Everybody outside is told to come later." : "Visitors are let in again.");
}

function tell({ address, links, qrCodes, bioPages, bases, unasked }: GivenOut): void {
  note(`Given out under ${address}: links ${links}, QR codes ${qrCodes}, bio pages ${bioPages}.`);
  for (const base of bases) note(`${addressOf(base)}: ${works[base.works]}.`);
  if (unasked > 0) {
    note(
      unasked === 1
        ? "1 earlier address was not asked."
        : `${unasked.toLocaleString("en")} earlier addresses were not asked.`,
    );
  }
}

/** Of a name that a command told: whether it is the same at the next start. */
function tellUnsure(address: string, tunnel: Tunnel, typed: Typed): void {
  if (!isUnsure(address, tunnel)) return;
  note("Only you know whether your command gets this name again at its next start.");
  const temporary = typed(`public use ${quoted(address)} --temporary`);
  note(faint(`If it is another one then, mark what is given out with it: ${temporary}`));
}

export async function useAddress(address: string, flags: UseFlags, typed: Typed): Promise<void> {
  const { provider, proxies } = flags;
  const isLocal = address === "local";
  const { call } = runningService(flags.data, typed);
  const body = isLocal ? {} : { address };
  const given = await call(rows.previewPublicAddress, { body });
  if (flags.preview === true && flags.json === true) return printJson(given);
  const { data: tunnel } = tunnelOperations.getTunnel.response.parse(
    await call(tunnelOperations.getTunnel),
  );
  const temporary = flags.temporary ?? (isForTrial(address, tunnel) ? true : undefined);
  if (flags.json !== true) {
    tell(rows.previewPublicAddress.response.parse(given).data);
    if (temporary === undefined) tellUnsure(address, tunnel, typed);
  }
  if (flags.preview === true) return;
  const now = await ask(flags, typed, () =>
    call(rows.usePublicAddress, {
      body: {
        ...(isLocal ? { local: true } : { address }),
        ...(provider !== undefined && { provider }),
        ...(proxies !== undefined && { proxies }),
        ...(temporary !== undefined && { temporary }),
      },
    }),
  );
  if (now === null) return;
  print(`Short addresses begin with ${addressOf(now)} from now on.`);
  if (now.state === "silent" || now.state === "unproved") {
    note(faint(`To see whether it leads here: ${typed("public prove")}`));
  }
}

export async function proveAddress(
  address: string | undefined,
  flags: ServiceFlags,
  typed: Typed,
): Promise<void> {
  const { call } = runningService(flags.data, typed);
  const answer = await call(rows.provePublicAddress, {
    body: address === undefined ? {} : { address },
  });
  const now = publicIn(answer);
  const isFailed = now.proof?.steps.some(({ outcome }) => outcome === "failed") === true;
  if (flags.json === true) {
    printJson(answer);
    if (isFailed) process.exitCode = exitCodes.failed;
    return;
  }
  showSteps(now);
  if (isFailed) {
    const { address: tried } = now.proof ?? now;
    await tellClosedDoor(call, { address: tried, door: now.door }, typed);
    throw new CommandFailed(exitCodes.failed, `${now.proof?.address ?? ""} does not lead here.`);
  }
  if (now.proof !== null && now.proof.address !== now.address) {
    const use = typed(`public use ${quoted(now.proof.address)}`);
    note(faint(`To begin short addresses with it: ${use}`));
  }
}
