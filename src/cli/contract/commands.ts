import type { Operation } from "../../contract/operation.ts";
import { operations, type OperationName } from "../../contract/operations.ts";

/** A command that the contract's table leads to. */
export interface TableCommand {
  /** What it is about, for example `pixel`. */
  readonly noun: string;
  /** What it does, for example `edit`. */
  readonly verb: string;
  /** Rows that it stands for; the first is the one that is called. */
  readonly names: readonly [OperationName, ...OperationName[]];
  readonly row: Operation;
}

/** Where people and the contract's paths have different words. */
const nouns: Readonly<Record<string, string>> = { url: "link", tag: "tags" };
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

/** Every row has its command; rows that ask the same by another method share one. */
export function commandsOf(table: Readonly<Record<string, Operation>>): TableCommand[] {
  const rows = Object.entries(table);
  const firsts = new Set(rows.map(([, row]) => partsOf(row).first));
  const commands: TableCommand[] = [];
  for (const [key, row] of rows) {
    // The table's own keys.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const name = key as OperationName;
    const same = commands.findIndex(
      (one) => one.row.path === row.path && one.row.response === row.response,
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

/** Rows whose commands are written by hand; pictures of QR codes come by `--out` of the others. */
export const byHand: readonly OperationName[] = [
  "listSettings",
  "updateSettings",
  "listBackups",
  "makeBackup",
  "getBackup",
  "restoreBackup",
  "restoreFile",
  "exportEverything",
  "listJobs",
  "getJob",
  "cancelJob",
  "startImport",
  "previewImport",
  "applyImport",
  "importFailures",
  "exportFile",
  "tellExport",
  "previewQrCode",
  "getQrPicture",
  "exportQrCodes",
  "keepLogo",
  "listChanges",
  "getChange",
  "undoChange",
  "bulkChange",
  "listTrash",
  "restoreFromTrash",
  "getPublicAddress",
  "listTunnelPrograms",
  "getTunnel",
  "getTunnelLog",
  "setTunnel",
  "startTunnel",
  "restartTunnel",
  "stopTunnel",
  "getEdge",
  "setUpEdge",
  "pushEdge",
  "drainEdge",
  "checkEdge",
  "removeEdge",
  "takeOverEdge",
  "getEdgeScript",
  "listEdgeLinks",
  "listEdgeAtHome",
  "openPublicDoor",
  "closePublicDoor",
  "goDark",
  "previewPublicAddress",
  "usePublicAddress",
  "provePublicAddress",
];

/** What the window alone has a use for. */
export const inWindow: readonly OperationName[] = ["exportInbox", "makePreview"];

export const tableCommands: readonly TableCommand[] = commandsOf(operations).filter(
  ({ names }) => !names.some((name) => byHand.includes(name) || inWindow.includes(name)),
);

/** Another command of the same resource. */
export function sibling({ noun }: TableCommand, verb: string): TableCommand | undefined {
  return tableCommands.find((one) => one.noun === noun && one.verb === verb);
}

const titles: Readonly<Record<string, readonly [one: string, many: string]>> = {
  account: ["the account", "the account"],
  alias: ["alias", "aliases"],
  answers: ["answer", "answers"],
  bio: ["bio page", "bio pages"],
  data: ["the data folder", "the data folder"],
  key: ["the API key", "the API key"],
  openapi: ["the OpenAPI document", "the OpenAPI document"],
  qr: ["QR code", "QR codes"],
  reach: ["what can be reached from outside", "what can be reached from outside"],
  service: ["the running service", "the running service"],
  splash: ["splash page", "splash pages"],
  statistics: ["statistics", "statistics"],
  tags: ["tag", "tags"],
  views: ["view", "views"],
  visitors: ["visitors", "visitors"],
};

/** A resource as sentences call it. */
export function titleOf(noun: string): { readonly one: string; readonly many: string } {
  const [one, many] = titles[noun] ?? [noun, `${noun}s`];
  return { one, many };
}

/** The parameter that means a link, which people know by more than its id. */
export function isLinkParam({ noun, verb }: TableCommand, param: string): boolean {
  // A deleted link can be found by its id only.
  return param === "linkid" || (noun === "link" && param === "id" && verb !== "restore");
}
