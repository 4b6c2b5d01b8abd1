import { setFlagsFromString } from "node:v8";
import { Command, CommanderError, Option } from "commander";
import { errorText } from "../util/errorText.ts";
import { mirrorCommand, runMirror } from "./commands/mirror.ts";
import { CommandFailed, exitCodes } from "./failures.ts";
import { type CommonFlags, dataFlag, jsonFlag } from "./options.ts";
import { note, outliveClosedPipes } from "./terminal/print.ts";

/**
 * Runs `waypost mirror` by itself: for months, on a small computer, it needs none of the 50 MB of the other commands.
 * @param words those after its name
 * @returns false: nothing was done, because the words make no sense or ask for help
 */
export async function mirrorAlone(words: readonly string[]): Promise<boolean> {
  const command = new Command("mirror")
    .helpOption(false)
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .addOption(dataFlag())
    .addOption(jsonFlag());
  for (const option of mirrorCommand.options ?? []) {
    command.addOption(option instanceof Option ? option : new Option(...option));
  }
  outliveClosedPipes();
  // What a visit makes is soon garbage. V8 would keep 64 MiB for such on a computer that may have little, and let what
  // lives a little longer grow by 50 MiB before it looks.
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=15");
  try {
    command.parse([...words], { from: "user" });
    const flags = command.opts<CommonFlags>();
    await runMirror({ flags, isJson: flags.json === true });
  } catch (error) {
    if (error instanceof CommanderError) return false;
    note(`waypost: ${errorText(error)}`);
    process.exitCode = error instanceof CommandFailed ? error.exitCode : exitCodes.failed;
  }
  return true;
}
