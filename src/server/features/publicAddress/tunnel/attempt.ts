import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { disk, replaceFile } from "../../../store/fileSystem.ts";
import { markVariable } from "./leftovers.ts";
import { type TunnelProblem, tunnelProblem } from "../../../../contract/messages/tunnelProblems.ts";
import type { Target, TunnelEvent } from "./model.ts";
import { plainLine } from "./outputLog.ts";
import {
  CannotLaunch,
  childEnvironment,
  type Ended,
  type Launch,
  type TunnelProcess,
} from "./process.ts";
import { findProgram, type System } from "./programs.ts";
import { errorText } from "../../../../util/errorText.ts";
import { cloudflaredSettings, knownHostsFile, type Plan, planOf, type RunWay } from "./ways.ts";

/** One run of a way's program, from its start to its end. */
export interface Attempt {
  readonly pid: number;
  readonly isUpBy: Plan["isUpBy"];
  /** What it ended as; its last words where it said any. */
  readonly ended: Promise<Ended & { readonly said: string | undefined }>;
  /** Whether it has said anything. */
  hasSpoken(): boolean;
  end(): Promise<void>;
}

export interface AttemptOptions {
  readonly way: RunWay;
  readonly target: Target;
  readonly token: string;
  /** The fingerprint that its owner has compared; null: none. */
  readonly acceptedFingerprint: string | null;
  /** Stands in the environment of everything that is started. */
  readonly mark: string;
  readonly system: System;
  readonly dataDir: string;
  readonly launch: Launch;
  readonly log: (line: string) => void;
  readonly onEvent: (event: TunnelEvent) => void;
}

/** What a file is now; null: it isn't there. */
async function contentOf(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch(() => null);
}

/** Where the disk refuses, the file goes: a key that it had is then asked for again. */
async function putBack(path: string, content: string | null): Promise<void> {
  if (content === null) await rm(path, { force: true });
  else await replaceFile(disk, path, content).catch(() => rm(path, { force: true }));
}

/** Starts the program of a way; what stands against it is answered as a problem. */
export async function startAttempt(options: AttemptOptions): Promise<Attempt | TunnelProblem> {
  const { way, token, acceptedFingerprint, mark, system, dataDir, log } = options;
  const plan = planOf(way, { ...options, acceptsHostKey: acceptedFingerprint !== null });
  const path = /[\\/]/.test(plan.program) ? plan.program : await findProgram(system, plan.program);
  if (path === null) return tunnelProblem("programMissing", { program: plan.program });
  if (way.way.startsWith("cloudflared")) {
    await replaceFile(disk, join(dataDir, cloudflaredSettings.name), cloudflaredSettings.text);
  }
  const hosts = knownHostsFile();
  const hostsBefore = acceptedFingerprint === null ? null : await contentOf(hosts);
  const hidden = token === "" ? [] : [token];
  let lastLine: string | undefined;
  let isStranger = false;

  function readLine(raw: string): void {
    const line = plainLine(raw, hidden);
    if (line.trim() === "") return;
    if (!plan.isNoise(line)) {
      lastLine = line;
      log(line);
    }
    for (const one of plan.read(line)) {
      if (one.type === "hostKey") judge(one.kind, one.fingerprint);
      else if (!isStranger) options.onEvent(one);
    }
  }

  /** A key was accepted, and another one is shown: nothing goes on with that one. */
  function judge(kind: string, fingerprint: string): void {
    if (acceptedFingerprint === null || fingerprint === acceptedFingerprint || way.way !== "ssh")
      return;
    isStranger = true;
    const values = { host: way.host, kind, fingerprint, accepted: acceptedFingerprint };
    options.onEvent({ type: "problem", problem: tunnelProblem("hostKeyOther", values) });
    void running?.end();
  }

  let running: TunnelProcess | null = null;
  try {
    const environment = childEnvironment(system.environment, {
      ...plan.environment,
      [markVariable]: mark,
    });
    running = await options.launch({ path, line: plan.line, environment }, readLine);
  } catch (error) {
    if (!(error instanceof CannotLaunch)) throw error;
    return error.isMissing
      ? tunnelProblem("programMissing", { program: plan.program })
      : tunnelProblem("programUnusable", { program: plan.program, reason: error.message });
  }
  const { pid, ended } = running;
  const started = running;
  return {
    pid,
    isUpBy: plan.isUpBy,
    ended: ended.then(async (how) => {
      // It had been written down before it could be compared.
      if (isStranger) {
        await putBack(hosts, hostsBefore).catch((error: unknown) => {
          log(`The known host keys couldn't be restored: ${errorText(error)}`);
        });
      }
      return { ...how, said: lastLine };
    }),
    hasSpoken: () => lastLine !== undefined,
    end: () => started.end(),
  };
}
