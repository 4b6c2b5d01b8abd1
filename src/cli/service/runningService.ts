import { resolve } from "node:path";
import type { Operation } from "../../contract/operation.ts";
import type { RequestParts } from "../../contract/request.ts";
import { serviceOperations } from "../../contract/server/service.ts";
import { defaultDataDir, holderAnswers, readRunFile } from "../../app/local.ts";
import { CommandFailed, exitCodes, wrongUse } from "../failures.ts";
import type { Typed } from "../typed.ts";
import {
  type Answer,
  type Call,
  connect,
  patience,
  tooSlow,
  unreachable,
  type Client,
} from "./client.ts";

export interface RunningService extends Client {
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
 * The service that serves the folder, as its run file says. It must prove that it holds the folder
 * before the first request: after a crash, anyone may listen on its port, and requests have secrets.
 */
export function runningService(data: string | undefined, typed: Typed): RunningService {
  const dir = dataDirOf(data);
  const run = readRunFile(dir);
  if (run === null) {
    throw new CommandFailed(
      exitCodes.noService,
      `No server is running for ${dir}. To start the server: ${typed("serve")}`,
    );
  }
  const { baseUrl, localKey: key, pid, hasWindow } = run;
  let proven: Promise<void> | undefined;
  async function prove(): Promise<void> {
    const answer = await holderAnswers(dir, pid, patience);
    if (answer === "silent") throw tooSlow(baseUrl);
    if (answer === "refused") throw unreachable(baseUrl);
    if (answer === "elsewhere") {
      throw new CommandFailed(
        exitCodes.noService,
        `No server is running for ${dir}. The folder's run.json and lock.json came from another folder. To start the server: ${typed("serve")}`,
      );
    }
  }
  return {
    ...connect({ baseUrl, key, proven: () => (proven ??= prove()) }),
    gui: run.gui === null ? null : guiAddress(run.gui, key),
    hasWindow,
    pid,
  };
}

/** The key travels in the fragment, which no browser sends anywhere. */
function guiAddress(gui: string, key: string): string {
  const url = new URL(gui);
  url.hash = `key=${key}`;
  return url.href;
}

/** The service that runs on the folder; null where none does. */
export async function serviceIfRunning(
  data: string | undefined,
  typed: Typed,
): Promise<RunningService | null> {
  if (readRunFile(dataDirOf(data)) === null) return null;
  const service = runningService(data, typed);
  try {
    await service.call(serviceOperations.getService);
    return service;
  } catch (error) {
    // A service that was killed leaves its run file behind.
    if (error instanceof CommandFailed && error.exitCode === exitCodes.noService) return null;
    throw error;
  }
}

/** Does an operation on a data folder that no service runs on. */
type Handler = (input: never, caller: { readonly isLocal: boolean }) => unknown;

function parsed(operation: Operation, sent: RequestParts): object {
  const body = operation.body.safeParse(sent.body ?? {});
  if (body.success) {
    const params = operation.params.parse(sent.params ?? {});
    return { params, query: operation.query.parse(sent.query ?? {}), body: body.data };
  }
  const [fault] = body.error.issues;
  throw wrongUse(`--${String(fault?.path[0] ?? "")} ${fault?.message ?? "is unreadable"}`);
}

/** Calls the handlers of operations as a client calls the service. */
export function folderCall<Operations extends Readonly<Record<string, Operation>>>(
  operations: Operations,
  handlers: { readonly [Name in keyof Operations]: Handler },
): Call {
  const all = Object.entries<Operation>(operations);
  const handlerOf = new Map<string, Handler>(Object.entries<Handler>(handlers));
  return async (operation, sent = {}) => {
    const [name = ""] = all.find(([, one]) => one === operation) ?? [];
    // The handler takes what its own operation has parsed.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const input = parsed(operation, sent) as never;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return (await handlerOf.get(name)?.(input, { isLocal: true })) as Answer;
  };
}
