import { readRunFile } from "../app/local.ts";
import { serviceOperations } from "../contract/service.ts";
import { CommandFailed, exitCodes } from "./exitCodes.ts";
import {
  dataDirOf,
  runningService,
  type RunningService,
  type ServiceFlags,
} from "./runningService.ts";
import type { Typed } from "./typed.ts";

/** Does one thing through the service that runs on the folder, or on the folder itself where none does. */
export async function onServiceOrFolder<Result>(
  flags: ServiceFlags,
  typed: Typed,
  ways: {
    readonly service: (service: RunningService) => Promise<Result>;
    readonly folder: (dir: string) => Promise<Result>;
  },
): Promise<Result> {
  const dir = dataDirOf(flags.data);
  // Where a service was killed, its run file is still there.
  if (readRunFile(dir) === null || !(await answers(flags, typed))) return ways.folder(dir);
  return ways.service(runningService(flags.data, typed));
}

async function answers(flags: ServiceFlags, typed: Typed): Promise<boolean> {
  try {
    await runningService(flags.data, typed).call(serviceOperations.getService);
    return true;
  } catch (error) {
    if (error instanceof CommandFailed && error.exitCode === exitCodes.noService) return false;
    throw error;
  }
}
