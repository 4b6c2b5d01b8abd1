import { BadFlag, readStartFlags, type ServerOptions, type StartFlags } from "../../app/index.ts";
import { CommandFailed, exitCodes } from "../exitCodes.ts";

/** Flags of `waypost serve` as they stand on the command line. */
export interface ServeFlags extends StartFlags {
  readonly json?: boolean;
}

/** What the flags ask for; throws {@link CommandFailed} with the one flag that makes no sense. */
export function serverOptions(flags: ServeFlags, defaultDataDir: () => string): ServerOptions {
  try {
    return readStartFlags(flags, defaultDataDir);
  } catch (error) {
    if (error instanceof BadFlag) throw new CommandFailed(exitCodes.wrongUse, error.message);
    throw error;
  }
}
