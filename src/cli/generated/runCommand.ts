import { counted } from "../../contract/counted.ts";
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../util/isObject.ts";
import { Refused, wrongUse } from "../failures.ts";
import type { Answer } from "../service/client.ts";
import { runningService, type RunningService } from "../service/runningService.ts";
import { standardInput } from "../terminal/input.ts";
import { hint, note, print, printJson, printOutput } from "../terminal/print.ts";
import { targetOf, writeFile, writeToOutput } from "../terminal/writeFile.ts";
import type { Typed } from "../typed.ts";
import { type GeneratedCommand, sibling } from "./commands.ts";
import { fieldsOf } from "./fields.ts";
import type { Flags } from "./flags.ts";
import { formatAnswer } from "./formatAnswer.ts";
import { savePicture } from "./qrCodes.ts";
import { hasContent, meansLink, readCommandLine, type Request } from "./readCommandLine.ts";
import { currentOf, linkOf } from "./records.ts";

type Values = Readonly<Record<string, unknown>>;

const secrets = ["password", "pass"];

/** On a command line other users of the computer could read a secret: `-` keeps it off. */
async function withSecret(flags: Flags): Promise<Flags> {
  const name = secrets.find((one) => flags[one] === "-");
  return name === undefined ? flags : { ...flags, [name]: await standardInput() };
}

/** Ids for what people know by other names. */
async function idsFor(command: GeneratedCommand, { params }: Request, service: RunningService) {
  const ids: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(params)) {
    ids[name] = meansLink(command, name, params) ? (await linkOf(service.call, text)).id : text;
  }
  return ids;
}

/**
 * What the contract wants in every change, and nobody wants to repeat, stays as it is. It is
 * expected to be still what was read, so that another's change in between is not undone.
 */
async function completeChange(
  command: GeneratedCommand,
  request: Request,
  ids: Values,
  service: RunningService,
  typed: Typed,
): Promise<Values> {
  const required = fieldsOf(command.row.body)
    .filter(({ name, isRequired }) => isRequired && request.body[name] === undefined)
    .map(({ name }) => name);
  const current = required.length === 0 ? {} : await currentOf(command, ids, service.call);
  const content = hasContent(command)
    ? request.content(String(current["type"]), current["data"])
    : undefined;
  const changes: Values = { ...request.body, ...(content === undefined ? {} : { data: content }) };
  if (Object.keys(changes).length === 0) {
    throw wrongUse(
      `Nothing to change. Give at least one flag. See ${typed(`${command.noun} ${command.verb} --help`)}`,
    );
  }
  if (required.length === 0) return changes;
  const unchanged = Object.fromEntries(required.map((name) => [name, current[name]]));
  const expected = isObject(changes["expect"]) ? changes["expect"] : {};
  return { ...unchanged, ...changes, expect: { ...unchanged, ...expected } };
}

/** Where somebody else was quicker with what this change leaves alone, it is made to that once more. */
async function change(
  complete: () => Promise<Values>,
  send: (body: Values) => Promise<Answer>,
): Promise<Answer> {
  const body = await complete();
  try {
    return await send(body);
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 409) throw error;
    const again = await complete();
    if (isDeepStrictEqual(again, body)) throw error;
    return await send(again);
  }
}

/** The list of what a record contains, which is shown with the record. */
function contentOf(command: GeneratedCommand): GeneratedCommand | undefined {
  return command.noun === "campaign" && command.verb === "show"
    ? sibling(command, "links")
    : undefined;
}

async function saveFile(
  { row }: GeneratedCommand,
  { query, body }: Request,
  ids: Values,
  flags: Flags,
  { download }: RunningService,
): Promise<void> {
  const { out, json, replace } = flags;
  const isReplacing = replace === true;
  if (json === true && typeof out !== "string") throw wrongUse("--json needs --out.");
  const hasBody = Object.keys(row.body.shape).length > 0;
  const { name, content } = await download(row, {
    params: ids,
    query,
    ...(hasBody ? { body } : {}),
  });
  if (typeof out !== "string") return writeToOutput(content);
  const file = await targetOf(out, name, isReplacing);
  const bytes = await writeFile(file, content, { isReplacing });
  if (json === true) printJson({ error: 0, file, bytes });
  else note(`Wrote ${file} (${counted(bytes, "byte")}).`);
}

/** Runs a generated command: from words and flags to the service and back to the screen. */
export async function runCommand(
  command: GeneratedCommand,
  words: readonly unknown[],
  given: Flags,
  typed: Typed,
): Promise<void> {
  const { row } = command;
  const isFile = row.answer === "file";
  const { out: _out, ...withoutFile } = given;
  const flags = await withSecret(isFile ? withoutFile : given);
  const request = readCommandLine(command, words, flags);
  const folder = typeof given["data"] === "string" ? given["data"] : undefined;
  const service = runningService(folder, typed);
  const ids = await idsFor(command, request, service);
  if (isFile) return saveFile(command, request, ids, given, service);
  const hasBody = Object.keys(row.body.shape).length > 0;
  const send = (body: Values) =>
    service.call(row, { params: ids, query: request.query, ...(hasBody ? { body } : {}) });
  const answer =
    row.method === "PUT"
      ? await change(() => completeChange(command, request, ids, service, typed), send)
      : await send(request.body);
  if (request.picture !== undefined) {
    await savePicture(service, ids["id"] ?? answer["id"], request.picture);
  }
  const { q: search, limit: _l, page: _p, order: _o, direction: _d, ...filters } = request.query;
  const listed = { search, filters, typed };
  const content = contentOf(command);
  const inside = content && (await service.call(content.row, { params: ids }));
  if (given["json"] === true) {
    return printJson({ ...answer, ...(inside && { data: inside["data"] }) });
  }
  printOutput(formatAnswer(command, answer, listed));
  if (command.verb === "remove" && sibling(command, "restore") !== undefined) {
    hint("To restore it", typed(`${command.noun} restore ${String(ids["id"])}`));
  }
  if (content === undefined || inside === undefined) return;
  print("");
  const list = formatAnswer(content, inside, listed);
  printOutput(list);
  if (list.notes.length === 0 || list.lines.length === 0) return;
  const page = `${content.noun} ${content.verb} ${String(ids["id"])} --page 2`;
  hint("For the next page", typed(page));
}
