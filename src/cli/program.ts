import { Command, CommanderError } from "commander";
import { packageVersion } from "../server/local.ts";
import { CommandFailed, exitCodes } from "./exitCodes.ts";
import { several } from "./flags.ts";
import { note, outliveClosedPipes, printJson } from "./output.ts";
import { dataFlag, examples, jsonFlag } from "./programParts.ts";
import type { ServiceFlags } from "./runningService.ts";
import type { ServeFlags } from "./serveFlags.ts";
import { addTableCommands, isIncomplete } from "./tableProgram.ts";

function addServe(program: Command): void {
  program
    .command("serve")
    .summary("run the service")
    .description("Run the service until Ctrl+C. Port 0 takes a free one.")
    .addOption(dataFlag())
    .option("--port <n>", "port of the service: API and short links (default: 4080)")
    .option("--public-port <n>", "open the public door, where a tunnel points (default: closed)")
    .option("--gui-port <n>", "port of the GUI (default: 4082)")
    .option("--no-gui", "serve no GUI")
    .option("--host <address>", "address to listen on (default: 127.0.0.1, this computer only)")
    .option("--base-url <url>", "public address that short links are printed with")
    .option("--rate-limit <n>", "requests a minute for the API key (default: 30)")
    .option("--dialect <name>", "document or vendor (default: document)")
    .option("--set <name=value>", "a setting for this run; may be repeated", several)
    .option("--json", "print one line of JSON once ready, and nothing else")
    .addHelpText(
      "after",
      examples(
        "waypost serve",
        "waypost serve --port 0 --gui-port 0 --data ./links --json",
        "waypost serve --public-port 4081 --base-url https://go.example.org --set geo.provider=cloudflare",
      ),
    )
    .action(async (flags: ServeFlags) => {
      const { serve } = await import("./serve.ts");
      await serve(flags);
    });
}

function addServiceCommands(program: Command): void {
  program
    .command("open")
    .summary("open the GUI in the browser")
    .description("Open the running service's GUI in the browser and print its address.")
    .addOption(dataFlag())
    .addOption(jsonFlag())
    .action(async (flags: ServiceFlags) => {
      const { openWindow } = await import("./window.ts");
      await openWindow(flags);
    });
  program
    .command("doctor")
    .summary("mend a damaged data folder")
    .description(
      "Save every good record of a damaged data folder. The damaged files are kept aside; no service may run on it.",
    )
    .addOption(dataFlag())
    .option("--json", "print the findings as JSON")
    .action(async (flags: ServiceFlags) => {
      const { doctor } = await import("./doctor.ts");
      await doctor(flags);
    });
}

/** `line` says which command's flags are wanted. */
export function buildProgram(line: readonly string[]): Command {
  const program = new Command("waypost")
    .description("Your own link shortener, on your own computer.")
    .version(packageVersion(), "--version", "print the version")
    .exitOverride()
    .configureOutput({
      // Commander puts its suggestion on a second line.
      outputError: (text, write) => write(`${text.trim().replaceAll("\n", " ")}\n`),
    })
    .addHelpText(
      "after",
      `${examples("waypost serve", "waypost add https://example.org --custom spring", "waypost qr add link https://example.org --out code.png")}\n
Exit codes: 0 done, 1 the service refused or failed, 2 wrong use, 3 no service is running.`,
    );
  program.commandsGroup("The service:");
  addServe(program);
  addServiceCommands(program);
  addTableCommands(program, line);
  return program;
}

/** What the shell gets for a failure, after the owner was told. */
function failed(error: unknown, wantsJson: boolean): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.wrongUse;
  const message = error instanceof Error ? error.message : String(error);
  note(`waypost: ${message}`);
  if (wantsJson) printJson({ error: 1, message });
  return error instanceof CommandFailed ? error.exitCode : exitCodes.failed;
}

/** Runs one command line, without the program's own name in front. */
export async function main(line: readonly string[]): Promise<void> {
  outliveClosedPipes();
  try {
    const program = buildProgram(line);
    const asked = isIncomplete(line) ? [...line, "--help"] : line;
    await program.parseAsync(asked, { from: "user" });
  } catch (error) {
    process.exitCode = failed(error, line.includes("--json") && line[0] !== "serve");
  }
}
