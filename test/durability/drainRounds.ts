import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createContactSubmissions } from "../../src/server/services/contactSubmissions.ts";
import { clickLine } from "../../src/server/store/clicks/clickLine.ts";
import { openStore } from "../../src/server/store/openStore.ts";
import { createEdgeClient } from "../../src/server/reach/client.ts";
import { type LocalEdge, startLocalEdge, type Wire } from "../support/localEdge.ts";
import { nodeProgram, type RunningCommand, runProgram } from "../support/serviceProcess.ts";
import {
  answeredOverlay,
  drainedAnswer,
  drainedClick,
  mirroredLinks,
  shownOf,
  statisticsOf,
  visitsOf,
} from "./drainedClicks.ts";

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

interface Begun {
  readonly visits: number;
  readonly clicksUpTo: number;
  readonly answers: number;
  readonly answersUpTo: number;
  readonly warnings: readonly string[];
}

/** Lines of a call; see `drain.ts` of the reach. */
const linesOfCall = 500;
/** Milliseconds from a call's arrival to a kill, at most: about what a home needs for its answer. */
const longestMoment = 60;

/**
 * Kills a home at random moments while it takes what its mirror counted, on a network that loses
 * calls and answers, and looks at each start and at the end whether each click was counted once.
 */
export async function drainRounds(
  kills: number,
  clicks: number,
  tell: (line: string) => void = () => {},
): Promise<DrainFigures> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-drain-"));
  const dataDir = join(folder, "data");
  const until = Date.now();
  const edge = await startLocalEdge();
  const database = await adopted(edge);
  const losses: string[] = [];
  const wires = { calls: 0, cuts: 0 };
  let cutOff = 0;
  let counted = 0;
  let answered = 0;
  let home: Home | null = null;

  async function startHome(round: number): Promise<Home> {
    const begun = await begin([dataDir, edge.address, edge.secret, database, String(until)]);
    home = begun;
    losses.push(...faultsOf(begun.told).map((fault) => `start ${round}: ${fault}`));
    return begun;
  }

  try {
    for (let round = 1; round <= kills; round += 1) {
      const upTo = Math.round((clicks * round) / kills);
      leaveClicks(edge, counted, upTo, until);
      leaveAnswers(edge, answered, answered + 3, until);
      answered += 3;
      const calls = Math.max(1, Math.ceil((upTo - counted) / linesOfCall));
      counted = upTo;
      const moment = dueMoment(edge, wires, 1 + Math.floor(Math.random() * (calls + 1)));
      const started = await startHome(round);
      await Promise.race([moment, started.isOver]);
      await wait(Math.random() * longestMoment);
      started.command.child.kill("SIGKILL");
      if ((await started.command.exited).signal === "SIGKILL") cutOff += 1;
      if (round % 10 === 0) tell(`kill ${round}: ${counted} clicks, ${losses.length} losses`);
    }
    void dueMoment(edge, wires, Infinity);
    const last = await startHome(kills + 1);
    const { code, stderr } = await last.command.exited;
    if (code !== 0) losses.push(`the last run ended with ${code}: ${stderr}`);
    losses.push(...(await lossesIn(dataDir, database, { counted, answered, until })));
    return { kills, clicks, answers: answered, cutOff, ...wires, losses };
  } finally {
    (home as Home | null)?.command.child.kill("SIGKILL");
    await edge.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Home {
  readonly command: RunningCommand;
  readonly told: Begun;
  /** Resolves when it ends by itself. */
  readonly isOver: Promise<unknown>;
}

async function begin(given: readonly string[]): Promise<Home> {
  const program = join(import.meta.dirname, "drainingHome.ts");
  const command = runProgram([nodeProgram, program, ...given]);
  const [line = "{}"] = (await command.firstLine).split("\n");
  return { command, told: JSON.parse(line) as Begun, isOver: command.exited };
}

/** What each start must find, wherever the former run was cut off: ids are without gaps, and all are clicks. */
function faultsOf({ visits, clicksUpTo, answers, answersUpTo, warnings }: Begun): string[] {
  return [
    ...(visits === clicksUpTo ? [] : [`${visits} visits count, and ${clicksUpTo} are taken`]),
    ...(answers === answersUpTo ? [] : [`${answers} answers, and ${answersUpTo} are taken`]),
    ...warnings,
  ];
}

async function adopted(edge: LocalEdge): Promise<string> {
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

function leaveClicks({ database }: LocalEdge, from: number, to: number, until: number): void {
  const insert = database.sqlite.prepare("insert into clicks (line) values (?)");
  database.sqlite.exec("begin");
  for (let number = from; number < to; number += 1) {
    insert.run(clickLine(drainedClick(number, until)));
  }
  database.sqlite.exec("commit");
}

function leaveAnswers({ database }: LocalEdge, from: number, to: number, until: number): void {
  const insert = database.sqlite.prepare(
    "insert into answers (overlay, visitor, at, line) values (?, '', ?, ?)",
  );
  for (let number = from; number < to; number += 1) {
    const answer = drainedAnswer(number, until);
    insert.run(answer.overlay, answer.at, JSON.stringify(answer));
  }
}

/** Loses calls and answers, and resolves when so many calls that hand clicks over have come. */
function dueMoment(
  edge: LocalEdge,
  wires: { calls: number; cuts: number },
  calls: number,
): Promise<void> {
  const due = Promise.withResolvers<void>();
  let handing = 0;
  edge.cut((path): Wire => {
    wires.calls += 1;
    if (path.endsWith("/drain")) handing += 1;
    if (handing >= calls) due.resolve();
    const chance = Math.random();
    if (chance < 0.6) return "open";
    wires.cuts += 1;
    return chance < 0.8 ? "cutBefore" : "cutAfter";
  });
  return due.promise;
}

async function lossesIn(
  dataDir: string,
  database: string,
  { counted, answered, until }: { counted: number; answered: number; until: number },
): Promise<string[]> {
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
    for await (const clicks of store.clicks.between(0, Number.MAX_SAFE_INTEGER)) {
      for (const click of clicks) {
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
    const answers = createContactSubmissions({ store, clock });
    const texts = new Set<string | undefined>();
    for await (const { fields } of answers.all({ overlay: answeredOverlay, search: undefined })) {
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
