import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { importOperations } from "../contract/imports.ts";
import {
  type ImportPreview,
  importPreview,
  type ImportResult,
  importResult,
} from "../contract/jobResults.ts";
import { type Job, job as jobShape } from "../contract/jobs.ts";
import { CommandFailed, exitCodes } from "./exitCodes.ts";
import { followJob } from "./followJob.ts";
import { faint, note, print, printJson } from "./output.ts";
import { type RunningService, runningService, type ServiceFlags } from "./runningService.ts";
import { retyped, type Typed } from "./typed.ts";

export interface ImportFlags extends ServiceFlags {
  readonly from?: string;
  readonly preview?: boolean;
  readonly onConflict?: string;
  readonly pixels?: boolean;
  readonly tag?: readonly string[];
  readonly channel?: string;
  readonly campaign?: string;
  readonly domain?: string;
  readonly map?: readonly string[];
  readonly dates?: string;
}

/** What one file came to, for scripts. */
type Outcome = Readonly<Record<string, unknown>>;

interface Imported {
  readonly outcome: Outcome;
  readonly isWhole: boolean;
}

const effectNames = {
  pixel: "pixel",
  type: "link type",
  metaimage: "preview image from",
  deeplink: "app link to",
} as const;

/** Problems that are written on a screen; the rest stands in the file of failures. */
const mostShown = 20;

function mappingOf(map: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    map.map((pair) => {
      // A column's name may have an equals sign of its own.
      const [, column = "", field = ""] = /^(.+)=([^=]*)$/s.exec(pair) ?? [];
      if (column === "" || field === "") {
        throw new CommandFailed(
          exitCodes.wrongUse,
          `--map takes a column and a field, such as --map "Long URL=url", not "${pair}".`,
        );
      }
      return [column, field];
    }),
  );
}

function readingOf({ from, map = [], domain, dates }: ImportFlags): Record<string, unknown> {
  return {
    ...(from !== undefined && { format: from }),
    ...(map.length > 0 && { mapping: mappingOf(map) }),
    ...(domain !== undefined && { domain }),
    ...(dates !== undefined && { dates: `${dates} first` }),
  };
}

function wrong(message: string): CommandFailed {
  return new CommandFailed(exitCodes.wrongUse, message);
}

/** Of a file that can be sent; asked of all before the first one is. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw wrong(`There is no file "${path}".`);
  if (!found.isFile()) throw wrong(`"${path}" is no file: name the files in it one by one.`);
  return found.size;
}

async function upload(
  { transfers }: RunningService,
  path: string,
  format: string | undefined,
): Promise<Job> {
  const size = await sizeOf(path);
  if (size === 0) throw new CommandFailed(exitCodes.failed, `${path}: There is nothing in it.`);
  const query = { name: basename(path).slice(0, 200), format };
  const file = { content: createReadStream(path), size };
  const answer = await transfers.upload(importOperations.startImport, { query }, file);
  return jobShape.parse(answer["job"]);
}

/** What a job came to; ends the command where it came to nothing. */
function ended(job: Job, path: string): Job {
  if (job.state === "done") return job;
  const said = job.message ?? "It was not finished.";
  throw new CommandFailed(exitCodes.failed, `${path}: ${said}`);
}

async function previewed(service: RunningService, path: string, flags: ImportFlags): Promise<Job> {
  const { format, ...rest } = readingOf(flags);
  const first = await followJob(service.call, await upload(service, path, flags.from));
  if (Object.keys(rest).length === 0) return ended(first, path);
  // The file is there now; what is said of its columns may be what makes it readable.
  const params = { id: first.id };
  const body = { ...rest, ...(format !== undefined && { format }) };
  const again = await service.call(importOperations.previewImport, { params, body });
  return ended(await followJob(service.call, jobShape.parse(again["job"])), path);
}

function tellFound(preview: ImportPreview, path: string): void {
  const { format, sureness, valid, conflicts, invalid, unchanged, skipped, clicks } = preview;
  note(`${path}: ${format}${sureness === "guess" ? " (a guess; --from says what it is)" : ""}`);
  const coming = preview.kind === "clicks" ? clicks : valid;
  const what = preview.kind === "clicks" ? "click" : "link";
  const counts = [
    [coming, coming === 1 ? what : `${what}s`],
    [conflicts, "with a short address that is taken"],
    [unchanged, "there already"],
    [skipped, "left out: deleted there, and the like"],
    [invalid, "that can't come"],
  ] as const;
  for (const [count, says] of counts) if (count > 0) note(`  ${count} ${says}`);
  for (const { column, why } of preview.dropped) note(faint(`  not included: ${column} (${why})`));
}

/** What the links do to visitors, and that pixels need a word of their own. */
function tellEffects({ visitorEffects }: ImportPreview, { pixels }: ImportFlags): void {
  for (const { what, name, links } of visitorEffects) {
    const said = [effectNames[what], name].filter((word) => word !== "").join(" ");
    note(`  acts on visitors: ${said} (${links} ${links === 1 ? "link" : "links"})`);
  }
  if (pixels !== true && visitorEffects.some(({ what }) => what === "pixel")) {
    note("  Pixels are not imported. To import them, add --pixels.");
  }
}

function tellProblems(preview: ImportPreview): void {
  for (const { line, message } of preview.problems.slice(0, mostShown)) {
    note(`  line ${line}: ${message}`);
  }
  if (preview.problems.length > mostShown) {
    note(`  … and ${preview.invalid - mostShown} more`);
  }
}

async function failuresFile(
  { transfers }: RunningService,
  job: Job,
  path: string,
): Promise<string | null> {
  if (job.failureCount === 0) return null;
  const target = `${path}.failures.csv`;
  const sent = { params: { id: job.id } };
  const { content } = await transfers.download(importOperations.importFailures, sent);
  await pipeline(content, createWriteStream(target, { mode: 0o600 }));
  return target;
}

async function applied(
  service: RunningService,
  preview: Job,
  token: string,
  flags: ImportFlags,
): Promise<Job> {
  const { onConflict, pixels, tag, channel, campaign } = flags;
  const body = {
    token,
    ...(onConflict !== undefined && { onConflict }),
    ...(pixels === true && { pixels }),
    ...(tag !== undefined && { tags: tag }),
    ...(channel !== undefined && { channel }),
    ...(campaign !== undefined && { campaign }),
  };
  const params = { id: preview.id };
  const started = service.call(importOperations.applyImport, { params, body });
  return followJob(
    service.call,
    started.then(({ job }) => jobShape.parse(job)),
  );
}

function tellResult(job: Job, { hadPassword }: ImportResult, failures: string | null): void {
  for (const { line, message } of job.failures.slice(0, mostShown)) {
    note(`  line ${String(line)}: ${message}`);
  }
  if (job.failureCount > mostShown) note(`  … and ${job.failureCount - mostShown} more`);
  if (hadPassword.length > 0) {
    note(`Had a password and come without: ${hadPassword.slice(0, mostShown).join(", ")}`);
  }
  if (failures !== null) note(`Rows that didn't come: ${failures}`);
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
  service: RunningService,
  path: string,
  flags: ImportFlags,
  typed: Typed,
): Promise<Imported> {
  const job = await previewed(service, path, flags);
  const preview = importPreview.parse(job.result);
  const { format, valid, conflicts, invalid, dropped, token } = preview;
  const isSilent = flags.json === true;
  if (!isSilent) {
    tellFound(preview, path);
    tellEffects(preview, flags);
  }
  if (flags.preview === true) {
    if (!isSilent) tellProblems(preview);
    refuseUnclearDates(preview, path);
    const { visitorEffects } = preview;
    return {
      outcome: { format, valid, conflicts, invalid, dropped, visitorEffects },
      isWhole: invalid === 0,
    };
  }
  refuseUnclearDates(preview, path);
  const done = await applied(service, job, token, flags);
  const result = importResult.safeParse(done.result).data;
  const failures = await failuresFile(service, done, path);
  if (done.state !== "done" || result === undefined) ended(done, path);
  const { imported, skipped, renamed, overwritten, unchanged, clicks } = importResult.parse(
    done.result,
  );
  if (!isSilent) {
    if (result !== undefined) tellResult(done, result, failures);
    print(retyped(done.message ?? "", typed));
  }
  return {
    outcome: {
      format,
      // One that came to nothing is in no list of changes.
      changeSet: imported + renamed + overwritten + clicks > 0 ? done.change : null,
      imported,
      // Also what was there already, so that these add up to the rows.
      skipped: skipped + unchanged,
      renamed,
      overwritten,
      invalid: importResult.parse(done.result).invalid,
      clicks,
      dropped,
      failuresFile: failures,
    },
    // A row that was left to the link in its place hasn't come either.
    isWhole: done.failureCount === 0,
  };
}

/** Brings files along, one after the other. */
export async function importFiles(
  paths: readonly string[],
  flags: ImportFlags,
  typed: Typed,
): Promise<void> {
  const service = runningService(flags.data, typed);
  for (const path of paths) await sizeOf(path);
  const [only] = paths;
  if (paths.length === 1 && only !== undefined) {
    const { outcome, isWhole } = await importOne(service, only, flags, typed);
    if (flags.json === true) printJson(outcome);
    if (!isWhole) process.exitCode = exitCodes.failed;
    return;
  }
  const outcomes: Outcome[] = [];
  for (const path of paths) {
    try {
      const { outcome, isWhole } = await importOne(service, path, flags, typed);
      outcomes.push({ file: path, ...outcome });
      if (!isWhole) process.exitCode = exitCodes.failed;
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
      // What came before stands, and its change sets are worth knowing.
      outcomes.push({ file: path, error: error.message });
      note(error.message);
      process.exitCode = exitCodes.failed;
      break;
    }
  }
  const left = paths.slice(outcomes.length);
  if (left.length > 0) note(`Not begun: ${left.join(", ")}`);
  if (flags.json === true) printJson({ files: outcomes });
}
