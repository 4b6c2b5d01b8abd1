import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, disk, replaceFile } from "../../../store/fileSystem.ts";
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

/** Of a key as a file of known hosts has it. */
function fingerprintOf(key: string): string {
  const hash = createHash("sha256").update(Buffer.from(key, "base64")).digest("base64");
  return `SHA256:${hash.replaceAll("=", "")}`;
}

/**
 * Removes a key from the known hosts, except from lines of before. Tunnels of other data folders add
 * theirs meanwhile. Where the disk refuses, the file goes: its keys are then asked for again.
 */
async function forgetKey(path: string, fingerprint: string, before: string): Promise<void> {
  const content = await readFile(path, "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return "";
    throw error;
  });
  const linesBefore = new Set(before.split("\n"));
  const hasKey = (line: string) =>
    line.split(/\s/).some((word) => fingerprintOf(word) === fingerprint);
  const lines = content.split("\n");
  const kept = lines.filter((line) => linesBefore.has(line) || !hasKey(line));
  if (kept.length === lines.length) return;
  await replaceFile(disk, path, kept.join("\n")).catch(() => rm(path, { force: true }));
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
  const hostsBefore = await readFile(hosts, "utf8").catch(() => "");
  const hidden = token === "" ? [] : [token];
  let lastLine: string | undefined;
  /** The fingerprint of a key that isn't the accepted one. */
  let stranger: string | null = null;

  function readLine(raw: string): void {
    const line = plainLine(raw, hidden);
    if (line.trim() === "") return;
    if (!plan.isNoise(line)) {
      lastLine = line;
      log(line);
    }
    for (const one of plan.read(line)) {
      if (one.type === "hostKey") judge(one.kind, one.fingerprint);
      else if (stranger === null) options.onEvent(one);
    }
  }

  /** A key was accepted, and another one is shown: nothing goes on with that one. */
  function judge(kind: string, fingerprint: string): void {
    if (acceptedFingerprint === null || fingerprint === acceptedFingerprint || way.way !== "ssh")
      return;
    stranger = fingerprint;
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
      if (stranger !== null) {
        await forgetKey(hosts, stranger, hostsBefore).catch((error: unknown) => {
          log(`The known host keys couldn't be restored: ${errorText(error)}`);
        });
      }
      return { ...how, said: lastLine };
    }),
    hasSpoken: () => lastLine !== undefined,
    end: () => started.end(),
  };
}
