import { Command, CommanderError, Option } from "commander";
import { CommandFailed, exitCodes } from "./exitCodes.ts";
import type { AddFlags } from "./linkFlags.ts";
import type { ListFlags, ServiceFlags } from "./links.ts";
import { note, outliveClosedPipes, printJson } from "./output.ts";
import type { ServeFlags } from "./serveFlags.ts";

const data = () => new Option("--data <dir>", "data folder (default: the system's own place)");
const json = () => new Option("--json", "print the service's own answer, for scripts");

function several(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}

function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}`;
}

function addServe(program: Command): void {
  program
    .command("serve")
    .summary("run the service")
    .description("Run the service until Ctrl+C. Port 0 takes a free one.")
    .addOption(data())
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

function addLinkCommands(program: Command): void {
  program
    .command("add <url>")
    .summary("make a short link")
    .description("Make a short link and print its short address.")
    .option("--alias <alias>", "the last part of the short address (default: random)")
    .option("--title <text>", "title, also for link previews")
    .option("--note <text>", "note to yourself")
    .option("--password <password>", "ask visitors for it; - reads it from standard input")
    .option("--expiry <time>", "YYYY-MM-DD, or 'YYYY-MM-DD HH:MM:SS'")
    .option("--domain <domain>", "a branded domain of yours")
    .option("--type <type>", "direct, frame, splash or overlay-<id> (default: direct)")
    .option("--public", "let everyone see its statistics")
    .option("--param <name=value>", "append to the address; may be repeated", several)
    .option("--country <country=url>", "another address for a country; may be repeated", several)
    .option("--device <device=url>", "another address for a device; may be repeated", several)
    .option("--language <code=url>", "another address for a language; may be repeated", several)
    .addOption(data())
    .addOption(json())
    .addHelpText(
      "after",
      examples(
        "waypost add https://example.org/a/long/way",
        "waypost add https://example.org --alias spring --expiry 2030-01-31",
        "waypost add https://example.org --country DE=https://example.org/de --param utm_source=mail",
        'read -rs secret && printf %s "$secret" | waypost add https://example.org --password -',
      ),
    )
    .action(async (url: string, flags: AddFlags & ServiceFlags) => {
      const { addLink } = await import("./links.ts");
      await addLink(url, flags);
    });
  program
    .command("list")
    .summary("list short links")
    .description("List short links, newest first.")
    .option("--search <text>", "only those with it in alias, title, address or note")
    .option("--order <order>", "date (newest first) or click (most first)")
    .option("--limit <n>", "links a page, up to 1000 (default: 15)")
    .option("--page <n>", "page, from 1")
    .addOption(data())
    .addOption(json())
    .addHelpText(
      "after",
      examples("waypost list --order click --limit 10", "waypost list --search spring --json"),
    )
    .action(async (flags: ListFlags) => {
      const { listLinks } = await import("./links.ts");
      await listLinks(flags);
    });
  program
    .command("show <link>")
    .summary("show a link and its statistics")
    .description("Show a link, given by id, alias or short address, and its statistics.")
    .addOption(data())
    .addOption(json())
    .addHelpText(
      "after",
      examples("waypost show spring", "waypost show http://127.0.0.1:4080/spring"),
    )
    .action(async (link: string, flags: ServiceFlags) => {
      const { showLink } = await import("./links.ts");
      await showLink(link, flags);
    });
  program
    .command("remove <link>")
    .summary("delete a link")
    .description("Delete a link, given by id, alias or short address.")
    .addOption(data())
    .addOption(json())
    .addHelpText("after", examples("waypost remove spring"))
    .action(async (link: string, flags: ServiceFlags) => {
      const { removeLink } = await import("./links.ts");
      await removeLink(link, flags);
    });
  program
    .command("restore <id>")
    .summary("take a deletion back")
    .description(
      "Take the deletion of a link back, within ten minutes and the same run of the service.",
    )
    .addOption(data())
    .addOption(json())
    .action(async (id: string, flags: ServiceFlags) => {
      const { restoreLink } = await import("./links.ts");
      await restoreLink(id, flags);
    });
}

function addServiceCommands(program: Command): void {
  program
    .command("key")
    .summary("print the API key")
    .description("Print the API key of the running service.")
    .addOption(data())
    .addOption(json())
    .addHelpText(
      "after",
      examples('curl -H "Authorization: Bearer $(waypost key)" http://127.0.0.1:4080/api/urls'),
    )
    .action(async (flags: ServiceFlags) => {
      const { showKey } = await import("./links.ts");
      await showKey(flags);
    });
  program
    .command("open")
    .summary("open the GUI in the browser")
    .description("Open the running service's GUI in the browser and print its address.")
    .addOption(data())
    .addOption(json())
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
    .addOption(data())
    .option("--json", "print the findings as JSON")
    .action(async (flags: ServiceFlags) => {
      const { doctor } = await import("./doctor.ts");
      await doctor(flags);
    });
}

function buildProgram(): Command {
  const program = new Command("waypost")
    .description("Your own link shortener, on your own computer.")
    .exitOverride()
    .configureOutput({
      // Commander puts its suggestion on a second line.
      outputError: (text, write) => write(`${text.trim().replaceAll("\n", " ")}\n`),
    })
    .addHelpText(
      "after",
      `${examples("waypost serve", "waypost add https://example.org --alias spring", "waypost list")}\n
Exit codes: 0 done, 1 the service refused or failed, 2 wrong use, 3 no service is running.`,
    );
  addServe(program);
  addLinkCommands(program);
  addServiceCommands(program);
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
    await buildProgram().parseAsync(line, { from: "user" });
  } catch (error) {
    process.exitCode = failed(error, line.includes("--json") && line[0] !== "serve");
  }
}
