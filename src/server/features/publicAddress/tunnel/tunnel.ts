import type { GeoProvider } from "../../settings/settings.ts";
import { createTunnelFiles } from "../../../store/recordFile.ts";
import { randomBytes } from "node:crypto";
import { disk } from "../../../store/fileSystem.ts";
import { type Attempt, startAttempt } from "./attempt.ts";
import type { Download, Release } from "./download.ts";
import { endLeftovers, identityOf } from "./leftovers.ts";
import { type Installing, installing } from "./installing.ts";
import {
  needsOwner,
  type TunnelProblem,
  tunnelProblem,
} from "../../../../contract/messages/tunnelProblems.ts";
import type { Target, TunnelEvent, Way } from "./model.ts";
import { createOutputLog, type LogLine } from "./outputLog.ts";
import { type Launch, launch as launchProgram } from "./process.ts";
import { findPrograms, type ProgramFacts, type System } from "./programs.ts";
import { createTunnelToken, type TokenState } from "./token.ts";
import { createTurns } from "./mutex.ts";
import { planOf, providerOf, typedLine } from "./ways.ts";
import { errorText } from "../../../../util/errorText.ts";
import type { App } from "../../../common/context.ts";
import { isTemporaryAddress } from "../../../../contract/fields/temporaryAddress.ts";

export type Stage = "off" | "starting" | "up" | "waiting" | "failed";

export interface TunnelState {
  readonly way: Way | null;
  readonly token: TokenState | null;
  /** Whether it is wanted. */
  readonly isOn: boolean;
  readonly stage: Stage;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly nextTry: number | null;
  /** Since it was last up for a while. */
  readonly tries: number;
  readonly problem: TunnelProblem | null;
  /** That visitors use, as far as it is known. */
  readonly address: string | null;
  readonly isTemporary: boolean;
  readonly provider: GeoProvider;
  /** What is run, as it would be typed; null: nothing, or it leads nowhere. */
  readonly line: string | null;
  readonly target: Target | null;
  readonly pid: number | null;
}

export type RestartReason = "unreachable" | "woken" | "requested";

export interface Tunnel {
  programs(): Promise<
    readonly (ProgramFacts & {
      readonly install: Installing | null;
      readonly download: (Release & ReturnType<Download["state"]>) | null;
    })[]
  >;
  /** Of cloudflared, which is then found like one that was installed. */
  download(): void;
  state(): TunnelState;
  log(): readonly LogLine[];
  /** @param token null: the kept one stays; empty: it is given up. */
  set(way: Way, token: string | null): Promise<void>;
  start(acceptedFingerprint?: string): Promise<void>;
  restart(reason: RestartReason): Promise<void>;
  /** It runs, and the public address doesn't answer: started anew, but for a random name, which would be another one then. */
  handleUnreachable(): void;
  stop(): Promise<void>;
  /** With the service: ends what a killed one has left, and starts where it was on. */
  begin(): Promise<void>;
  /** The public door has been opened, closed or moved. */
  doorMoved(): void;
  /** Told of every change of the stage. */
  onStage(listener: (stage: Stage) => void): void;
  close(): Promise<void>;
}

/** Milliseconds until it must be up. */
const patience = 30_000;
/** Milliseconds that a program has to end by itself, once it has told what only its owner can mend. */
const lastWordsTime = 1_000;
/** Milliseconds that a command lives which tells nothing, until it counts as up. */
const livingTime = 2_000;
/** Milliseconds that it is up until former failures are forgotten. */
const goodTime = 60_000;
/** Of what is on, but waits for its owner's word. */
const nobodysMark = -1;
const leastDelay = 1_000;
const mostDelay = 60_000;

/** Before the next try; half of it is drawn, so that many don't come back at once. */
export function delayAfter(tries: number, random: () => number): number {
  const full = Math.min(mostDelay, leastDelay * 2 ** Math.max(0, tries - 1));
  return Math.round(full / 2 + (full / 2) * random());
}

const reasons: Readonly<Record<RestartReason, string>> = {
  unreachable: "Restarted because the public address isn't reachable.",
  woken: "Restarted because the computer was asleep.",
  requested: "Restarted.",
};

/** The one tunnel of a service: kept on, watched, and ended with it. */
export async function createTunnel(
  app: Pick<App, "store" | "dataDir" | "secretKeeper" | "clock" | "random" | "log">,
  outside: {
    /** The public door; null: it is closed. */
    target: () => Target | null;
    system: System;
    launch?: Launch;
    download: Download;
  },
): Promise<Tunnel> {
  const { dataDir, clock, random, log } = app;
  const { system, launch = launchProgram, download } = outside;
  const listeners: ((stage: Stage) => void)[] = [];
  const files = createTunnelFiles(disk, dataDir);
  const token = createTunnelToken(app);
  const output = createOutputLog(clock);
  let saved = await files.read(log);
  /** It was turned on in the folder that this one is a copy of, or somebody else has set it up. */
  let isElsewhere =
    saved !== null && saved.onIn !== null && saved.onIn !== (await files.mark(saved.way));

  let stage: Stage = "off";
  let since = clock();
  let nextTry: number | null = null;
  let tries = 0;
  let standing: TunnelProblem | null = null;
  /** While it was up. */
  let lastHeard: TunnelProblem | null = null;
  let address: string | null = null;
  /** Where the present try leads. */
  let led: Target | null = null;
  let attempt: Attempt | null = null;
  const turns = createTurns((error) => log(`Tunnel: ${errorText(error)}`));
  const { inTurn, unasked, still, after } = turns;
  let hasWorked = false;
  /** The problem that the log has. */
  let logged: TunnelProblem["code"] | null = null;

  function enter(next: Stage, now: TunnelProblem | null): void {
    const isMoved = next !== stage;
    if (isMoved) since = clock();
    stage = next;
    standing = now;
    if (next !== "waiting") nextTry = null;
    if (now === null) logged = null;
    // What only the owner can mend ends the try, and more is known of it then.
    else if (now.code !== logged && !(next === "starting" && needsOwner(now))) {
      logged = now.code;
      log(`Tunnel: ${now.message}`);
    }
    if (isMoved && next === "up" && now === null) {
      log(`Tunnel: it is up${address === null ? "." : `, ${address}`}`);
    }
    if (isMoved) for (const listener of listeners) listener(next);
  }

  function ownAddress(way: Way): string | null {
    return "address" in way ? (way.address ?? null) : null;
  }

  function giveUp(why: TunnelProblem): void {
    enter("failed", why);
  }

  function tryLater(why: TunnelProblem): void {
    const delay = delayAfter(tries, random);
    enter("waiting", why);
    nextTry = clock() + delay;
    after(delay, () => still(() => begin(null)));
  }

  /** Ends what runs; what it says from now on is nobody's. */
  async function drop(): Promise<void> {
    turns.next();
    const running = attempt;
    attempt = null;
    led = null;
    if (running === null) return;
    await running.end();
    await files.removeRun();
  }

  function up(): void {
    if (stage === "up") return;
    turns.stopTimers();
    hasWorked = true;
    lastHeard = null;
    enter("up", standing?.code === "otherTarget" ? standing : null);
    after(goodTime, () => {
      tries = 0;
    });
  }

  function waitForUp(): void {
    after(patience, () => still(tooLate));
  }

  async function tooLate(): Promise<void> {
    const isTalking = attempt?.isUpBy === "address" && attempt.hasSpoken();
    const seconds = patience / 1000;
    const why = standing ?? tunnelProblem(isTalking ? "noAddress" : "silent", { seconds });
    await drop();
    // What has told its address before tells it again when the network is back.
    if (needsOwner(why) && !(why.code === "noAddress" && hasWorked)) giveUp(why);
    else tryLater(why);
  }

  function hear(event: TunnelEvent): void {
    switch (event.type) {
      case "up":
        up();
        return;
      case "lost":
        if (stage !== "up") return;
        enter("starting", tunnelProblem("networkGone"));
        turns.stopTimers();
        waitForUp();
        return;
      case "address":
        // What the owner entered isn't replaced by what a program prints.
        if (saved !== null && ownAddress(saved.way) === null) address = event.address;
        if (standing?.code === "otherTarget") enter(stage, null);
        if (attempt?.isUpBy === "address" && stage !== "up") up();
        return;
      case "problem":
        // What it says while it is up is about its end, but for where it leads.
        if (stage === "up" && event.problem.code !== "otherTarget") lastHeard = event.problem;
        else if (standing === null || !needsOwner(standing) || needsOwner(event.problem)) {
          enter(stage, event.problem);
          // Some go on trying what can't succeed; others end by themselves, and say more until then.
          if (stage === "starting" && needsOwner(event.problem)) {
            after(lastWordsTime, () => still(tooLate));
          }
        }
        return;
      case "hostKey":
        return;
    }
  }

  async function ended(how: Awaited<Attempt["ended"]>): Promise<void> {
    turns.next();
    const running = attempt;
    attempt = null;
    led = null;
    const { code, signal, said } = how;
    const heard = standing?.code === "otherTarget" ? lastHeard : (standing ?? lastHeard);
    const why =
      heard ??
      tunnelProblem("ended", {
        ...(code !== null && { code }),
        ...(signal !== null && { signal }),
        said: said ?? signal ?? `exit code ${code}`,
      });
    if (needsOwner(why)) giveUp(why);
    else tryLater(why);
    // What it started and left behind.
    await running?.end();
    await files.removeRun();
  }

  /** Tries now; where the disk refuses, later. */
  async function begin(acceptedFingerprint: string | null): Promise<void> {
    try {
      await tryNow(acceptedFingerprint);
    } catch (error) {
      await drop();
      const program = saved?.way.way ?? "";
      tryLater(tunnelProblem("programUnusable", { program, reason: errorText(error) }));
    }
  }

  async function tryNow(acceptedFingerprint: string | null): Promise<void> {
    const mine = turns.next();
    lastHeard = null;
    const way = saved?.way ?? null;
    if (way === null) return giveUp(tunnelProblem("notSet"));
    const target = outside.target();
    if (target === null) return giveUp(tunnelProblem("doorClosed"));
    led = target;
    address = ownAddress(way);
    if (way.way === "pasted") return enter("up", null);
    const needsToken = way.way === "cloudflared-named";
    const opened = needsToken ? await token.open() : { token: "" };
    if (!turns.isNow(mine)) return;
    if ("problem" in opened) return giveUp(opened.problem);
    tries += 1;
    enter("starting", null);
    const mark = randomBytes(24).toString("base64url");
    await files.writeRun({ mark, pid: null, startedAs: null });
    if (!turns.isNow(mine)) return;
    const early: TunnelEvent[] = [];
    let isBegun = false;
    const started = await startAttempt({
      way,
      target,
      token: opened.token,
      acceptedFingerprint,
      mark,
      system,
      dataDir,
      launch,
      log: (line) => output.add(line),
      onEvent(event) {
        if (!isBegun) early.push(event);
        else if (turns.isNow(mine)) hear(event);
      },
    });
    if ("code" in started) {
      await files.removeRun();
      if (turns.isNow(mine)) giveUp(started);
      return;
    }
    if (!turns.isNow(mine)) {
      await started.end();
      return;
    }
    attempt = started;
    isBegun = true;
    waitForUp();
    if (started.isUpBy === "living") after(livingTime, up);
    early.forEach(hear);
    void started.ended.then((how) => still(() => ended(how), mine));
    const startedAs = process.platform === "linux" ? null : await identityOf(started.pid);
    if (attempt === started) await files.writeRun({ mark, pid: started.pid, startedAs });
  }

  async function keep(way: Way, wish: boolean): Promise<void> {
    saved = { way, onIn: wish ? await files.mark(way) : null };
    await files.write(saved);
  }

  async function keepWish(wish: boolean): Promise<void> {
    if (saved === null) return;
    isElsewhere = false;
    await keep(saved.way, wish);
  }

  function lineOf(way: Way | null, target: Target | null): string | null {
    if (way === null || way.way === "pasted" || target === null) return null;
    return typedLine(planOf(way, { target, token: "", dataDir, acceptsHostKey: false }));
  }

  const isOn = () => saved !== null && saved.onIn !== null;

  async function again(acceptedFingerprint: string | null = null): Promise<void> {
    tries = 0;
    enter("starting", null);
    await drop();
    await begin(acceptedFingerprint);
  }

  async function restart(reason: RestartReason): Promise<void> {
    if (stage === "off" || isElsewhere) return;
    output.add(reasons[reason]);
    log(`Tunnel: ${reasons[reason]}`);
    await again();
  }

  function shownAddress(): string | null {
    return address ?? (saved === null ? null : ownAddress(saved.way));
  }

  function isTemporary(): boolean {
    if (saved?.way.way === "cloudflared-quick") return true;
    const shown = shownAddress();
    return shown !== null && isTemporaryAddress(shown);
  }

  return {
    async programs() {
      // Before it is looked for: what is stored meanwhile is still on its way, not missing.
      const downloading = download.release && { ...download.release, ...download.state() };
      return Promise.all(
        (await findPrograms(system)).map(async (program) => ({
          ...program,
          install: program.path === null ? await installing(system, program.name) : null,
          download: program.name === "cloudflared" ? downloading : null,
        })),
      );
    },
    download: () => download.start(),
    log: () => output.lines(),
    state() {
      const way = saved?.way ?? null;
      return {
        way,
        token: token.state(),
        isOn: isOn(),
        stage,
        since,
        nextTry,
        tries,
        problem: standing,
        address: shownAddress(),
        isTemporary: isTemporary(),
        provider: way === null ? "none" : providerOf(way),
        line: lineOf(way, outside.target()),
        target: outside.target(),
        pid: attempt?.pid ?? null,
      };
    },
    set: (way, given) =>
      inTurn(async () => {
        if (given !== null) await token.keep(given);
        // Where it waits for its owner's word, it still does.
        if (isElsewhere) {
          saved = { way, onIn: nobodysMark };
          await files.write(saved);
        } else await keep(way, isOn());
        address = null;
        hasWorked = false;
        if (!isOn()) enter("off", null);
        else if (!isElsewhere) await again();
      }),
    start: (acceptedFingerprint) =>
      inTurn(async () => {
        await keepWish(true);
        await again(acceptedFingerprint);
      }),
    restart: (reason) => inTurn(() => restart(reason)),
    handleUnreachable() {
      if (stage === "up" && !isTemporary()) unasked(() => restart("unreachable"));
    },
    stop: () =>
      inTurn(async () => {
        await keepWish(false);
        tries = 0;
        address = null;
        await drop();
        enter("off", null);
      }),
    begin: () =>
      inTurn(async () => {
        const left = await files.readRun();
        if (left !== null) {
          if (await endLeftovers(left))
            log("Tunnel: stopped a program left over from an earlier run.");
          await files.removeRun();
        }
        if (!isOn()) return;
        if (isElsewhere) giveUp(tunnelProblem("otherPlace"));
        else await begin(null);
      }),
    onStage: (listener) => void listeners.push(listener),
    doorMoved() {
      unasked(async () => {
        if (stage === "off" || isElsewhere) return;
        const target = outside.target();
        if (target?.host === led?.host && target?.port === led?.port) return;
        await again();
      });
    },
    async close() {
      await download.close();
      await turns.close();
      await drop();
    },
  };
}
