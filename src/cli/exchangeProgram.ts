import { Option, type Command } from "commander";
import { conflictChoices, importFormats } from "../contract/imports.ts";
import { clickFormats, linkFormats } from "../contract/exports.ts";
import { linkFilter } from "../contract/linkFilter.ts";
import { fieldsOf } from "./contract/fieldValues.ts";
import { optionsOf, several } from "./contract/flags.ts";
import type { ExportFlags } from "./export.ts";
import type { ImportFlags } from "./import.ts";
import type { JobFlags } from "./jobs.ts";
import { dataFlag, examples } from "./programParts.ts";
import type { Typed } from "./typed.ts";

/** Commands that bring links along, and those that watch work. */
export function addImport(program: Command, typed: Typed): void {
  program
    .command("import")
    .argument("<file...>", "exports of other link shorteners, CSV, JSON, bookmarks, lists")
    .summary("bring links along")
    .description(
      "Bring links and clicks along from files. What a file is shows by itself; what can't come is named by line and written to FILE.failures.csv.",
    )
    .addOption(new Option("--from <name>", "what the files are").choices(importFormats))
    .option("--preview", "only say what would come")
    .addOption(
      new Option(
        "--on-conflict <choice>",
        "what happens where a short address is taken (default: skip)",
      ).choices(conflictChoices),
    )
    .option("--pixels", "import the pixels of the files, which act on visitors")
    .option("--tag <tag>", "a tag for all of the links; may be repeated", several)
    .option("--channel <id>", "a channel for all of the links")
    .option("--campaign <id>", "a campaign for all of the links")
    .option("--domain <host>", "a domain for all of the links")
    .option(
      "--map <column=field>",
      "what a column is; none leaves it out; may be repeated",
      several,
    )
    .addOption(
      new Option("--dates <order>", "whether 03/04/2025 begins with the day").choices([
        "day",
        "month",
      ]),
    )
    .addOption(dataFlag())
    .option("--json", "print what came as one object")
    .addHelpText(
      "after",
      examples(
        program.name(),
        "import links.csv --preview",
        "import bitly.csv --tag bitly --on-conflict rename",
        'import table.csv --map "Long URL=url" --map "Back-half=custom"',
      ),
    )
    .action(async (files: readonly string[], flags: ImportFlags) => {
      const { importFiles } = await import("./import.ts");
      await importFiles(files, flags, typed);
    });
  program
    .command("jobs")
    .argument("[id]", "one of them")
    .summary("list what takes longer: imports, bulk changes")
    .description("List the jobs of the last day, or show one of them.")
    .option("--cancel", "cancel the job; what it has done stays")
    .addOption(dataFlag())
    .option("--json", "print them as JSON")
    .addHelpText("after", examples(program.name(), "jobs", "jobs 12 --cancel"))
    .action(async (id: string | undefined, flags: JobFlags) => {
      const { showJobs } = await import("./jobs.ts");
      await showJobs(id, flags, typed);
    });
}

/** Commands that take links and clicks along. */
export function addExport(program: Command, typed: Typed, isMeant: boolean): void {
  const made = program
    .command("export")
    .summary("take links and clicks along")
    .description(
      "Write links or clicks to a file: for another program, or as redirects that lead on without Waypost. Without filters everything goes. What can't come along is said.",
    )
    .addOption(
      new Option("--format <name>", "how they are written")
        .choices(["zip", ...linkFormats, ...clickFormats])
        .makeOptionMandatory(),
    )
    .option("--out <file>", "the file or folder it goes to (default: standard output)")
    .option("--replace", "write over a file that is there")
    .option("--id <n>", "one link; may be repeated", several)
    .option("--clicks", "of zip, which is everything but keys: with every click that has a line")
    .option("--bom", "csv for spreadsheets that take it for another encoding")
    .option("--from <moment>", "of clicks: the first moment")
    .option("--to <moment>", "of clicks: the moment before which they end")
    .addOption(dataFlag())
    .option("--json", "with --out: print what was written as one object")
    .addHelpText(
      "after",
      examples(
        program.name(),
        "export --format csv --out links.csv --tag spring",
        "export --format nginx --out /etc/nginx/conf.d/links.conf",
        "export --format clicks-csv --from 2026-01-01 --out clicks.csv",
      ),
    )
    .action(async (flags: ExportFlags) => {
      const { exportFile } = await import("./export.ts");
      await exportFile(flags, typed);
    });
  if (!isMeant) return;
  for (const option of fieldsOf(linkFilter).flatMap((field) => optionsOf(field))) {
    made.addOption(option);
  }
}
