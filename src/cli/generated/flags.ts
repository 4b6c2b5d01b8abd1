import { Option } from "commander";
import { completeAddress } from "../../contract/fields/completeAddress.ts";
import { calledLinkFields, linkFields } from "../../contract/fields/linkFields.ts";
import { wrongUse as wrong } from "../failures.ts";
import { several } from "../options.ts";
import { quoted } from "../typed.ts";
import { fieldExamples } from "../../contract/examples.ts";
import { anyText, type Field, type Kind, sentences } from "./fields.ts";

/** Flags as they stand on the command line, by name. */
export type Flags = Readonly<Record<string, unknown>>;

/** Where people and the contract have different words for the same. */
const flagNames: Readonly<Record<string, string>> = { q: "search" };

export function flagOf(name: string): string {
  return flagNames[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Further flags of a command, with the fields that they mean. */
export function furtherFlags(
  noun: string,
  fields: readonly Field[],
): readonly { readonly flag: string; readonly field: Field }[] {
  if (noun !== "link") return [];
  const named = (wanted: string) => fields.find(({ name }) => name === wanted);
  return calledLinkFields.flatMap((wanted) => {
    const flag = linkFields[wanted].alsoCalled;
    const field = named(wanted);
    return field === undefined || named(flag) !== undefined ? [] : [{ flag, field }];
  });
}

/** Flags by the contract's names alone. */
export function withoutFurther(noun: string, fields: readonly Field[], flags: Flags): Flags {
  let plain: Flags = flags;
  for (const { flag, field } of furtherFlags(noun, fields)) {
    const { [flag]: value, ...rest } = plain;
    if (value === undefined) continue;
    if (rest[field.name] !== undefined)
      throw wrong(`--${flag} and --${field.name} are the same flag. Give only one of them.`);
    plain = { ...rest, [field.name]: value };
  }
  return plain;
}

/** The texts that stand for a value, as many as the flag is repeated. */
export function written(kind: Kind, value: unknown): string[] {
  switch (kind.is) {
    case "text":
    case "number":
    case "choice":
      return [String(value)];
    case "several":
      if (kind.of.is === "json") return [JSON.stringify(value)];
      return [
        [value]
          .flat()
          .flatMap((one) => written(kind.of, one))
          .join(","),
      ];
    case "pairs":
      return [value].flat().map((one) => {
        const texts = new Map<string, unknown>(Object.entries(one ?? {}));
        return kind.names.map((name) => String(texts.get(name))).join("=");
      });
    case "json":
      return [JSON.stringify(value)];
    case "flag":
    case "object":
      return [];
  }
}

/** A number needs no example. */
function isOfNumbers(kind: Kind): boolean {
  return kind.is === "number" || (kind.is === "several" && isOfNumbers(kind.of));
}

function helpOf({ name, kind, meaning, example }: Field): string {
  // A text that any field takes says nothing about this one.
  const isFiller = [example].flat().includes(anyText) && fieldExamples[name] !== anyText;
  const isClear = kind.is === "choice" || isOfNumbers(kind) || meaning.includes("such as");
  const shown =
    isClear || example === undefined || isFiller ? [] : written(kind, example).map(quoted);
  const sample = shown.length === 0 ? "" : `example: ${shown.join(" ")}`;
  const rest = kind.is === "flag" ? "--no-… for the opposite" : sample;
  return sentences([meaning, rest]);
}

/** Of a flag with a value, by the contract's name: the parser takes `madeAfter` for `made-after`. */
function namedOption(name: string, placeholder: string, help?: string): Option {
  const option = new Option(`--${name} <${placeholder}>`, help);
  // The parser takes `--no-clicks-since` for the contrary of `--clicks-since`.
  option.negate = false;
  return option;
}

/** The contract's spelling of a flag, for the same value: `--q` for `--search`, `--madeAfter`. */
function otherSpelling({ name, placeholder, kind }: Field, prefix: string): Option[] {
  if (prefix !== "" || kind.is === "flag" || kind.is === "object") return [];
  return flagOf(name) === name ? [] : [namedOption(name, placeholder).hideHelp()];
}

/** The options that a field is given with. */
export function optionsOf(field: Field, prefix = ""): Option[] {
  return [...namedOptions(field, prefix), ...otherSpelling(field, prefix)];
}

function namedOptions(field: Field, prefix: string): Option[] {
  const { kind, placeholder } = field;
  const flag = `${prefix}${flagOf(field.name)}`;
  const help = helpOf(field);
  switch (kind.is) {
    case "flag":
      return [
        new Option(`--${flag}`, help.replace("--no-…", `--no-${flag}`)),
        new Option(`--no-${flag}`).hideHelp(),
      ];
    case "object":
      return kind.fields.flatMap((inner) => optionsOf(inner, `${flag}.`));
    case "several":
    case "pairs":
      return [namedOption(flag, placeholder, help).argParser(several)];
    case "text":
    case "number":
    case "choice":
    case "json":
      return [namedOption(flag, placeholder, help)];
  }
}

function json(flag: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong(`${flag} must be JSON, not "${text}".`);
  }
}

type Pairs = Extract<Kind, { is: "pairs" }>;

/** `first=second`, cut at the first `=`: addresses have more of them. */
function pair(flag: string, { names, addresses }: Pairs, text: string): unknown {
  const [first, second] = names;
  const value = (name: string, one: string) =>
    addresses.includes(name) ? completeAddress(one) : one;
  if (text.startsWith("{")) return json(flag, text);
  const cut = text.indexOf("=");
  if (cut > 0)
    return {
      [first]: value(first, text.slice(0, cut)),
      [second]: value(second, text.slice(cut + 1)),
    };
  throw wrong(`${flag} takes ${first}=${second}, not "${text}".`);
}

/** What the service gets for a text. Bounds are the service's to judge. */
export function valueOf(flag: string, kind: Kind, text: string): unknown {
  switch (kind.is) {
    case "text":
      return kind.isAddress === true ? completeAddress(text) : text;
    case "number":
      if (/^\d{1,16}$/.test(text)) return Number(text);
      throw wrong(`${flag} takes a whole number, not "${text}".`);
    case "choice":
      if (kind.of.includes(text)) return text;
      throw wrong(`${flag} takes one of ${kind.of.join(", ")}, not "${text}".`);
    case "several":
      // One of them, or a list.
      if (kind.of.is === "json") return [json(flag, text)].flat();
      // A backslash keeps a comma that belongs to a value.
      return text
        .split(/(?<!\\),/)
        .map((one) => one.replaceAll("\\,", ",").trim())
        .filter((one) => one !== "")
        .map((one) => valueOf(flag, kind.of, one));
    case "pairs":
      return [pair(flag, kind, text)];
    case "json":
      return json(flag, text);
    case "flag":
      if (text === "true" || text === "false") return text === "true";
      throw wrong(`${flag} takes true or false, not "${text}".`);
    case "object":
      return json(flag, text);
  }
}

function fieldValue(field: Field, flags: Flags, prefix: string): unknown {
  const name = `${prefix}${flagOf(field.name)}`;
  const { kind } = field;
  if (kind.is === "object") {
    const inner = valuesOf(kind.fields, flags, `${name}.`);
    return Object.keys(inner).length === 0 ? undefined : inner;
  }
  const given = flags[name] ?? (prefix === "" ? flags[field.name] : undefined);
  if (typeof given === "string") return valueOf(`--${name}`, kind, given);
  if (!Array.isArray(given)) return given;
  return given.flatMap((text) => valueOf(`--${name}`, kind, String(text)));
}

/** The fields that the flags give, as the service takes them. */
export function valuesOf(
  fields: readonly Field[],
  flags: Flags,
  prefix = "",
): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .map((field) => [field.name, fieldValue(field, flags, prefix)] as const)
      .filter(([, value]) => value !== undefined),
  );
}

/** An empty text means "not given" to the service; whoever changes something means "empty it". */
export function refuseEmpty(values: Flags, fields: readonly Field[]): void {
  const clear = fields.find(({ name }) => name === "clear")?.kind;
  const clearable = clear?.is === "several" && clear.of.is === "choice" ? clear.of.of : [];
  for (const [name, value] of Object.entries(values)) {
    if (value !== "") continue;
    const hint = clearable.includes(name) ? ` To empty it: --clear ${name}` : "";
    throw wrong(`--${flagOf(name)} is empty.${hint}`);
  }
}
