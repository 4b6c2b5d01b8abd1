import { z } from "zod";
import type { Operation } from "../../contract/operation.ts";
import { operations, type OperationName } from "../../contract/operations.ts";

/** A command that is made from the contract's table. */
export interface GeneratedCommand {
  /** What it is about, for example `pixel`. */
  readonly noun: string;
  /** What it does, for example `edit`. */
  readonly verb: string;
  /** The operations that it stands for; the first is the one that is called. */
  readonly names: readonly [OperationName, ...OperationName[]];
  readonly row: Operation;
}

/** Where people and the contract's paths have different words. */
const nouns: Readonly<Record<string, string>> = {
  url: "link",
  tag: "tags",
  "public-address": "public",
};
const verbs: Readonly<Record<string, string>> = { update: "edit", delete: "remove" };
/** What has nothing but a name is renamed. */
const verbsOfTags: Readonly<Record<string, string>> = { update: "rename", delete: "delete" };

/** A row's path, taken apart: the resource, the words after it, the parameters between them. */
function partsOf({ path }: Operation) {
  const [, , first = "", ...rest] = path.split("/");
  return {
    first,
    words: rest.filter((segment) => !segment.startsWith(":")),
    params: rest.filter((segment) => segment.startsWith(":")).map((segment) => segment.slice(1)),
  };
}

/** Path parameters in the order in which the command takes them. */
export function paramsOf(row: Operation): readonly string[] {
  return partsOf(row).params;
}

function singular(word: string): string {
  return word.replace(/s$/, "");
}

/** Lists have their resource in the plural, everything else in the singular: `pixels`, `pixel`. */
function nounOf(row: Operation, firsts: ReadonlySet<string>): string {
  const { first } = partsOf(row);
  const name = (firsts.has(singular(first)) ? singular(first) : first).replace(/\..*$/, "");
  return nouns[name] ?? name;
}

/** For paths that say nothing but the resource. */
function bareVerb({ method, query }: Operation, takesParams: boolean): string {
  switch (method) {
    case "GET":
      return !takesParams && "page" in query.shape ? "list" : "show";
    case "POST":
      return "add";
    case "PUT":
      return "edit";
    case "DELETE":
      return "remove";
  }
}

/** For a path that several methods share: what the later ones do to what the first one names. */
function sharedVerb(row: Operation, first: Operation, verb: string): string {
  switch (row.method) {
    case "GET":
      return `show-${verb}`;
    case "POST":
      return `add-${singular(verb)}`;
    case "PUT":
      return `edit-${verb}`;
    case "DELETE":
      return first.method === "POST" ? `un${verb}` : `remove-${verb}`;
  }
}

function verbOf(row: Operation, first: Operation): string {
  const { words, params } = partsOf(row);
  const last = words.at(-1);
  if (last === undefined) return bareVerb(row, params.length > 0);
  // One of them has its id behind the word: `answers/:answerid/delete`, but `answers/delete`.
  const named = (word: string) => (row.path.includes(`/${word}/:`) ? singular(word) : word);
  const own = partsOf(row).first === "tag" ? verbsOfTags : verbs;
  const verb = [own[last] ?? last, ...words.slice(0, -1).map(named)].join("-");
  return row === first ? verb : sharedVerb(row, first, verb);
}

/** Whether two operations answer the same, apart from the change set that a write names. */
function answersAlike({ response: one }: Operation, { response: other }: Operation): boolean {
  if (!(one instanceof z.ZodObject) || !(other instanceof z.ZodObject)) return one === other;
  const names = new Set(Object.keys({ ...one.shape, ...other.shape }));
  names.delete("change");
  return [...names].every((name) => one.shape[name] === other.shape[name]);
}

/** Every row has its command; rows that ask the same by another method share one. */
export function commandsOf(table: Readonly<Record<string, Operation>>): GeneratedCommand[] {
  const rows = Object.entries(table);
  const firsts = new Set(rows.map(([, row]) => partsOf(row).first));
  const commands: GeneratedCommand[] = [];
  for (const [key, row] of rows) {
    // The table's own keys.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const name = key as OperationName;
    const same = commands.findIndex(
      (one) => one.row.path === row.path && answersAlike(one.row, row),
    );
    const twin = commands[same];
    if (twin !== undefined) {
      commands[same] = { ...twin, names: [...twin.names, name] };
      continue;
    }
    const first = rows.find(([, other]) => other.path === row.path)?.[1] ?? row;
    commands.push({
      noun: nounOf(row, firsts),
      verb: verbOf(row, first),
      names: [name],
      row,
    });
  }
  return commands;
}

/**
 * Operations without a command of their own, by resource: commands written by hand call them, or only
 * the app does. Every other operation of the contract becomes a command.
 */
export const excluded: Readonly<Record<string, readonly string[]>> = {
  backup: ["list", "add", "show", "restore"],
  bulk: ["add"],
  changes: ["list", "show", "undo"],
  edge: ["show", "setup", "push", "pull", "check", "remove", "claim", "connect", "pair", "unpair"],
  export: ["add", "preview", "everything"],
  import: ["add", "preview", "apply", "failures"],
  jobs: ["list", "show", "remove"],
  preferences: ["edit"],
  preview: ["add"],
  public: ["show", "open", "close", "dark", "preview", "use", "verify"],
  qr: ["preview", "picture", "export", "logo"],
  restore: ["add"],
  settings: ["show", "edit"],
  trash: ["list", "restore"],
  try: ["add"],
  tunnel: ["show", "start", "restart", "stop"],
};

function isExcluded({ noun, verb }: GeneratedCommand): boolean {
  return excluded[noun]?.includes(verb) === true;
}

/** Whether a command written by hand stands for the name of the resource alone. */
export function isShownByHand(noun: string): boolean {
  return excluded[noun]?.includes("show") === true;
}

export const generatedCommands = commandsOf(operations).filter((one) => !isExcluded(one));

/** Another command of the same resource. */
export function sibling({ noun }: GeneratedCommand, verb: string): GeneratedCommand | undefined {
  return generatedCommands.find((one) => one.noun === noun && one.verb === verb);
}

const titles: Readonly<Record<string, readonly [one: string, many: string]>> = {
  account: ["the account", "the account"],
  alias: ["alias", "aliases"],
  answer: ["message", "messages"],
  answers: ["message", "messages"],
  bio: ["bio page", "bio pages"],
  data: ["the data folder", "the data folder"],
  edge: ["edge", "edge"],
  openapi: ["the OpenAPI document", "the OpenAPI document"],
  pairing: ["browser extension", "browser extensions"],
  pending: ["pending change", "pending changes"],
  public: ["public", "public"],
  qr: ["QR code", "QR codes"],
  reach: ["the public address", "the public address"],
  service: ["the running server", "the running server"],
  settings: ["settings", "settings"],
  splash: ["splash page", "splash pages"],
  statistics: ["statistics", "statistics"],
  tags: ["tag", "tags"],
  tunnel: ["tunnel", "tunnel"],
  views: ["view", "views"],
  visitors: ["visitors", "visitors"],
};

/** A resource as sentences call it. */
export function titleOf(noun: string): { readonly one: string; readonly many: string } {
  const [one, many] = titles[noun] ?? [noun, `${noun}s`];
  return { one, many };
}

/** Whether a parameter means a link, which people know by more than its id. */
export function isLinkParam({ noun, verb }: GeneratedCommand, param: string): boolean {
  // A deleted link can be found by its id only.
  return param === "linkid" || (noun === "link" && param === "id" && verb !== "restore");
}
