import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { callPrefix } from "../../src/mirror/wire/calls.ts";
import { type LocalEdge, startLocalEdge } from "../support/localEdge.ts";
import { makeMirroredFolder } from "../support/mirroredFolder.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { chrome } from "../support/userAgents.ts";

export interface WeekFigures {
  readonly changes: number;
  readonly clicks: number;
  /** Rows that differed, and lines that waited, when the network was back. */
  readonly rows: number;
  readonly lines: number;
  /** Rows that the day was said to cost, and those that it had cost when both sides agreed. */
  readonly forecast: number;
  readonly spent: number;
  /** Of the command that brought both sides together. */
  readonly milliseconds: number;
  /** Sentences. */
  readonly faults: readonly string[];
}

export interface Week {
  readonly links: number;
  readonly changes: number;
  readonly clicks: number;
}

const days = 7;
const day = 86_400_000;
/** Milliseconds before midnight. */
const evening = 4 * 3_600_000;
const rowsOfDay = 100_000;
/** By which a day begins at the edge: no call's, and no click. */
const rowsOfMidnight = 1;

/**
 * A home that has no network for a week, while its owner goes on making and changing links there and
 * its mirror goes on answering visitors: one command later both sides agree.
 */
export async function weekOffline(
  { links, changes, clicks }: Week,
  tell: (line: string) => void = () => {},
): Promise<WeekFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), "waypost-week-"));
  const faults: string[] = [];
  /** The network's time, at first eight in the evening a week ago: that home's own is another is no hindrance. */
  let now = Math.floor(Date.now() / day) * day - evening - days * day;
  let writtenBefore = 0;
  const edge = await startLocalEdge({
    clock: () => now,
    budget: () => rowsOfDay - (edge.database.written() - writtenBefore),
  });
  let home: TestServer | null = null;
  try {
    await makeMirroredFolder(dataDir, edge);
    home = await startTestServer({ dataDir, checkAnswers: false });
    const made = await addLinks(home, links, "old");
    await command(home, "push");
    const counts = new Map<number, number>();
    cutHomeOff(edge);
    for (let passed = 1; passed <= days; passed += 1) {
      now += day;
      writtenBefore = edge.database.written();
      await changeLinks(home, { made, changes: share(changes, passed), day: passed });
      await visitLinks(edge, made, share(clicks, passed), counts);
      tell(`day ${passed}: ${edge.database.written() - writtenBefore} rows written at the edge`);
    }
    await edge.settled();

    // Home can look, and not act yet: what is told then is what its owner knows beforehand.
    edge.cut((path) => (/(state|list)$/.test(path) ? "open" : "cutBefore"));
    await command(home, "push");
    const told = await edgeOf(home);
    edge.cut(() => "open");
    const began = performance.now();
    const agreed = await command(home, "push");
    const milliseconds = Math.round(performance.now() - began);
    const spent = agreed.meter.written;

    if (agreed.problem !== null) faults.push(agreed.problem.message);
    if (agreed.push.waiting > 0) faults.push(`${agreed.push.waiting} rows still differ`);
    if (agreed.drain.waiting !== 0) faults.push(`${agreed.drain.waiting} lines still wait`);
    if (spent > told.meter.forecast) faults.push(`${spent} rows, and ${told.meter.forecast} told`);
    faults.push(...(await meterFaults(home, () => edge.database.written() - writtenBefore)));
    const checked = await command(home, "check");
    if (checked.check?.differences !== 0) faults.push("a check row by row found differences");
    faults.push(...(await clickFaults(home, counts)), ...(await visitFaults(home, edge, made)));
    return {
      changes,
      clicks,
      rows: told.push.waiting,
      lines: told.drain.waiting,
      forecast: told.meter.forecast,
      spent,
      milliseconds,
      faults,
    };
  } finally {
    await home?.close();
    await edge.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const share = (all: number, passed: number) =>
  Math.floor((all * passed) / days) - Math.floor((all * (passed - 1)) / days);

async function ask(home: TestServer, method: string, path: string, body?: unknown) {
  const answer = await home.api(method, path, body, home.localKey);
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body;
}

const edgeOf = async (home: TestServer) => (await ask(home, "GET", "/api/edge")).data;
const command = async (home: TestServer, name: "push" | "check") =>
  (await ask(home, "POST", `/api/edge/${name}`)).data;

/** Visitors come all the while. */
function cutHomeOff(edge: LocalEdge): void {
  edge.cut((path) => (path.startsWith(callPrefix) ? "cutBefore" : "open"));
}

interface MadeLink {
  readonly id: number;
  readonly alias: string;
}

async function addLinks(home: TestServer, count: number, name: string): Promise<MadeLink[]> {
  const made: MadeLink[] = [];
  for (let at = 0; at < count; at += 1) {
    const custom = `${name}-${at}`;
    const body = { url: `https://example.com/${custom}`, custom };
    made.push({ id: (await ask(home, "POST", "/api/url/add", body)).id, alias: custom });
  }
  return made;
}

/** New links, links that lead elsewhere, links that go; what was clicked at the edge stays. */
async function changeLinks(
  home: TestServer,
  of: { readonly made: readonly MadeLink[]; readonly changes: number; readonly day: number },
): Promise<void> {
  const fresh = await addLinks(home, Math.ceil(of.changes * 0.4), `day-${of.day}`);
  const gone = fresh.filter((_, at) => at % 4 === 0);
  for (const { id } of gone) await ask(home, "DELETE", `/api/url/${id}/delete`);
  for (let left = of.changes - fresh.length - gone.length; left > 0; left -= 1) {
    const { id } = of.made[(left * 7 + of.day) % of.made.length] ?? { id: 0 };
    const url = `https://example.com/day/${of.day}/${left}`;
    await ask(home, "PUT", `/api/url/${id}/update`, { url });
  }
}

const visitorsAtOnce = 8;

async function visitLinks(
  edge: LocalEdge,
  made: readonly MadeLink[],
  clicks: number,
  counts: Map<number, number>,
): Promise<void> {
  let left = clicks;
  const visitor = async () => {
    while (left > 0) {
      left -= 1;
      const { id, alias } = made[(left * left) % made.length] ?? { id: 0, alias: "" };
      counts.set(id, (counts.get(id) ?? 0) + 1);
      const headers = { "user-agent": chrome, "cf-connecting-ip": `203.0.113.${left % 250}` };
      await fetch(`${edge.address}/${alias}`, { redirect: "manual", headers });
    }
  };
  await Promise.all(Array.from({ length: visitorsAtOnce }, visitor));
  await edge.settled();
}

/** Home works by itself too: what it has just done may not be in its answer yet. */
async function meterFaults(home: TestServer, written: () => number): Promise<string[]> {
  let fault = "";
  for (let tries = 0; tries < 20; tries += 1) {
    const { meter } = await edgeOf(home);
    if (meter.written + rowsOfMidnight === written()) return [];
    fault = `${written()} rows were written today, and ${meter.written} metered`;
    await wait(100);
  }
  return [fault];
}

async function clickFaults(
  home: TestServer,
  counts: ReadonlyMap<number, number>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [id, count] of counts) {
    const { clicks } = (await ask(home, "GET", `/api/url/${id}`)).data ?? {};
    if (clicks !== count)
      faults.push(`link ${id} was clicked ${count} times, and counts ${clicks}`);
  }
  return faults.slice(0, 10);
}

/** Whoever comes is led to the same place at home and at the edge. */
async function visitFaults(
  home: TestServer,
  edge: LocalEdge,
  made: readonly MadeLink[],
): Promise<string[]> {
  const faults: string[] = [];
  const added = Array.from({ length: days * 20 }, (_, at) => `day-${(at % days) + 1}-${at}`);
  for (const alias of [...made.slice(0, 200).map((link) => link.alias), ...added]) {
    const own = await home.visit(`/${alias}`);
    const there = await fetch(`${edge.address}/${alias}`, { redirect: "manual" });
    const places = [own.headers.location ?? null, there.headers.get("location")];
    if (own.status !== there.status || places[0] !== places[1]) {
      faults.push(`${alias} leads to ${places[0]} at home, and to ${places[1]} at the edge`);
    }
  }
  return faults.slice(0, 10);
}
