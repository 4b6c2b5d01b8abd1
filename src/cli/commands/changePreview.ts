import { z } from "zod";
import {
  type ChangePreview,
  changePreview,
  type RecordChange,
} from "../../contract/changes/changes.ts";
import type { changeResult } from "../../contract/changes/jobResults.ts";
import type { Job } from "../../contract/changes/jobs.ts";
import type { Operation } from "../../contract/operation.ts";
import type { RequestParts } from "../../contract/request.ts";
import { CommandFailed, exitCodes } from "../failures.ts";
import type { Answer, Call } from "../service/client.ts";
import { followJob } from "../service/followJob.ts";
import { hint, note, print, printJson, printLines } from "../terminal/print.ts";
import { moreLines, onOneLine } from "../terminal/table.ts";
import type { Typed } from "../typed.ts";
import type { Context } from "./command.ts";

export const signs = { added: "+", changed: "~", removed: "-" } as const;
const mostShown = 20;

const previewAnswer = z.object({ preview: changePreview });

/** What a request would do. */
export async function previewOf(
  call: Call,
  operation: Operation,
  sent: RequestParts & { readonly body: object },
): Promise<ChangePreview> {
  const body = { ...sent.body, preview: true };
  return previewAnswer.parse(await call(operation, { ...sent, body })).preview;
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** A record and what changed in it, before and after. */
export function recordLines({ kind, id, name, change, fields }: RecordChange): string[] {
  const shown = change === "changed" ? fields : [];
  return [
    `${signs[change]} ${kind} ${id} ${onOneLine(name)}`.trimEnd(),
    ...shown.map(
      ({ field, before, after }) => `    ${field}: ${valueText(before)} → ${valueText(after)}`,
    ),
  ];
}

export function previewLines(preview: ChangePreview): string[] {
  const { matched, added, changed, removed, unchanged, records, conflicts, warnings } = preview;
  const parts = [
    [added, "would be restored"],
    [changed, "would change"],
    [removed, "would be deleted"],
    [unchanged, "would stay unchanged"],
  ] as const;
  const counts = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const some = records.slice(0, mostShown);
  const left = conflicts.slice(0, mostShown);
  return [
    `${matched} matched${counts.length === 0 ? "" : `: ${counts.join(", ")}`}.`,
    ...warnings,
    ...some.flatMap(recordLines),
    ...moreLines(added + changed + removed - some.length),
    ...left.map(conflictLine),
    ...moreLines(preview.conflictCount - left.length),
  ];
}

/** What stays as it is, with the value that the change left and the present one. */
function conflictLine(conflict: ChangePreview["conflicts"][number]): string {
  const { kind, id, name, field, left, present, says } = conflict;
  const about = [kind, id, onOneLine(name), field ?? ""].filter((word) => word !== "").join(" ");
  const values =
    field === null
      ? ""
      : ` The change set the value ${valueText(left)}. The current value is ${valueText(present)}.`;
  return `! ${about}: ${says}${values}`;
}

export function showPreview(preview: ChangePreview, { isJson }: Context): void {
  if (isJson) printJson(preview);
  else printLines(previewLines(preview));
}

/** Waits for the job of a change, and shows what it did. */
export async function finishChange(
  { service: { call }, isJson, typed }: Context,
  started: Promise<Answer>,
): Promise<{ readonly matched: number }> {
  const job = await followJob(call, started);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the result of these jobs is that
  const result = job.result as z.output<typeof changeResult> | null;
  const { matched = 0, added = 0, changed = 0, removed = 0 } = result ?? {};
  if (isJson) {
    printJson({ changeSet: job.change, matched, changed: added + changed + removed });
  } else if (job.state === "done") {
    print(withoutHint(job));
    const failures = job.failures.slice(0, mostShown);
    for (const { message } of failures) note(`! ${message}`);
    for (const line of moreLines(job.failureCount - failures.length)) note(line);
    if (job.change !== null) hint("To undo this", typed(`undo ${job.change}`));
  }
  if (job.state !== "done") throw new CommandFailed(exitCodes.failed, failureText(job, typed));
  if (job.failureCount > 0) process.exitCode = exitCodes.failed;
  return { matched };
}

function failureText(job: Job, typed: Typed): string {
  if (job.message === null) return `The job ended: ${job.state}.`;
  if (job.change === null) return job.message;
  return `${withoutHint(job)} To undo this: ${typed(`undo ${job.change}`)}`;
}

/** The command that undoes it is shown as the reader types it. */
function withoutHint({ message }: Job): string {
  return (message ?? "").replace(/ To undo this: .*$/, "");
}
