import { z } from "zod";
import { type ChangePreview, changePreview } from "../contract/changes.ts";
import type { changeResult } from "../contract/jobResults.ts";
import { type Job, job } from "../contract/jobs.ts";
import type { Operation } from "../contract/operation.ts";
import type { RequestParts } from "../contract/request.ts";
import type { Client } from "./client.ts";
import { CommandFailed, exitCodes } from "./exitCodes.ts";
import { followJob } from "./followJob.ts";
import { faint, note, print, printJson } from "./output.ts";
import type { Typed } from "./typed.ts";

const signs = { added: "+", changed: "~", removed: "-" } as const;
const mostShown = 20;

const previewAnswer = z.object({ preview: changePreview });

/** What a request would do. */
export async function previewOf(
  call: Client,
  operation: Operation,
  sent: RequestParts & { readonly body: object },
): Promise<ChangePreview> {
  const body = { ...sent.body, preview: true };
  return previewAnswer.parse(await call(operation, { ...sent, body })).preview;
}

/** Names that were brought along may have line breaks. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** A record with what of it changed, before and after. */
export function recordLines({
  kind,
  id,
  name,
  change,
  fields,
}: ChangePreview["records"][number]): string[] {
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
    [added, "would come back"],
    [changed, "would change"],
    [removed, "would be deleted"],
    [unchanged, "would stay as they are"],
  ] as const;
  const counts = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const some = records.slice(0, mostShown);
  const left = conflicts.slice(0, mostShown);
  return [
    `${matched} matched${counts.length === 0 ? "" : `: ${counts.join(", ")}`}.`,
    ...warnings,
    ...some.flatMap(recordLines),
    ...more(added + changed + removed - some.length),
    ...left.map(conflictLine),
    ...more(preview.conflictCount - left.length),
  ];
}

/** What is left alone, with what it was left as and what it is now. */
function conflictLine(conflict: ChangePreview["conflicts"][number]): string {
  const { kind, id, name, field, left, present, says } = conflict;
  const about = [kind, id, onOneLine(name), field ?? ""].filter((word) => word !== "").join(" ");
  const values =
    field === null ? "" : ` It was left as ${valueText(left)} and is ${valueText(present)} now.`;
  return `! ${about}: ${says}${values}`;
}

function more(count: number): string[] {
  return count > 0 ? [`  … and ${count} more`] : [];
}

/** What a run came to, once it is over. */
export async function tellRun(
  call: Client,
  started: ReturnType<Client>,
  { isJson, typed }: { readonly isJson: boolean; readonly typed: Typed },
): Promise<{ readonly matched: number }> {
  const over = await followJob(
    call,
    started.then((answer) => job.parse(answer["job"])),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of these jobs it is that
  const result = over.result as z.output<typeof changeResult> | null;
  const { matched = 0, added = 0, changed = 0, removed = 0 } = result ?? {};
  if (isJson) {
    printJson({ changeSet: over.change, matched, changed: added + changed + removed });
  } else if (over.state === "done") {
    print(withoutHint(over));
    for (const { message } of over.failures.slice(0, mostShown)) note(`! ${message}`);
    for (const line of more(over.failureCount - mostShown)) note(line);
    if (over.change !== null) {
      note(faint(`To take it back: ${typed(`undo ${over.change}`)}`));
    }
  }
  if (over.state !== "done") {
    throw new CommandFailed(exitCodes.failed, endOf(over, typed));
  }
  if (over.failureCount > 0) process.exitCode = exitCodes.failed;
  return { matched };
}

function endOf(over: Job, typed: Typed): string {
  if (over.message === null) return `The job ended: ${over.state}.`;
  return over.change === null
    ? over.message
    : `${withoutHint(over)} To take it back: ${typed(`undo ${over.change}`)}`;
}

/** The command that takes it back is said in the reader's own words. */
function withoutHint({ message }: Job): string {
  return (message ?? "").replace(/ To take it back: .*$/, "");
}
