import { setTimeout as sleep } from "node:timers/promises";
import {
  type Edge,
  type EdgeAtHomeReason,
  type EdgeLinkReason,
  edgeOperations,
  type EdgeStep,
  mostCampaignLinks,
} from "../contract/edge.ts";
import type { Answer, Client } from "./client.ts";
import { CommandFailed, exitCodes } from "./exitCodes.ts";
import { faint, note, print, printJson } from "./output.ts";
import { runningService, type ServiceFlags } from "./runningService.ts";
import { standardInput } from "./standardInput.ts";
import type { Typed } from "./typed.ts";
import { refuseFileThere, writeWhole } from "./writeWhole.ts";

/** How often work that goes on is looked at; milliseconds. */
const lookInterval = 300;

const steps: Readonly<Record<EdgeStep, string>> = {
  token: "Cloudflare takes the token",
  account: "The account is found",
  database: "The database is there",
  worker: "The Worker is uploaded",
  address: "It answers",
  domains: "Your domains lead there",
  adopt: "This Waypost writes there, and no other",
  push: "Everything is brought there",
  prove: "It is proved, by a question and a link",
  drain: "What visitors left is fetched",
  wipe: "What visitors left is fetched, and the mirror is emptied",
  delete: "Worker and database are deleted",
};

const reasons: Readonly<Record<EdgeLinkReason, string>> = {
  password: "asks for a password",
  tooLarge: "is too large",
  budget: "the day's budget",
  problem: "the edge can't be reached",
};

const atHomeReasons: Readonly<Record<EdgeAtHomeReason, string>> = {
  links: `has more than ${mostCampaignLinks.toLocaleString("en")} links`,
  list: "its list is too long",
  picture: "its picture is too large",
  logo: "its logo is gone",
};

const howToMakeToken = `A token of Cloudflare's is needed, for one account, that may: Account, Workers Scripts, Edit; Account, D1, Edit;
for a domain of yours also: Zone, Workers Routes, Edit. Make it at https://dash.cloudflare.com/profile/api-tokens
It is used and forgotten. Give it on standard input:`;

function edgeIn(answer: Answer): Edge {
  return edgeOperations.getEdge.response.parse(answer).data;
}

const count = (number: number) => number.toLocaleString("en");
const rowsIn = (number: number) => `${count(number)} ${number === 1 ? "row" : "rows"}`;

/** What to type against a problem; the others go by themselves, or say what helps. */
const wayOut: Readonly<Record<string, string>> = {
  foreign: "edge take-over --token -",
  secretMissing: "edge take-over --token -",
  secretLocked: "edge take-over --token -",
  mirrorThere: "edge take-over --token -",
  mirrorMissing: "edge set-up --token -",
  otherOwner: "edge take-over",
  copied: "edge take-over",
  otherWorker: "edge set-up --token -",
  nameTaken: "edge set-up --token - --name another",
};

function noteProblem({ code, message }: NonNullable<Edge["problem"]>, typed: Typed): void {
  note(message);
  const way = wayOut[code];
  if (way !== undefined) note(faint(`To go on: ${typed(way)}`));
}

/** What else than links answers here alone; "": nothing does. */
function atHomeIn({ atHome: { campaigns, pictures } }: Edge): string {
  return [
    ...(campaigns === 0
      ? []
      : [`${count(campaigns)} public campaign${campaigns === 1 ? "" : "s"}`]),
    ...(pictures === 0
      ? []
      : [
          `${pictures === 1 ? "the picture" : "the pictures"} of ${count(pictures)} QR code${pictures === 1 ? "" : "s"}`,
        ]),
  ].join(", ");
}

function rowsOf(edge: Edge): readonly (readonly [title: string, text: string])[] {
  const { worker, push, drain, meter, links, check } = edge;
  const atHome = atHomeIn(edge);
  const waiting = push.waiting === 0 ? "" : `, ${count(push.waiting)} more wait`;
  const left = drain.waiting ?? 0;
  return [
    ["Address", edge.addresses.join(", ")],
    ...(edge.dark ? [["Dark", "yes: everybody is told to come later, there too"] as const] : []),
    ["Printed", edge.printed ? "yes: short addresses begin with it" : "no"],
    [
      "Worker",
      `${worker.version ?? "not known"}${worker.outdated ? `; this is ${worker.own}` : ""}`,
    ],
    ["Pushed", `${push.at ?? "not yet"}, ${rowsIn(push.rows)}${waiting}`],
    ["Fetched", `${drain.at ?? "not yet"}${left === 0 ? "" : `, ${count(left)} wait there`}`],
    [
      "Links",
      `${count(links.mirrored)} mirrored, ${count(links.waiting)} waiting, ${count(links.notMirrored)} not`,
    ],
    ...(atHome === "" ? [] : [["At home", atHome] as const]),
    ...(meter === null
      ? []
      : [
          [
            "Today",
            `${count(meter.written)} of ${count(meter.limit)} rows, about ${count(meter.forecast)} by midnight UTC`,
          ] as const,
        ]),
    ...(check === null
      ? []
      : [["Compared", `${check.at}, ${rowsIn(check.differences)} differed`] as const]),
    ...(drain.lost === 0 ? [] : [["Lost", `${count(drain.lost)} clicks, at the edge`] as const]),
  ];
}

function show(edge: Edge, typed: Typed): void {
  if (edge.set) for (const [title, text] of rowsOf(edge)) print(`${title.padEnd(10)}${text}`);
  if (edge.meter?.warns === true) note("At this rate the day's rows won't last.");
  if (edge.problem !== null) noteProblem(edge.problem, typed);
  if (!edge.set) showAttempt(edge, typed);
  if (edge.worker.outdated) note(faint(`To renew the Worker: ${typed("edge set-up --token -")}`));
}

/** Of a mirror that isn't there: whether one is being made, and what kept the last one from it. */
function showAttempt({ setUp }: Edge, typed: Typed): void {
  if (setUp !== null && setUp.endedAt === null) {
    const now = setUp.steps.find(({ outcome }) => outcome === "running");
    return note(`One is being made${now === undefined ? "" : `; under way: ${now.step}`}.`);
  }
  if (setUp?.problem != null) {
    note("The last try came to nothing:");
    return noteProblem(setUp.problem, typed);
  }
  note(faint(`To make one: ${typed("edge set-up")}`));
}

export async function showEdge(flags: ServiceFlags, typed: Typed): Promise<void> {
  const { call } = runningService(flags.data, typed);
  const answer = await call(edgeOperations.getEdge);
  if (flags.json === true) return printJson(answer);
  show(edgeIn(answer), typed);
}

interface TokenFlags extends ServiceFlags {
  readonly token?: string;
  readonly wait?: boolean;
}

export interface SetUpFlags extends TokenFlags {
  readonly account?: string;
  readonly name?: string;
  readonly domain?: readonly string[];
}

/** On a command line other users of the computer could read it. */
async function tokenOf({ token }: TokenFlags): Promise<string | undefined> {
  if (token === undefined) return undefined;
  if (token === "-") {
    const typedIn = await standardInput();
    if (typedIn !== "") return typedIn;
    throw new CommandFailed(exitCodes.wrongUse, "No token came on standard input.");
  }
  throw new CommandFailed(
    exitCodes.wrongUse,
    "Others could read a token here: give --token - and the token on standard input.",
  );
}

/** Tells each step as it is done, until the last one is. */
async function follow(call: Client, first: Answer, isTold: boolean): Promise<Answer> {
  const told = new Set<EdgeStep>();
  let answer = first;
  for (;;) {
    const { setUp } = edgeIn(answer);
    for (const { step, outcome } of setUp?.steps ?? []) {
      if (!isTold || outcome !== "ok" || told.has(step)) continue;
      told.add(step);
      print(`${steps[step]}.`);
    }
    if (setUp?.endedAt !== null) return answer;
    await sleep(lookInterval);
    answer = await call(edgeOperations.getEdge);
  }
}

async function tellEnd(
  call: Client,
  first: Answer,
  flags: TokenFlags,
  typed: Typed,
  removed = "",
): Promise<void> {
  const isShown = flags.json !== true;
  const answer = flags.wait === false ? first : await follow(call, first, isShown);
  const edge = edgeIn(answer);
  const problem = edge.setUp?.problem ?? null;
  if (problem !== null) process.exitCode = exitCodes.failed;
  if (!isShown) return printJson(answer);
  if (problem !== null) {
    noteProblem(problem, typed);
    for (const { id, name } of edge.setUp?.accounts ?? []) note(`  --account ${id}  ${name}`);
    return;
  }
  if (edge.setUp?.endedAt === null) return note(faint(`To see how it goes: ${typed("edge")}`));
  if (!edge.set) return print(removed);
  print(`The mirror answers at ${edge.addresses.join(", ")}`);
  if (!edge.printed) {
    // A name of the owner's own can be led elsewhere later; one below workers.dev can't.
    const [below, own = below] = edge.addresses;
    note(faint(`To print short addresses with it: ${typed(`public use ${own}`)}`));
  }
}

export async function setUpEdge(flags: SetUpFlags, typed: Typed): Promise<void> {
  const { account, name, domain } = flags;
  const token = await tokenOf(flags);
  if (token === undefined) {
    throw new CommandFailed(
      exitCodes.wrongUse,
      `${howToMakeToken}\n${typed("edge set-up --token - < token.txt")}`,
    );
  }
  const { call } = runningService(flags.data, typed);
  const body = { token, account, name, domains: domain };
  await tellEnd(call, await call(edgeOperations.setUpEdge, { body }), flags, typed);
}

export async function takeOverEdge(flags: SetUpFlags, typed: Typed): Promise<void> {
  const { call } = runningService(flags.data, typed);
  const { account, name } = flags;
  const token = await tokenOf(flags);
  if (token === undefined && !edgeIn(await call(edgeOperations.getEdge)).set) {
    throw new CommandFailed(
      exitCodes.wrongUse,
      `This Waypost knows no mirror yet. ${howToMakeToken}\n${typed("edge take-over --token - < token.txt")}`,
    );
  }
  const body = { token, account, name };
  await tellEnd(call, await call(edgeOperations.takeOverEdge, { body }), flags, typed);
}

export interface RemoveFlags extends TokenFlags {
  readonly forget?: boolean;
}

export async function removeEdge(flags: RemoveFlags, typed: Typed): Promise<void> {
  const { call } = runningService(flags.data, typed);
  const { forget } = flags;
  const token = await tokenOf(flags);
  const before = await call(edgeOperations.getEdge);
  const { set: isThere, name, printed: isPrinted } = edgeIn(before);
  if (!isThere && flags.json !== true) {
    print("This Waypost has no mirror to remove.");
    const first = typed("edge take-over --token -");
    return note(faint(`If one is left at Cloudflare, take it over first: ${first}`));
  }
  let removed = "The mirror is removed.";
  if (token === undefined) {
    removed =
      forget === true
        ? `The mirror is given up here. Worker and database ${name} stay in your account, with what they hold.`
        : `The mirror is emptied and given up. Worker and database ${name} stay in your account: delete them on Cloudflare's page.`;
  }
  const answer = await call(edgeOperations.removeEdge, { body: { token, forget } });
  await tellEnd(call, answer, flags, typed, removed);
  if (flags.json !== true && isPrinted) {
    note("Short addresses begin with the mirror's address, where nobody answers then.");
    note(faint(`To print another: ${typed("public use <address>")}`));
  }
}

const works = {
  push: { row: edgeOperations.pushEdge, done: "Both sides agree." },
  drain: { row: edgeOperations.drainEdge, done: "Everything that visitors left is here." },
  check: { row: edgeOperations.checkEdge, done: "Both sides were compared, and agree." },
} as const;

/** Starts it, and looks until it has ended. */
export async function doNow(
  what: keyof typeof works,
  flags: ServiceFlags,
  typed: Typed,
): Promise<void> {
  const { call } = runningService(flags.data, typed);
  const { row, done } = works[what];
  let answer = await call(row);
  const goesOn = ({ push, drain }: Edge) => (what === "drain" ? drain.running : push.running);
  while (goesOn(edgeIn(answer))) {
    await sleep(lookInterval);
    answer = await call(edgeOperations.getEdge);
  }
  const edge = edgeIn(answer);
  if (edge.problem !== null) process.exitCode = exitCodes.failed;
  if (flags.json === true) return printJson(answer);
  show(edge, typed);
  if (edge.problem !== null) return;
  const isLeft = what !== "drain" && edge.push.waiting > 0;
  print(isLeft ? "What waits goes when the day's budget begins anew." : done);
}

export interface ScriptFlags extends ServiceFlags {
  readonly out?: string;
  readonly replace?: boolean;
}

export async function fetchScript(flags: ScriptFlags, typed: Typed): Promise<void> {
  const { transfers } = runningService(flags.data, typed);
  const { out, replace = false } = flags;
  if (out !== undefined) await refuseFileThere(out, replace);
  const { content } = await transfers.download(edgeOperations.getEdgeScript, {});
  if (out === undefined) {
    for await (const piece of content) process.stdout.write(piece);
    return;
  }
  const bytes = await writeWhole(out, content, { isReplacing: replace });
  if (flags.json === true) return printJson({ error: 0, file: out, bytes });
  note(`${out}: ${count(bytes)} bytes. Paste it into the Worker on Cloudflare's page.`);
}

export interface LinksFlags extends ServiceFlags {
  readonly state?: string;
  readonly page?: string;
  readonly limit?: string;
}

export async function listLinks(flags: LinksFlags, typed: Typed): Promise<void> {
  const { call } = runningService(flags.data, typed);
  const { state, page, limit } = flags;
  const edge = flags.json === true ? null : edgeIn(await call(edgeOperations.getEdge));
  if (edge?.set === false) return show(edge, typed);
  const answer = await call(edgeOperations.listEdgeLinks, { query: { state, page, limit } });
  if (edge === null) return printJson(answer);
  const { links, ...pages } = edgeOperations.listEdgeLinks.response.parse(answer).data;
  for (const { shorturl, state: now, reason } of links) {
    print(`${now.padEnd(12)}${shorturl}${reason === null ? "" : `  ${reasons[reason]}`}`);
  }
  note(faint(`${count(pages.result)} links, page ${pages.currentpage} of ${pages.maxpage}`));
  if (state !== undefined && state !== "notMirrored") return;
  const atHome = atHomeIn(edge);
  if (atHome !== "") note(`At home only, too: ${atHome}. To list: ${typed("edge at-home")}`);
}

export async function listAtHome(flags: LinksFlags, typed: Typed): Promise<void> {
  const { call } = runningService(flags.data, typed);
  const edge = flags.json === true ? null : edgeIn(await call(edgeOperations.getEdge));
  if (edge?.set === false) return show(edge, typed);
  const { page, limit } = flags;
  const answer = await call(edgeOperations.listEdgeAtHome, { query: { page, limit } });
  if (edge === null) return printJson(answer);
  const { records, ...pages } = edgeOperations.listEdgeAtHome.response.parse(answer).data;
  for (const { kind, id, name, reason } of records) {
    print(`${kind.padEnd(10)}${id}  ${name}  ${atHomeReasons[reason]}`);
  }
  note(faint(`${count(pages.result)} records, page ${pages.currentpage} of ${pages.maxpage}`));
}
