import { type Job, job as jobShape, jobOperations } from "../contract/jobs.ts";
import { z } from "zod";
import { CommandFailed, exitCodes } from "./exitCodes.ts";
import { note, print, printJson } from "./output.ts";
import { runningService, type ServiceFlags } from "./runningService.ts";
import { retyped, type Typed } from "./typed.ts";

export interface JobFlags extends ServiceFlags {
  readonly cancel?: boolean;
}

const listAnswer = z.object({ data: z.object({ jobs: z.array(jobShape) }) });
const mostShown = 20;
const longestList = 1000;

function lineOf({ id, kind, state, phase, done, total, started, message }: Job): string {
  const count = total === null ? String(done) : `${done} of ${total}`;
  const now = state === "running" ? `${phase ?? ""} ${count}` : (message ?? "");
  return `${id}  ${started}  ${kind}  ${state}  ${now.trim()}`;
}

/** Lists the jobs of the last day, or shows one, or cancels it. */
export async function showJobs(
  id: string | undefined,
  flags: JobFlags,
  typed: Typed,
): Promise<void> {
  if (id === undefined) {
    if (flags.cancel === true) {
      throw new CommandFailed(exitCodes.wrongUse, "--cancel takes the id of a job.");
    }
    const { call } = runningService(flags.data, typed);
    const answer = await call(jobOperations.listJobs, { query: { limit: longestList } });
    const { jobs } = listAnswer.parse(answer).data;
    if (flags.json === true) return printJson(jobs);
    if (jobs.length === 0) note("There was no job in the last day.");
    for (const job of jobs) print(retyped(lineOf(job), typed));
    return;
  }
  if (!/^\d+$/.test(id)) {
    throw new CommandFailed(exitCodes.wrongUse, `A job has a number, not "${id}".`);
  }
  const { call } = runningService(flags.data, typed);
  const operation = flags.cancel === true ? jobOperations.cancelJob : jobOperations.getJob;
  const job = jobShape.parse((await call(operation, { params: { id } }))["job"]);
  if (flags.json === true) return printJson(job);
  print(retyped(lineOf(job), typed));
  for (const { line, message } of job.failures.slice(0, mostShown)) {
    print(line === null ? `  ${message}` : `  line ${line}: ${message}`);
  }
  if (job.failureCount > mostShown) print(`  … and ${job.failureCount - mostShown} more`);
}
