import type { Command } from "commander";
import { several } from "./contract/flags.ts";
import type { LinksFlags, RemoveFlags, ScriptFlags, SetUpFlags } from "./edge.ts";
import { commandsOf } from "./programParts.ts";
import type { ServiceFlags } from "./runningService.ts";
import type { Typed } from "./typed.ts";

/** `waypost edge`: by hand, because a set-up is followed step by step, and a token is never typed on the line. */
export function addEdge(program: Command, typed: Typed): void {
  const edge = program
    .command("edge")
    .summary("edge: status, set-up, push, drain, check, remove, script, take-over, links, at-home")
    .description(
      "The always-on copy: a mirror on Cloudflare's network that answers while this computer sleeps.",
    );
  const add = commandsOf(program, edge, "status");
  add("status", "Show the mirror, and how far it is.", "edge").action(
    async (flags: ServiceFlags) => {
      const { showEdge } = await import("./edge.ts");
      await showEdge(flags, typed);
    },
  );
  add(
    "set-up",
    "Make a mirror, or renew the Worker of the one that there is.",
    "edge set-up",
    "edge set-up --token -",
    "edge set-up --token - --domain go.example.org",
  )
    .option("--token <->", "- reads Cloudflare's token from standard input; it is forgotten then")
    .option("--account <id>", "where the token leads to several")
    .option("--name <name>", "of Worker and database (default: waypost)")
    .option("--domain <name>", "one of your domains that leads there too; may be repeated", several)
    .option("--no-wait", "don't follow it until it is done")
    .action(async (flags: SetUpFlags) => {
      const { setUpEdge } = await import("./edge.ts");
      await setUpEdge(flags, typed);
    });
  const now = [
    ["push", "Bring what changed to the edge now."],
    ["drain", "Fetch clicks and answers from the edge now."],
    ["check", "Compare the edge with this computer, row by row, and mend what differs."],
  ] as const;
  for (const [what, summary] of now) {
    add(what, summary, `edge ${what}`).action(async (flags: ServiceFlags) => {
      const { doNow } = await import("./edge.ts");
      await doNow(what, flags, typed);
    });
  }
  add(
    "remove",
    "Fetch what visitors left at the edge, and empty the mirror; with a token, Worker and database go.",
    "edge remove --token -",
    "edge remove",
  )
    .option(
      "--token <->",
      "- reads Cloudflare's token from standard input: deletes Worker and database, too",
    )
    .option("--forget", "give it up here though it can't be reached; what is there stays")
    .option("--no-wait", "don't follow it until it is done")
    .action(async (flags: RemoveFlags) => {
      const { removeEdge } = await import("./edge.ts");
      await removeEdge(flags, typed);
    });
  add(
    "script",
    "Fetch the Worker's file, to paste it by hand.",
    "edge script",
    "edge script --out worker.js",
  )
    .option("--out <file>", "a file for it (default: standard output)")
    .option("--replace", "write over a file that is there")
    .action(async (flags: ScriptFlags) => {
      const { fetchScript } = await import("./edge.ts");
      await fetchScript(flags, typed);
    });
  add(
    "take-over",
    "Become the one Waypost that writes to the mirror; its links take the place of those there.",
    "edge take-over",
    "edge take-over --token -",
  )
    .option("--token <->", "- reads Cloudflare's token: for a Waypost that doesn't know the mirror")
    .option("--account <id>", "where the token leads to several")
    .option("--name <name>", "of Worker and database (default: waypost)")
    .option("--no-wait", "don't follow it until it is done")
    .action(async (flags: SetUpFlags) => {
      const { takeOverEdge } = await import("./edge.ts");
      await takeOverEdge(flags, typed);
    });
  add(
    "links",
    "List links with where they stand: at the edge, waiting, or at home alone.",
    "edge links --state notMirrored",
  )
    .option("--state <state>", "mirrored, waiting or notMirrored")
    .option("--page <n>", "page number, from 1")
    .option("--limit <n>", "links a page (default: 15)")
    .action(async (flags: LinksFlags) => {
      const { listLinks } = await import("./edge.ts");
      await listLinks(flags, typed);
    });
  add(
    "at-home",
    "List what else answers at home alone: public campaigns and pictures of QR codes.",
    "edge at-home",
  )
    .option("--page <n>", "page number, from 1")
    .option("--limit <n>", "records a page (default: 15)")
    .action(async (flags: LinksFlags) => {
      const { listAtHome } = await import("./edge.ts");
      await listAtHome(flags, typed);
    });
}
