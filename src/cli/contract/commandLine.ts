import { argumentsOf, flagFieldsOf, hasContent, type Argument } from "./arguments.ts";
import { isLinkParam, type TableCommand } from "./commands.ts";
import { CommandFailed, exitCodes } from "../exitCodes.ts";
import { fieldsOf } from "./fieldValues.ts";
import { refuseEmpty, valueOf, valuesOf, withoutFurther, type Flags } from "./flags.ts";
import { pictureFile, type PictureFile } from "./picture.ts";
import { qrContent } from "./qrContent.ts";

/** What a command line asks for, before the service was asked anything. */
export interface Asked {
  /** Path parameters as they were written. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** Data of a QR code, once its type and what it was before are known; nothing when none was given. */
  readonly content: (type: string, before?: unknown) => unknown;
  readonly picture: PictureFile | undefined;
}

/** Parameters that people may also write as an alias or a short address. */
export function meansLink(
  command: TableCommand,
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

function paramsIn(command: TableCommand, all: readonly Argument[], words: readonly unknown[]) {
  const texts = textsOf(all, words, "params");
  const params = Object.fromEntries(texts.map(({ name, text }) => [name, text]));
  for (const { name, field, text } of texts) {
    if (meansLink(command, name, params)) continue;
    if (field.kind.is !== "number") valueOf(`<${name}>`, field.kind, text);
    else if (!/^0*[1-9]\d{0,15}$/.test(text)) {
      throw new CommandFailed(exitCodes.wrongUse, `<${name}> takes an id, not "${text}".`);
    }
  }
  return params;
}

/** Takes words and flags for what they mean; throws {@link CommandFailed} naming what makes no sense. */
export function readCommandLine(
  command: TableCommand,
  words: readonly unknown[],
  given: Flags,
): Asked {
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
      throw new CommandFailed(exitCodes.wrongUse, "<data> is missing: what the QR code says.");
    }
  }
  if (command.row.method === "PUT") refuseEmpty(body, fields);
  return {
    params: paramsIn(command, all, words),
    query: valuesOf(fieldsOf(command.row.query), flags),
    body,
    content,
    picture: pictureFile(flags["out"], flags["size"]),
  };
}
