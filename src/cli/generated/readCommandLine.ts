import { wrongUse } from "../failures.ts";
import { isLinkParam, paramsOf, type GeneratedCommand } from "./commands.ts";
import { type Field, fieldsOf } from "./fields.ts";
import { type Flags, refuseEmpty, valueOf, valuesOf, withoutFurther } from "./flags.ts";
import { pictureRequest, type PictureRequest, qrContent } from "./qrCodes.ts";

/** A word of the command line that isn't a flag. */
export interface Argument {
  /** Of the path parameter or the body's field. */
  readonly name: string;
  readonly source: "params" | "body" | "content";
  readonly isOptional: boolean;
  readonly field: Field;
}

/** QR codes have data of several shapes, which the contract's table leaves to their type. */
export function hasContent({ names: [name] }: GeneratedCommand): boolean {
  return name === "addQrCode" || name === "updateQrCode";
}

/** What creates something asks for what it can't do without; what changes it only for its id. */
function isArgument({ row, verb }: GeneratedCommand, { name, isRequired, kind }: Field): boolean {
  if (verb === "rename") return name === "name";
  const isWord = kind.is === "text" || kind.is === "number" || kind.is === "choice";
  return row.method === "POST" && isRequired && isWord;
}

/** Fields of the body that this command takes, but for a QR code's data. */
function bodyFieldsOf(command: GeneratedCommand): readonly Field[] {
  const fields = fieldsOf(command.row.body);
  return hasContent(command) ? fields.filter(({ name }) => name !== "data") : fields;
}

export function argumentsOf(command: GeneratedCommand): Argument[] {
  const params = fieldsOf(command.row.params);
  const words = paramsOf(command.row).flatMap((param): Argument[] => {
    const field = params.find(({ name }) => name === param);
    return field === undefined ? [] : [{ name: param, source: "params", isOptional: false, field }];
  });
  const fields = bodyFieldsOf(command)
    .filter((field) => isArgument(command, field))
    .map((field): Argument => ({
      name: field.name,
      source: "body",
      isOptional: !field.isRequired,
      field,
    }));
  const content = fieldsOf(command.row.body).find(({ name }) => name === "data");
  return [
    ...words,
    ...fields,
    ...(hasContent(command) && content !== undefined
      ? [{ name: "data", source: "content" as const, isOptional: true, field: content }]
      : []),
  ];
}

/** Fields of the body that are given by flags. */
export function flagFieldsOf(command: GeneratedCommand): Field[] {
  return bodyFieldsOf(command).filter((field) => !isArgument(command, field));
}

/** What the help calls an argument. */
export function titleOfArgument(
  command: GeneratedCommand,
  { name, source, field }: Argument,
): string {
  if (source !== "params") return name;
  if (isLinkParam(command, name)) return "link";
  return name === "id" || field.kind.is === "choice" ? name : name.replace(/id$/, "");
}

/** What a command line asks for, before anything is sent to the service. */
export interface Request {
  /** Path parameters as they were written. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** Data of a QR code, once its type and what it was before are known; nothing when none was given. */
  readonly content: (type: string, before?: unknown) => unknown;
  readonly picture: PictureRequest | undefined;
}

/** Parameters that people may also write as an alias or a short address. */
export function meansLink(
  command: GeneratedCommand,
  name: string,
  params: Readonly<Record<string, string>>,
): boolean {
  return isLinkParam(command, name) || (name === "itemid" && params["type"] === "links");
}

function textsOf(all: readonly Argument[], words: readonly unknown[], source: Argument["source"]) {
  return all.flatMap((argument, index) => {
    const text = words[index];
    return argument.source === source && typeof text === "string" ? [{ ...argument, text }] : [];
  });
}

function paramsIn(command: GeneratedCommand, all: readonly Argument[], words: readonly unknown[]) {
  const texts = textsOf(all, words, "params");
  const params = Object.fromEntries(texts.map(({ name, text }) => [name, text]));
  for (const { name, field, text } of texts) {
    if (meansLink(command, name, params)) continue;
    if (field.kind.is !== "number") valueOf(`<${name}>`, field.kind, text);
    else if (!/^0*[1-9]\d{0,15}$/.test(text)) {
      throw wrongUse(`<${name}> takes an ID, not "${text}".`);
    }
  }
  return params;
}

/** Reads words and flags; the failure of wrong use names what makes no sense. */
export function readCommandLine(
  command: GeneratedCommand,
  words: readonly unknown[],
  given: Flags,
): Request {
  const all = argumentsOf(command);
  const fields = flagFieldsOf(command);
  const flags = withoutFurther(command.noun, fields, given);
  const written = textsOf(all, words, "body").map(
    ({ name, field, text }): readonly [string, unknown] => [
      name,
      valueOf(`<${name}>`, field.kind, text),
    ],
  );
  const body: Record<string, unknown> = {
    ...Object.fromEntries(written),
    ...valuesOf(fields, flags),
  };
  const [data] = textsOf(all, words, "content");
  const content = (type: string, before?: unknown) => qrContent(type, data?.text, flags, before);
  if (hasContent(command) && typeof body["type"] === "string") {
    body["data"] = content(body["type"]);
    if (body["data"] === undefined) {
      throw wrongUse("<data> is required. Enter the content of the QR code.");
    }
  }
  if (command.row.method === "PUT") refuseEmpty(body, fields);
  return {
    params: paramsIn(command, all, words),
    query: valuesOf(fieldsOf(command.row.query), flags),
    body,
    content,
    picture: pictureRequest(flags["out"], flags["size"]),
  };
}
