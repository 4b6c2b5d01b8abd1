import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { Option } from "commander";
import {
  conflictChoices,
  importFormats,
  importOperations,
} from "../../contract/changes/imports.ts";
import {
  type ImportPreview,
  importPreview,
  type ImportResult,
  importResult,
} from "../../contract/changes/jobResults.ts";
import type { Job } from "../../contract/changes/jobs.ts";
import { counted } from "../../contract/counted.ts";
import { CommandFailed, exitCodes, wrongUse as wrong } from "../failures.ts";
import { repeated } from "../options.ts";
import { followJob } from "../service/followJob.ts";
import type { RunningService } from "../service/runningService.ts";
import { faint, note, print, printJson } from "../terminal/print.ts";
import { moreLines } from "../terminal/table.ts";
import { writeFile } from "../terminal/writeFile.ts";
import { retyped } from "../typed.ts";
import type { AddCommand, Context } from "./command.ts";
import { failureLines } from "./jobs.ts";

const { startImport, previewImport, applyImport, importFailures } = importOperations;

interface ImportFlags {
  readonly from?: string;
  readonly preview?: boolean;
  readonly onConflict?: string;
  readonly pixels?: boolean;
  readonly publicCampaigns?: boolean;
  readonly publicStatistics?: boolean;
  readonly tag?: readonly string[];
  readonly channel?: string;
  readonly campaign?: string;
  readonly domain?: string;
  readonly map?: readonly string[];
  readonly dates?: string;
}

/** What was imported from a file, for scripts. */
type Outcome = Readonly<Record<string, unknown>>;

interface Imported {
  readonly outcome: Outcome;
  readonly isComplete: boolean;
}

const effectNames = {
  pixel: "pixel",
  type: "link type",
  metaimage: "preview image from",
  deeplink: "app link to",
  targeting: "targeting, rules or splits to",
  campaign: "your public campaign",
  statistics: "public statistics",
  alias: "another spelling of your alias",
} as const;

/** Problems that fit on a screen. */
const mostShown = 20;

function mappingOf(map: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    map.map((pair) => {
      // A column's name may have an equals sign of its own.
      const [, column = "", field = ""] = /^(.+)=([^=]*)$/s.exec(pair) ?? [];
      if (column === "" || field === "") {
        throw wrong(
          `--map takes a column and a field, such as --map "Long URL=url", not "${pair}".`,
        );
      }
      return [column, field];
    }),
  );
}

/** How a file is to be read, as far as flags say it. */
function readingOf({ map = [], domain, dates }: ImportFlags): Record<string, unknown> {
  return {
    ...(map.length > 0 && { mapping: mappingOf(map) }),
    ...(domain !== undefined && { domain }),
    ...(dates !== undefined && { dates: `${dates} first` }),
  };
}

/** Refuses what can't be sent; asked of all files before the first one is sent. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw wrong(`There is no file "${path}".`);
  if (!found.isFile())
    throw wrong(`"${path}" isn't a file. To import a folder, list its files one by one.`);
  return found.size;
}

async function upload({ upload: send }: RunningService, path: string, format: string | undefined) {
  const size = await sizeOf(path);
  if (size === 0) throw new CommandFailed(exitCodes.failed, `${path}: The file is empty.`);
  const query = { name: basename(path).slice(0, 200), format };
  return send(startImport, { query }, { content: createReadStream(path), size });
}

/** Ends the command where a job failed. */
function successful(job: Job, path: string): Job {
  if (job.state === "done") return job;
  const reason = job.message ?? "The import wasn't finished.";
  throw new CommandFailed(exitCodes.failed, `${path}: ${reason}`);
}

async function previewOf(service: RunningService, path: string, flags: ImportFlags): Promise<Job> {
  const { call } = service;
  const { from: format } = flags;
  const reading = readingOf(flags);
  const first = await followJob(call, upload(service, path, format));
  if (Object.keys(reading).length === 0) return successful(first, path);
  // The upload itself can't say how its columns are to be read.
  const params = { id: first.id };
  const again = call(previewImport, { params, body: { ...reading, format } });
  return successful(await followJob(call, again), path);
}

function noteContent(preview: ImportPreview, path: string): void {
  const { format, sureness, valid, conflicts, invalid, unchanged, skipped, clicks } = preview;
  const { different, newChannels, newCampaigns } = preview;
  note(
    `${path}: ${format}${sureness === "guess" ? " (a guess; to choose the format: --from)" : ""}`,
  );
  const importable = preview.kind === "clicks" ? clicks : valid;
  const what = preview.kind === "clicks" ? "click" : "link";
  const counts = [
    [importable, counted(importable, what)],
    [conflicts, `${conflicts} with a short link that is taken`],
    [unchanged, `${unchanged} already imported`],
    [different, `${different} already imported, with other values in the file`],
    [skipped, `${skipped} skipped, such as deleted links`],
    [invalid, `${invalid} that can't be imported`],
    [newChannels, counted(newChannels, "new channel")],
    [newCampaigns, counted(newCampaigns, "new campaign")],
  ] as const;
  for (const [count, text] of counts) if (count > 0) note(`  ${text}`);
  for (const { column, why } of preview.dropped) note(faint(`  not included: ${column}: ${why}`));
}

/** What the links do to visitors. */
function noteEffects(
  { visitorEffects, newPixels }: ImportPreview,
  { pixels, publicCampaigns, publicStatistics }: ImportFlags,
): void {
  for (const { what, name, links } of visitorEffects) {
    const isOwn = what === "statistics" && name !== "";
    const words = [effectNames[what], isOwn ? "of your link" : "", name];
    const effect = words.filter((word) => word !== "").join(" ");
    note(`  affects visitors: ${effect} (${counted(links, "link")})`);
  }
  if (pixels === true && newPixels > 0) {
    note(`  ${counted(newPixels, "new pixel")}`);
  }
  if (pixels !== true && visitorEffects.some(({ what }) => what === "pixel")) {
    note("  Pixels aren't imported. To import them, add --pixels.");
  }
  if (publicCampaigns !== true && visitorEffects.some(({ what }) => what === "campaign")) {
    note("  Links aren't added to public campaigns. To add them, use --public-campaigns.");
  }
  if (publicStatistics !== true && visitorEffects.some(({ what }) => what === "statistics")) {
    note("  Statistics stay private. To make them public, use --public-statistics.");
  }
}

function noteProblems({ problems, invalid }: ImportPreview): void {
  const shown = problems.slice(0, mostShown);
  for (const { line, message } of shown) note(`  line ${line}: ${message}`);
  if (problems.length > mostShown) for (const line of moreLines(invalid - mostShown)) note(line);
}

/** Saves the rows that weren't imported beside the file. */
async function saveFailures(
  { download }: RunningService,
  job: Job,
  path: string,
): Promise<string | null> {
  if (job.failureCount === 0) return null;
  const target = `${path}.failures.csv`;
  const { content } = await download(importFailures, { params: { id: job.id } });
  await writeFile(target, content, { isReplacing: true });
  return target;
}

function apply({ call }: RunningService, { id }: Job, token: string, flags: ImportFlags) {
  const { onConflict, pixels, publicCampaigns, publicStatistics } = flags;
  const { tag: tags, channel, campaign } = flags;
  const told = { onConflict, pixels, publicCampaigns, publicStatistics };
  const body = { token, ...told, tags, channel, campaign };
  return followJob(call, call(applyImport, { params: { id }, body }));
}

function noteResult(job: Job, { hadPassword }: ImportResult, failuresFile: string | null): void {
  for (const line of failureLines(job)) note(line);
  if (hadPassword.length > 0) {
    note(`Imported without their password: ${hadPassword.slice(0, mostShown).join(", ")}`);
  }
  if (failuresFile !== null) note(`Rows that weren't imported: ${failuresFile}`);
}

/** Dates that are read the wrong way round end links on the wrong day: nothing is guessed. */
function refuseUnclearDates({ dates }: ImportPreview, path: string): void {
  if (dates?.order !== "unknown") return;
  throw new CommandFailed(
    exitCodes.failed,
    `${path}: The dates in this file could begin with the day or with the month. Add --dates day or --dates month. Nothing was imported.`,
  );
}

async function importOne(
  { service, flags, isJson, typed }: Context<ImportFlags>,
  path: string,
): Promise<Imported> {
  const job = await previewOf(service, path, flags);
  const preview = importPreview.parse(job.result);
  const { format, valid, conflicts, invalid, dropped, visitorEffects, token } = preview;
  if (!isJson) {
    noteContent(preview, path);
    noteEffects(preview, flags);
    if (flags.preview === true) noteProblems(preview);
  }
  refuseUnclearDates(preview, path);
  if (flags.preview === true) {
    const outcome = { format, valid, conflicts, invalid, dropped, visitorEffects };
    return { outcome, isComplete: invalid === 0 };
  }
  const applied = await apply(service, job, token, flags);
  const failuresFile = await saveFailures(service, applied, path);
  const result = importResult.parse(successful(applied, path).result);
  if (!isJson) {
    noteResult(applied, result, failuresFile);
    print(retyped(applied.message ?? "", typed));
  }
  const { imported, skipped, renamed, overwritten, unchanged, clicks } = result;
  return {
    outcome: {
      format,
      // An import without changes is not in the list of changes.
      changeSet: imported + renamed + overwritten + clicks > 0 ? applied.change : null,
      imported,
      // With those already imported, the counts add up to the rows.
      skipped: skipped + unchanged,
      renamed,
      overwritten,
      invalid: result.invalid,
      clicks,
      dropped,
      failuresFile,
    },
    // A row that was skipped for an existing link is a failure, too.
    isComplete: applied.failureCount === 0,
  };
}

/** Imports files one after the other. */
async function importFiles(context: Context<ImportFlags>, paths: readonly string[]): Promise<void> {
  void context.service;
  for (const path of paths) await sizeOf(path);
  const [only] = paths;
  if (paths.length === 1 && only !== undefined) {
    const { outcome, isComplete } = await importOne(context, only);
    if (context.isJson) printJson(outcome);
    if (!isComplete) process.exitCode = exitCodes.failed;
    return;
  }
  const outcomes: Outcome[] = [];
  for (const path of paths) {
    try {
      const { outcome, isComplete } = await importOne(context, path);
      outcomes.push({ file: path, ...outcome });
      if (!isComplete) process.exitCode = exitCodes.failed;
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
      // The files before stay imported, and their change sets are worth knowing.
      outcomes.push({ file: path, error: error.message });
      note(error.message);
      process.exitCode = exitCodes.failed;
      break;
    }
  }
  const left = paths.slice(outcomes.length);
  if (left.length > 0) note(`Not imported: ${left.join(", ")}`);
  if (context.isJson) printJson({ files: outcomes });
}

export function addImport(add: AddCommand): void {
  add({
    usage: "import <file...>",
    summary: "Import links and clicks",
    description:
      "Import links and clicks from exports of other link shorteners, CSV, JSON, bookmarks and lists of URLs. Waypost detects the format. Rows that can't be imported are listed by line and saved in FILE.failures.csv.",
    options: [
      new Option("--from <name>", "format of the files (default: detected)").choices(importFormats),
      ["--preview", "only show what would be imported"],
      new Option(
        "--on-conflict <choice>",
        "what to do if a short link is taken (default: skip)",
      ).choices(conflictChoices),
      ["--pixels", "import tracking pixels, which fire when visitors open the links"],
      ["--public-campaigns", "add links to existing public campaigns that the files name"],
      ["--public-statistics", "make statistics public if the files say so"],
      repeated("--tag <tag>", "tag to add to all links; may be repeated"),
      ["--channel <id>", "channel to add all links to"],
      ["--campaign <id>", "campaign to add all links to"],
      ["--domain <host>", "domain of all links"],
      repeated(
        "--map <column=field>",
        "field for a column, or none to skip the column; may be repeated",
      ),
      new Option(
        "--dates <order>",
        "whether dates such as 03/04/2025 start with the day or the month",
      ).choices(["day", "month"]),
    ],
    json: "print the result as one JSON object",
    examples: [
      "import links.csv --preview",
      "import bitly.csv --tag bitly --on-conflict rename",
      'import table.csv --map "Long URL=url" --map "Back-half=custom"',
    ],
    run: importFiles,
  });
}
