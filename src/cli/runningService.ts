import { resolve } from "node:path";
import { defaultDataDir, holderAnswers, readRunFile } from "../app/local.ts";
import {
  connect,
  connectTransfers,
  patience,
  tooSlow,
  unreachable,
  type Client,
  type Transfers,
} from "./client.ts";
import { CommandFailed, exitCodes } from "./exitCodes.ts";
import type { Typed } from "./typed.ts";

/** Flags of every command that speaks to the service. */
export interface ServiceFlags {
  readonly data?: string;
  readonly json?: boolean;
}

export interface RunningService {
  readonly call: Client;
  /** For files. */
  readonly transfers: Transfers;
  /** Where it listens, path prefix included, without a trailing slash. */
  readonly baseUrl: string;
  /** The GUI's address with the key that opens it; null when it serves none. */
  readonly gui: string | null;
  /** Whether the desktop app shows it in its own window. */
  readonly hasWindow: boolean;
  readonly pid: number;
}

export function dataDirOf(data: string | undefined): string {
  return data === undefined ? defaultDataDir() : resolve(data);
}

/**
 * The service that serves the folder, as its run file tells. It must prove that it holds the folder
 * before the first request: after a crash, anyone may listen on its port, and requests have secrets.
 */
export function runningService(data: string | undefined, typed: Typed): RunningService {
  const dir = dataDirOf(data);
  const run = readRunFile(dir);
  if (run === null) {
    throw new CommandFailed(
      exitCodes.noService,
      `No Waypost is running on ${dir}. Start one with: ${typed("serve")}`,
    );
  }
  const { baseUrl, localKey: key, pid } = run;
  let proven: Promise<void> | undefined;
  async function prove(): Promise<void> {
    const answer = await holderAnswers(dir, pid, patience);
    if (answer === "silent") throw tooSlow(baseUrl);
    if (answer === "refused") throw unreachable(baseUrl);
  }
  const address = { baseUrl, key, proven: () => (proven ??= prove()) };
  return {
    call: connect(address),
    transfers: connectTransfers(address),
    baseUrl,
    gui: run.gui === null ? null : guiAddress(run.gui, run.localKey),
    hasWindow: run.hasWindow,
    pid,
  };
}

/** The key travels in the fragment, which no browser sends anywhere. */
function guiAddress(gui: string, key: string): string {
  const url = new URL(gui);
  url.hash = `key=${key}`;
  return url.href;
}
