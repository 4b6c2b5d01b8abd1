import { bulkOperations, linkChange } from "../../contract/changes/bulk.ts";
import { counted } from "../../contract/counted.ts";
import { clearableLinkFields } from "../../contract/fields/linkFields.ts";
import { CommandFailed, exitCodes, wrongUse as wrong } from "../failures.ts";
import { fieldsOf } from "../generated/fields.ts";
import { flagOf, valueOf } from "../generated/flags.ts";
import { repeated } from "../options.ts";
import { canAsk, isConfirmed } from "../terminal/input.ts";
import { note } from "../terminal/print.ts";
import { finishChange, previewLines, previewOf, showPreview } from "./changePreview.ts";
import { type AddCommand, type Context } from "./command.ts";
import { type Selection, selectionOf, selectionOptions, whichLinks } from "./selection.ts";

interface BulkFlags {
  readonly set?: readonly string[];
  readonly addTag?: readonly string[];
  readonly removeTag?: readonly string[];
  readonly addRule?: readonly string[];
  readonly removeRule?: readonly string[];
  readonly replaceRule?: readonly string[];
  readonly replaceHost?: string;
  readonly replaceParameter?: string;
  readonly replaceText?: string;
  readonly with?: string;
  readonly archive?: boolean;
  readonly delete?: boolean;
  readonly preview?: boolean;
  readonly yes?: boolean;
}

/** Never everything by leaving something out. */
function selectionIn(flags: BulkFlags): Selection {
  const selection = selectionOf(flags);
  if (selection === undefined) {
    throw wrong(whichLinks);
  }
  const isEmpty = (value: unknown) => value === "" || (Array.isArray(value) && value.length === 0);
  const filter = "filter" in selection ? Object.entries(selection.filter) : [];
  const [empty] = filter.find(([, value]) => isEmpty(value)) ?? [];
  if (empty === undefined) return selection;
  throw wrong(`--${flagOf(empty)} is empty. Omit it, or give it a value.`);
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
      throw wrong(`--set takes FIELD=VALUE. The field is one of ${names}.`);
    }
    if (value !== "") values[name] = valueOf(`--set ${name}`, field.kind, value);
    else if (clearableLinkFields.some((one) => one === name)) clear.push(name);
    else throw wrong(`The field ${name} can't be cleared. Give it a value: --set ${name}=VALUE.`);
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
    throw wrong("--with needs --replace-host, --replace-parameter or --replace-text.");
  }
  if (more.length > 0) throw wrong("Use one --replace-… option at a time.");
  if (part === "host" && to === undefined)
    throw wrong("--replace-host needs --with and the new host.");
  if (from === "" || to === "") throw wrong("--replace-… and --with must not be empty.");
  return { part, from, ...(to !== undefined && { to }) };
}

function rulesIn(flag: string, texts: readonly string[] | undefined): unknown {
  return texts?.flatMap((text) => valueOf(flag, { is: "several", of: { is: "json" } }, text));
}

/** Values that were given. Undefined: none was. */
function onlyGiven(values: Readonly<Record<string, unknown>>): object | undefined {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function bodyOf(flags: BulkFlags): object {
  const change = changeOf(flags);
  const replace = replaceOf(flags);
  const body = onlyGiven({
    change,
    replace,
    delete: flags.delete === true ? true : undefined,
    add: onlyGiven({ tags: flags.addTag, rules: rulesIn("--add-rule", flags.addRule) }),
    remove: onlyGiven({ tags: flags.removeTag, rules: flags.removeRule }),
    replacerules: rulesIn("--replace-rule", flags.replaceRule),
  });
  if (body === undefined) {
    throw wrong(
      "Specify a change: --set, --replace-host, --replace-parameter, --replace-text, --add-tag, --remove-tag, --add-rule, --remove-rule, --replace-rule, --archive or --delete.",
    );
  }
  return { kind: "links", select: selectionIn(flags), ...body };
}

/** Changes many links at once, after a question where somebody can answer it. */
async function bulk(context: Context<BulkFlags>): Promise<void> {
  const { flags } = context;
  const body = bodyOf(flags);
  const operation = bulkOperations.bulkChange;
  const { call } = context.service;
  const preview = await previewOf(call, operation, { body });
  if (flags.preview === true) return showPreview(preview, context);
  if (canAsk() && flags.yes !== true) {
    for (const line of previewLines(preview)) note(line);
    const count = preview.changed + preview.removed;
    const action = flags.delete === true ? "Delete" : "Change";
    if (!(await isConfirmed(`${action} ${counted(count, "link")}?`))) {
      throw new CommandFailed(exitCodes.failed, "Nothing was changed.");
    }
  } else {
    for (const warning of preview.warnings) note(warning);
  }
  await finishChange(context, call(operation, { body: { ...body, token: preview.token } }));
}

/** The flags of the filter are added only where the line is about this command. */
export function addBulk(add: AddCommand, isMeant: boolean): void {
  add({
    usage: "bulk",
    summary: "Change or delete many links at once",
    description:
      "Change or delete the links that match the filters, the links given with --id, or all links. In a terminal, Waypost asks you to confirm. A single undo reverts the whole change.",
    options: [
      ["--all", "all links, including archived links"],
      repeated(
        "--set <field=value>",
        "set a field as in link edit; without a value, the field is cleared. May be repeated",
      ),
      repeated("--add-tag <tag>", "tag to add to each link; may be repeated"),
      repeated("--remove-tag <tag>", "tag to remove from each link; may be repeated"),
      repeated("--add-rule <json>", "rule to add after each link's own rules; may be repeated"),
      repeated("--remove-rule <name>", "name of a rule to remove from each link; may be repeated"),
      repeated(
        "--replace-rule <json>",
        "rule that replaces the link's rule with the same name; may be repeated",
      ),
      ["--replace-host <host>", "replace this host in destinations with the host in --with"],
      [
        "--replace-parameter <name[=value]>",
        "replace the value of this parameter in destinations, or remove the parameter if --with is omitted",
      ],
      [
        "--replace-text <text>",
        "replace this text in destinations, or remove the text if --with is omitted",
      ],
      ["--with <new>", "new host, value or text for --replace-…"],
      ["--archive", "archive the links: they're hidden from lists but keep working"],
      ["--delete", "delete the links"],
      ["--preview", "only show what would happen"],
      ["--yes", "don't ask for confirmation"],
      ...selectionOptions(isMeant),
    ],
    json: "print the result as one JSON object",
    examples: [
      "bulk --tag spring --no-clicks-since 2025-01-01 --archive",
      "bulk --campaign 3 --set expiry=2030-01-01 --preview",
      "bulk --all --replace-host old.example.com --with new.example.com --preview",
      "bulk --id 12 --id 13 --delete",
    ],
    run: bulk,
  });
}
