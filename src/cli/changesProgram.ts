import { Option, type Command } from "commander";
import { authors } from "../contract/changes.ts";
import { linkFilter } from "../contract/linkFilter.ts";
import { recordKinds } from "../contract/records.ts";
import { listKinds } from "../contract/trash.ts";
import type { BulkFlags } from "./bulk.ts";
import type { ChangesFlags, UndoFlags } from "./changes.ts";
import { fieldsOf } from "./contract/fieldValues.ts";
import { optionsOf, several } from "./contract/flags.ts";
import { dataFlag, examples } from "./programParts.ts";
import type { TrashFlags } from "./trash.ts";
import type { Typed } from "./typed.ts";

/** Commands that show what was changed, take it back, and change many at once. */
export function addChanges(program: Command, typed: Typed, meant: string | undefined): void {
  program
    .command("changes")
    .argument("[id]", "one of them")
    .summary("list what was changed")
    .description("List what was changed, newest first, or show one change before and after.")
    .addOption(new Option("--kind <kind>", "only where such were changed").choices(recordKinds))
    .addOption(new Option("--by <author>", "only of these").choices(authors))
    .option("--from <moment>", "from this moment on")
    .option("--to <moment>", "before this moment")
    .option("--limit <n>", "how many (default: 50)")
    .addOption(dataFlag())
    .option("--json", "print them as JSON")
    .addHelpText("after", examples(program.name(), "changes --kind links", "changes 4711"))
    .action(async (id: string | undefined, flags: ChangesFlags) => {
      const { showChanges } = await import("./changes.ts");
      await showChanges(id, flags, typed);
    });
  program
    .command("undo")
    .argument("<change>", "its number in the list of changes")
    .summary("take a change back")
    .description(
      "Take a change back. What has been changed again since is named and left; an undo can be undone too.",
    )
    .option("--preview", "only say what would happen")
    .option("--force", "take back also what has been changed again since")
    .addOption(dataFlag())
    .option("--json", "print the outcome as one object")
    .addHelpText("after", examples(program.name(), "undo 4711 --preview", "undo 4711"))
    .action(async (id: string, flags: UndoFlags) => {
      const { undo } = await import("./changes.ts");
      await undo(id, flags, typed);
    });
  program
    .command("trash")
    .argument("[id...]", "with --restore: which")
    .summary("list what was deleted, and bring it back")
    .description("List what was deleted and can come back, or bring some of it back.")
    .addOption(new Option("--kind <kind>", "only these; with --restore: links").choices(listKinds))
    .option("--search <text>", "only where the text is found")
    .option("--restore", "bring those with the ids back")
    .addOption(dataFlag())
    .option("--json", "print them as JSON")
    .addHelpText("after", examples(program.name(), "trash", "trash 12 13 --restore"))
    .action(async (ids: readonly string[], flags: TrashFlags) => {
      const { trash } = await import("./trash.ts");
      await trash(ids, flags, typed);
    });
  const bulk = program
    .command("bulk")
    .summary("change many links at once")
    .description(
      "Change or delete all links that filters find, those with ids, or every one. On a terminal it asks first; one undo takes all of it back.",
    )
    .option("--id <n>", "one link; may be repeated", several)
    .option("--all", "every link, archived ones too")
    .option(
      "--set <field=value>",
      "a field as in link edit; without a value it is emptied",
      several,
    )
    .option("--add-tag <tag>", "a tag that each gets; may be repeated", several)
    .option("--remove-tag <tag>", "a tag that is taken from each; may be repeated", several)
    .option("--replace-host <host>", "replace this host in destinations with that of --with")
    .option(
      "--replace-parameter <name[=value]>",
      "replace the value of this parameter in destinations; without --with it is removed",
    )
    .option(
      "--replace-text <text>",
      "replace this text in destinations; without --with it is removed",
    )
    .option("--with <new>", "the new host, value or text of --replace-…")
    .option("--archive", "leave them out of lists; they lead on")
    .option("--delete", "delete them")
    .option("--preview", "only say what would happen")
    .option("--yes", "don't ask")
    .addOption(dataFlag())
    .option("--json", "print the outcome as one object")
    .addHelpText(
      "after",
      examples(
        program.name(),
        "bulk --tag spring --no-clicks-since 2025-01-01 --archive",
        "bulk --campaign 3 --set expiry=2030-01-01 --preview",
        "bulk --all --replace-host old.example.com --with new.example.com --preview",
        "bulk --id 12 --id 13 --delete",
      ),
    )
    .action(async (flags: BulkFlags) => {
      const { bulkChange } = await import("./bulk.ts");
      await bulkChange(flags, typed);
    });
  if (meant !== "bulk") return;
  for (const option of fieldsOf(linkFilter).flatMap((field) => optionsOf(field))) {
    bulk.addOption(option);
  }
}
