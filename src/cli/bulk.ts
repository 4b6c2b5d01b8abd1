import { createInterface } from "node:readline/promises";
import { bulkOperations, linkChange } from "../contract/bulk.ts";
import { clearableLinkFields } from "../contract/linkFields.ts";
import { linkFilter } from "../contract/linkFilter.ts";
import { previewLines, previewOf, tellRun } from "./changePreview.ts";
import { fieldsOf } from "./contract/fieldValues.ts";
import { type Flags, valueOf, valuesOf } from "./contract/flags.ts";
import { CommandFailed, exitCodes } from "./exitCodes.ts";
import { note, print, printJson } from "./output.ts";
import { runningService, type ServiceFlags } from "./runningService.ts";
import type { Typed } from "./typed.ts";

export interface BulkFlags extends ServiceFlags {
  readonly id?: readonly string[];
  readonly all?: boolean;
  readonly set?: readonly string[];
  readonly addTag?: readonly string[];
  readonly removeTag?: readonly string[];
  readonly replaceHost?: string;
  readonly replaceParameter?: string;
  readonly replaceText?: string;
  readonly with?: string;
  readonly archive?: boolean;
  readonly delete?: boolean;
  readonly preview?: boolean;
  readonly yes?: boolean;
}

function wrong(message: string): CommandFailed {
  return new CommandFailed(exitCodes.wrongUse, message);
}

/** What the flags choose: never everything by leaving something out. */
function selectOf(flags: BulkFlags): object {
  // The filter's own flags stand beside the others.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const filter = valuesOf(fieldsOf(linkFilter), flags as Flags & BulkFlags);
  const isEmpty = (value: unknown) => value === "" || (Array.isArray(value) && value.length === 0);
  const [empty] = Object.entries(filter).find(([, value]) => isEmpty(value)) ?? [];
  if (empty !== undefined) {
    throw wrong(`--${empty === "q" ? "search" : empty} is empty: leave it out, or say what it is.`);
  }
  const isFiltered = Object.keys(filter).length > 0;
  const ways = [isFiltered, flags.id !== undefined, flags.all === true].filter(Boolean);
  if (ways.length !== 1) {
    throw wrong("Which links? Give filters, --id, or --all for every one; one of the three.");
  }
  if (flags.all === true) return { all: true };
  if (flags.id === undefined) return { filter };
  const ids = flags.id.flatMap((text) => text.split(","));
  if (!ids.every((text) => /^[1-9]\d{0,15}$/.test(text))) throw wrong("--id takes ids of links.");
  return { ids: ids.map(Number) };
}

const fields = fieldsOf(linkChange).filter(({ name }) => name !== "clear");

/** Fields with their values; those without one are emptied. */
function changeOf({ set = [], archive }: BulkFlags): object | undefined {
  const values: Record<string, unknown> = archive === true ? { archived: true } : {};
  const clear: string[] = [];
  for (const text of set) {
    const [, name = "", value = ""] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    const field = fields.find((one) => one.name === name);
    if (field === undefined) {
      const names = fields.map((one) => one.name).join(", ");
      throw wrong(`--set takes FIELD=VALUE; a field is one of ${names}.`);
    }
    if (value !== "") values[name] = valueOf(`--set ${name}`, field.kind, value);
    else if (clearableLinkFields.some((one) => one === name)) clear.push(name);
    else throw wrong(`--set ${name}= : it can't be emptied.`);
  }
  if (clear.length > 0) values["clear"] = clear;
  return Object.keys(values).length === 0 ? undefined : values;
}

/** Without `--with` the parameter or text is removed. */
function replaceOf(flags: BulkFlags): object | undefined {
  const { replaceHost: host, replaceParameter: parameter, replaceText: text, with: to } = flags;
  const given = Object.entries({ host, parameter, text }).filter(([, from]) => from !== undefined);
  const [[part, from] = [], ...more] = given;
  if (part === undefined) {
    if (to === undefined) return undefined;
    throw wrong("--with goes with --replace-host, --replace-parameter or --replace-text.");
  }
  if (more.length > 0) throw wrong("One --replace-… at a time.");
  if (part === "host" && to === undefined)
    throw wrong("--replace-host needs the new host: --with.");
  if (from === "" || to === "") throw wrong("--replace-… and --with must not be empty.");
  return { part, from, ...(to !== undefined && { to }) };
}

function bodyOf(flags: BulkFlags): object {
  const { addTag, removeTag } = flags;
  const change = changeOf(flags);
  const replace = replaceOf(flags);
  const body = {
    ...(change !== undefined && { change }),
    ...(replace !== undefined && { replace }),
    ...(flags.delete === true && { delete: true }),
    ...(addTag !== undefined && { add: { tags: addTag } }),
    ...(removeTag !== undefined && { remove: { tags: removeTag } }),
  };
  if (Object.keys(body).length === 0) {
    throw wrong(
      "What is to be done? --set, --replace-host, --replace-parameter, --replace-text, --add-tag, --remove-tag, --archive or --delete.",
    );
  }
  return { kind: "links", select: selectOf(flags), ...body };
}

async function isWanted(question: string): Promise<boolean> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await reader.question(question)).trim());
  } finally {
    reader.close();
  }
}

/** Changes many links at once, after a question where somebody can answer it. */
export async function bulkChange(flags: BulkFlags, typed: Typed): Promise<void> {
  const body = bodyOf(flags);
  const operation = bulkOperations.bulkChange;
  const { call } = runningService(flags.data, typed);
  const preview = await previewOf(call, operation, { body });
  if (flags.preview === true) {
    if (flags.json === true) return printJson(preview);
    for (const line of previewLines(preview)) print(line);
    return;
  }
  const isAsked = process.stdin.isTTY && process.stderr.isTTY && flags.yes !== true;
  if (isAsked) {
    for (const line of previewLines(preview)) note(line);
    const count = preview.changed + preview.removed;
    const what = flags.delete === true ? "Delete" : "Change";
    if (!(await isWanted(`${what} ${count} links? [y/N] `))) {
      throw new CommandFailed(exitCodes.failed, "Nothing was changed.");
    }
  }
  if (!isAsked) for (const warning of preview.warnings) note(warning);
  const started = call(operation, { body: { ...body, token: preview.token } });
  await tellRun(call, started, { isJson: flags.json === true, typed });
}
