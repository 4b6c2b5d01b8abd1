import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createContactSubmissions } from "../../src/server/features/overlays/contactSubmissions.ts";
import { clickLine } from "../../src/server/store/clicks/clickLine.ts";
import { openStore } from "../../src/server/store/openStore.ts";
import type { RunRecord, ClickRecord } from "../../src/server/store/records.ts";
import { createEdgeClient } from "../../src/mirror/home/client.ts";
import { link } from "../server/store/records.ts";
import { type LocalEdge, startLocalEdge, type Wire } from "../support/localEdge.ts";
import { makeMirroredFolder } from "../support/mirroredFolder.ts";
import { type ServiceProcess, startService } from "../support/serviceProcess.ts";
import { untilKilled } from "./killRounds.ts";
import { createStatistics, type Statistics } from "../../src/server/features/clicks/statistics.ts";
import type { EdgeAnswer } from "../../src/server/store/mirrorInbox/takenAnswers.ts";

export interface DrainFigures {
  readonly kills: number;
  readonly clicks: number;
  readonly answers: number;
  /** Kills that came before everything was taken. */
  readonly cutOff: number;
  /** Calls of the mirror, and how many of them the network lost, on their way there or back. */
  readonly calls: number;
  readonly cuts: number;
  /** Sentences, one for each click that is gone, or counts twice, and whatever else isn't as it should be. */
  readonly losses: readonly string[];
}

/** Lines of a call; see `drain.ts` of the reach. */
const linesOfCall = 500;
/** Milliseconds from a call's arrival to a kill, at most: about what a home needs for its answer. */
const longestMoment = 60;

/** What a mirror holds for its home, and what the network does to them. */
interface Beside {
  readonly edge: LocalEdge;
  readonly database: string;
  readonly dataDir: string;
  readonly until: number;
  clicks: number;
  answers: number;
  calls: number;
  cuts: number;
  /** Own visits that were answered, and that were sent. */
  visited: number;
  sent: number;
}

/**
 * Kills a home at random moments while it takes what its mirror counted, on a network that loses
 * calls and answers, and looks after each kill and at the end whether each click was counted once.
 */
export async function drainRounds(
  kills: number,
  clicks: number,
  tell: (line: string) => void = () => {},
): Promise<DrainFigures> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-drain-"));
  const dataDir = join(folder, "data");
  const edge = await startLocalEdge();
  const database = await databaseOf(edge);
  const none = { clicks: 0, answers: 0, calls: 0, cuts: 0, visited: 0, sent: 0 };
  const beside: Beside = { edge, database, dataDir, until: Date.now(), ...none };
  const losses: string[] = [];
  let cutOff = 0;
  let service: ServiceProcess | null = null;
  try {
    await makeHome(beside);
    for (let round = 1; round <= kills; round += 1) {
      const handed = leaveLines(beside, Math.round((clicks * round) / kills), 3 * round);
      const due = loseCalls(beside, 1 + Math.floor(Math.random() * (handed / linesOfCall + 1)));
      service = await startService(dataDir);
      const working = drainOn(service, beside);
      await Promise.race([due, atEdge(beside)]);
      await wait(Math.random() * longestMoment);
      await service.stop("SIGKILL");
      await working;
      if (!isAllTaken(beside)) cutOff += 1;
      const found = await lossesAfterKill(beside, join(folder, "killed"));
      losses.push(...found.map((loss) => `kill ${round}: ${loss}`));
      if (round % 10 === 0) tell(`kill ${round}: ${beside.clicks} clicks, ${losses.length} losses`);
    }
    void loseCalls(beside, Infinity);
    service = await startService(dataDir);
    const working = drainOn(service, beside);
    await atEdge(beside);
    const { code, stderr } = await service.stop();
    await working;
    if (code !== 0) losses.push(`the last run ended with ${code}: ${stderr}`);
    losses.push(...(await lossesAtEnd(beside)));
    const { answers, calls, cuts } = beside;
    return { kills, clicks, answers, cutOff, calls, cuts, losses };
  } finally {
    await service?.stop("SIGKILL");
    await edge.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A home with links and a form. */
async function makeHome({ edge, dataDir }: Beside): Promise<void> {
  const createdAt = "2026-01-01T00:00:00Z";
  const overlay = { id: answeredOverlay, type: "contact", name: "Questions", createdAt } as const;
  const links = Array.from({ length: ownLink }, (_, place) => link(place + 1));
  await makeMirroredFolder(dataDir, edge, [
    { put: "overlays", record: overlay },
    ...links.map((record) => ({ put: "links", record }) as const),
  ]);
}

/** Asks for everything again and again, and visits a link at home meanwhile, as long as it lives. */
async function drainOn(service: ServiceProcess, beside: Beside): Promise<void> {
  const run = JSON.parse(readFileSync(join(beside.dataDir, "run.json"), "utf8")) as RunRecord;
  const headers = { authorization: `Bearer ${run.localKey}` };
  const visitAndDrain = async () => {
    beside.sent += 1;
    const visited = await service.visit(`alias-${ownLink}`);
    if (visited.status === 302) beside.visited += 1;
    await fetch(`${run.baseUrl}/api/edge/pull`, { method: "POST", headers });
  };
  const { child } = service;
  while (child.exitCode === null && child.signalCode === null) await untilKilled(visitAndDrain());
}

function isAllTaken({ edge, clicks, answers }: Beside): boolean {
  const taken = edge.database.sqlite
    .prepare("select clicks_taken as clicks, answers_taken as answers from state")
    .get();
  return taken?.["clicks"] === clicks && taken["answers"] === answers;
}

/** Resolves when home has acknowledged everything. */
async function atEdge(beside: Beside): Promise<void> {
  while (!isAllTaken(beside)) await wait(5);
}

async function databaseOf(edge: LocalEdge): Promise<string> {
  const { address, secret } = edge;
  const client = createEdgeClient({
    address: () => address,
    secret: () => secret,
    clock: Date.now,
  });
  const { database } = await client.state();
  client.close();
  return database;
}

/** Leaves so many clicks and answers in all; how many clicks came. */
function leaveLines(beside: Beside, clicks: number, answers: number): number {
  const { sqlite } = beside.edge.database;
  const click = sqlite.prepare("insert into clicks (line) values (?)");
  const answer = sqlite.prepare(
    "insert into answers (overlay, visitor, at, line) values (?, '', ?, ?)",
  );
  const former = beside.clicks;
  sqlite.exec("begin");
  for (; beside.clicks < clicks; beside.clicks += 1) {
    click.run(clickLine(drainedClick(beside.clicks, beside.until)));
  }
  for (; beside.answers < answers; beside.answers += 1) {
    const given = drainedAnswer(beside.answers, beside.until);
    answer.run(given.overlay, given.at, JSON.stringify(given));
  }
  sqlite.exec("commit");
  return clicks - former;
}

/** Loses calls and answers from now on, and resolves when so many calls that hand clicks over have come. */
function loseCalls(beside: Beside, calls: number): Promise<void> {
  const due = Promise.withResolvers<void>();
  let handing = 0;
  beside.edge.cut((path): Wire => {
    beside.calls += 1;
    if (path.endsWith("/drain")) handing += 1;
    if (handing >= calls) due.resolve();
    const chance = Math.random();
    if (chance < 0.6) return "open";
    beside.cuts += 1;
    return chance < 0.8 ? "cutBefore" : "cutAfter";
  });
  return due.promise;
}

/** What each start must find, wherever it was cut off: ids are without gaps, and all are clicks. */
async function lossesAfterKill(
  { dataDir, database, until }: Beside,
  copy: string,
): Promise<string[]> {
  cpSync(dataDir, copy, { recursive: true });
  const statistics = statisticsOf(until);
  const store = await openStore({ dir: copy, keeper: statistics, clock: () => until });
  const contactAnswers = createContactSubmissions({ store, clock: () => until });
  const visits = visitsOf(statistics);
  const upTo = store.clicks.takenUpTo(database);
  const { answers } = contactAnswers.countsOf(answeredOverlay);
  const answersUpTo = contactAnswers.takenUpTo(database);
  const warnings = store.warnings.map(({ message }) => message);
  await store.close();
  rmSync(copy, { recursive: true });
  return [
    ...(visits === upTo ? [] : [`${visits} visits count, and ${upTo} are taken`]),
    ...(answers === answersUpTo ? [] : [`${answers} answers, and ${answersUpTo} are taken`]),
    ...warnings,
  ];
}

async function lossesAtEnd(beside: Beside): Promise<string[]> {
  const { dataDir, database, until, clicks: counted, answers: answered, visited, sent } = beside;
  const found: string[] = [];
  const expected = statisticsOf(until);
  const missing = new Map<string, number>();
  for (let number = 0; number < counted; number += 1) {
    const click = drainedClick(number, until);
    expected.apply(click);
    const line = clickLine(click);
    missing.set(line, (missing.get(line) ?? 0) + 1);
  }
  const statistics = statisticsOf(until);
  const clock = () => until;
  const store = await openStore({ dir: dataDir, keeper: statistics, clock });
  try {
    const [shown, wanted] = [shownOf(statistics, until), shownOf(expected, until)];
    const others = shown.filter((one, place) => one !== wanted[place]);
    if (others.length > 0) found.push(`${others.length} links are counted otherwise: ${others[0]}`);
    if (visitsOf(statistics) !== counted) {
      found.push(`${visitsOf(statistics)} visits count, of ${counted}`);
    }
    for await (const few of store.clicks.between(0, Number.MAX_SAFE_INTEGER)) {
      for (const click of few) {
        if ((click.link ?? 0) > mirroredLinks) continue;
        const line = clickLine(click);
        missing.set(line, (missing.get(line) ?? 0) - 1);
      }
    }
    const wrong = [...missing].filter(([, count]) => count !== 0);
    found.push(
      ...wrong.slice(0, 5).map(([line, count]) => `${line} stands ${-count} times too often`),
    );
    if (store.clicks.takenUpTo(database) !== counted) {
      found.push(`${store.clicks.takenUpTo(database)} of ${counted} clicks are told as taken`);
    }
    const own = statistics.clicksOf(ownLink);
    if (own < visited || own > sent)
      found.push(`${own} own visits count, of ${visited} to ${sent}`);
    const answers = createContactSubmissions({ store, clock });
    const texts = new Set<string | undefined>();
    for await (const { fields } of answers.all({ overlay: answeredOverlay, q: undefined })) {
      texts.add(fields.message);
    }
    if (texts.size !== answered || answers.countsOf(answeredOverlay).answers !== answered) {
      found.push(`${answers.countsOf(answeredOverlay).answers} answers are there, of ${answered}`);
    }
  } finally {
    await store.close();
  }
  return found;
}

/** Links that a mirror counts; the one behind them is clicked at home meanwhile. */
export const mirroredLinks = 40;
export const ownLink = mirroredLinks + 1;
export const answeredOverlay = 1;

const countries = ["DE", "IR", "NL", undefined];
const browsers = ["Firefox", "Chrome", "Safari", "Edge", undefined];
const systems = ["Linux", "Windows", "iOS", "Android"];
const referrers = [undefined, "news.example", "t.co", "shop.example"];
const languages = ["de", "fa", "en", undefined];
const minute = 60_000;
/** What a mirror hands over late reaches back so far. */
const span = 100 * 24 * 60 * minute;

const of = <Item>(list: readonly Item[], place: number) => list[place % list.length];

/** The click of a number, always the same; neighbours are days apart, as those of many edges and of long sleeps. */
export function drainedClick(number: number, until: number): ClickRecord {
  const mixed = Math.imul(number + 1, 2_654_435_761) >>> 8;
  const isBot = mixed % 12 === 0;
  return {
    at: until - span + ((number * 7_919 * minute) % span),
    link: (mixed % mirroredLinks) + 1,
    visitor: isBot ? undefined : String(mixed % 5_000).padStart(16, "A"),
    bot: isBot ? "Robot" : undefined,
    country: of(countries, mixed >>> 2),
    browser: of(browsers, mixed >>> 4),
    os: of(systems, mixed >>> 6),
    device: "desktop",
    referrer: of(referrers, mixed >>> 8),
    social: of(referrers, mixed >>> 8) === "t.co" ? "twitter" : undefined,
    language: of(languages, mixed >>> 10),
  };
}

export function drainedAnswer(number: number, until: number): EdgeAnswer {
  return {
    at: until - number * minute,
    overlay: answeredOverlay,
    link: (number % mirroredLinks) + 1,
    fields: { message: `answer ${number}` },
    visitor: "",
  };
}

export function statisticsOf(until: number): Statistics {
  return createStatistics({ clock: () => until, timeZone: () => "UTC" });
}

/** All that home shows of what was counted, link by link; names with as many clicks in their order. */
export function shownOf(statistics: Statistics, until: number): string[] {
  const day = 24 * 60 * minute;
  const today = Math.floor(until / day);
  return Array.from({ length: mirroredLinks }, (_, place) => {
    const id = place + 1;
    const lists = Object.entries(statistics.of(id, 1_000)).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((one) => JSON.stringify(one)).toSorted() : value,
    ]);
    return JSON.stringify([
      id,
      lists,
      statistics.history(id, "day", today - 110, today),
      statistics.history(id, "hour", (today - 30) * 24, (today + 1) * 24),
      statistics.lastClickOf(id),
    ]);
  });
}

/** Clicks and bots of what a mirror counts. */
export function visitsOf(statistics: Statistics): number {
  let visits = 0;
  for (let id = 1; id <= mirroredLinks; id += 1) visits += statistics.visitsOf(id);
  return visits;
}
