import { isDeepStrictEqual } from "node:util";
import { said } from "./answers.ts";
import { hasContent } from "./arguments.ts";
import type { Answer } from "../client.ts";
import { meansLink, readCommandLine, type Asked } from "./commandLine.ts";
import { sibling, type TableCommand } from "./commands.ts";
import { currentOf } from "./current.ts";
import { CommandFailed, Refused, exitCodes } from "../exitCodes.ts";
import { fieldsOf } from "./fieldValues.ts";
import type { Flags } from "./flags.ts";
import { faint, note, print, printJson, screenWidth, strong } from "../output.ts";
import { savePicture } from "./picture.ts";
import { linkOf } from "./reference.ts";
import type { Said } from "./said.ts";
import { runningService, type RunningService } from "../runningService.ts";
import type { Typed } from "../typed.ts";

type Values = Readonly<Record<string, unknown>>;

async function standardInput(): Promise<string> {
  let text = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) text += String(chunk);
  return text.replace(/\r?\n$/, "");
}

const secrets = ["password", "pass"];

/** On a command line other users of the computer could read a secret: `-` keeps it off. */
async function withSecret(flags: Flags): Promise<Flags> {
  const name = secrets.find((one) => flags[one] === "-");
  return name === undefined ? flags : { ...flags, [name]: await standardInput() };
}

/** Ids for what people know by other names. */
async function idsFor(command: TableCommand, { params }: Asked, service: RunningService) {
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
  command: TableCommand,
  asked: Asked,
  ids: Values,
  service: RunningService,
  typed: Typed,
): Promise<Values> {
  const required = fieldsOf(command.row.body)
    .filter(({ name, isRequired }) => isRequired && asked.body[name] === undefined)
    .map(({ name }) => name);
  const current = required.length === 0 ? {} : await currentOf(command, ids, service.call);
  const content = hasContent(command)
    ? asked.content(String(current["type"]), current["data"])
    : undefined;
  const changes: Values = { ...asked.body, ...(content === undefined ? {} : { data: content }) };
  if (Object.keys(changes).length === 0) {
    throw new CommandFailed(
      exitCodes.wrongUse,
      `Nothing to change: give at least one flag, see ${typed(`${command.noun} ${command.verb} --help`)}`,
    );
  }
  if (required.length === 0) return changes;
  const kept = Object.fromEntries(required.map((name) => [name, current[name]]));
  const expected = isValues(changes["expect"]) ? changes["expect"] : {};
  return { ...kept, ...changes, expect: { ...kept, ...expected } };
}

function isValues(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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

/** The address of a QR code's picture; a change doesn't answer it. */
async function pictureLink(
  command: TableCommand,
  ids: Values,
  answer: Answer,
  service: RunningService,
): Promise<string> {
  const { link } =
    "link" in answer
      ? answer
      : await currentOf(command, { id: answer["id"], ...ids }, service.call);
  return String(link);
}

function wayBack(command: TableCommand, { id }: Values, typed: Typed): string[] {
  if (command.verb !== "remove" || sibling(command, "restore") === undefined) return [];
  return [`It can be taken back: ${typed(`${command.noun} restore ${String(id)}`)}`];
}

/** What is in the thing that is shown, where a command of its own lists that. */
function contentOf(command: TableCommand): TableCommand | undefined {
  return command.noun === "campaign" && command.verb === "show"
    ? sibling(command, "links")
    : undefined;
}

function show({ titles, lines, notes }: Said, further: readonly string[]): void {
  if (titles !== undefined) print(strong(titles));
  for (const line of lines) print(line);
  for (const line of [...notes, ...further]) note(faint(line));
}

/** Runs a command of the table: from words and flags to the service and back to the screen. */
export async function runTableCommand(
  command: TableCommand,
  words: readonly unknown[],
  given: Flags,
  typed: Typed,
): Promise<void> {
  const { row } = command;
  const asked = readCommandLine(command, words, await withSecret(given));
  const folder = typeof given["data"] === "string" ? given["data"] : undefined;
  const service = runningService(folder, typed);
  const ids = await idsFor(command, asked, service);
  const hasBody = Object.keys(row.body.shape).length > 0;
  const send = (body: Values) =>
    service.call(row, { params: ids, query: asked.query, ...(hasBody ? { body } : {}) });
  const answer =
    row.method === "PUT"
      ? await change(() => completeChange(command, asked, ids, service, typed), send)
      : await send(asked.body);
  if (asked.picture !== undefined) {
    const link = await pictureLink(command, ids, answer, service);
    await savePicture(service.baseUrl, link, asked.picture);
  }
  const { q: search, limit: _l, page: _p, order: _o, direction: _d, ...filters } = asked.query;
  const reader = { search, filters, screen: screenWidth(), typed };
  const content = contentOf(command);
  const inIt = content && (await service.call(content.row, { params: ids }));
  if (given["json"] === true) return printJson({ ...answer, ...(inIt && { data: inIt["data"] }) });
  show(said(command, answer, reader), wayBack(command, ids, typed));
  if (content === undefined || inIt === undefined) return;
  print("");
  const all = said(content, inIt, reader);
  const more = `the rest: ${typed(`${content.noun} ${content.verb} ${String(ids["id"])} --page 2`)}`;
  show(all, all.notes.length > 0 && all.lines.length > 0 ? [more] : []);
}
