import { type Job, jobOperations, type ListedJob } from "../../contract/changes/jobs.ts";
import { wrongUse } from "../failures.ts";
import { formatRows } from "../generated/formatRecord.ts";
import { jobIn } from "../service/followJob.ts";
import { countOf, note, printJson, printLines, printOutput } from "../terminal/print.ts";
import { moreLines } from "../terminal/table.ts";
import { retyped, type Typed } from "../typed.ts";
import type { AddCommand, Context } from "./command.ts";

const mostShown = 20;
const longestList = 1000;

function statusOf({ state, phase, done, total, message }: ListedJob, typed: Typed): string {
  if (state === "running") return `${phase ?? ""} ${countOf(done, total)}`.trim();
  return retyped(message ?? "", typed);
}

function show(jobs: readonly ListedJob[], typed: Typed): void {
  const rows = jobs.map((job) => ({ ...job, message: statusOf(job, typed) }));
  printOutput(formatRows(rows, ["id", "started", "kind", "state", "message"]));
}

/** How many of a job's failures fit on a screen, and how many more there are. */
export function failureLines({ failures, failureCount }: Job): string[] {
  const shown = failures.slice(0, mostShown);
  return [
    ...shown.map(({ line, message }) => `  ${line === null ? "" : `line ${line}: `}${message}`),
    ...moreLines(failureCount - shown.length),
  ];
}

async function showAll({ service, isJson, typed }: Context): Promise<void> {
  const { listJobs } = jobOperations;
  const answer = await service.call(listJobs, { query: { limit: longestList } });
  const { jobs } = listJobs.response.parse(answer).data;
  if (isJson) return printJson(jobs);
  if (jobs.length === 0) return note("No jobs in the last 24 hours.");
  show(jobs, typed);
}

async function showJobs(
  context: Context<{ readonly cancel?: boolean }>,
  id: string | undefined,
): Promise<void> {
  const { flags, isJson, typed } = context;
  if (id === undefined) {
    if (flags.cancel === true) throw wrongUse("--cancel needs the ID of a job.");
    return showAll(context);
  }
  if (!/^\d+$/.test(id)) throw wrongUse(`"${id}" isn't the ID of a job.`);
  const operation = flags.cancel === true ? jobOperations.cancelJob : jobOperations.getJob;
  const job = jobIn(await context.service.call(operation, { params: { id } }));
  if (isJson) return printJson(job);
  show([job], typed);
  printLines(failureLines(job));
}

export function addJobs(add: AddCommand): void {
  add({
    usage: "jobs [id]",
    summary: "List jobs: imports, bulk changes and other long-running work",
    description: "List the jobs of the last 24 hours, or show one job.",
    options: [["--cancel", "cancel the job; changes made so far stay"]],
    json: "print the list as JSON",
    examples: ["jobs", "jobs 12 --cancel"],
    run: showJobs,
  });
}
