import { isObject } from "../../../util/isObject.ts";
import type { Collection } from "../records.ts";
import type { Author, FieldValues, Origin } from "../store.ts";
import { foldAlias } from "../tables/foldAlias.ts";
import { isErasedPassword, wordFor } from "./passwords.ts";

/** A line of a journal that belongs to a set. */
export interface ToldLine {
  readonly commit: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly set: number;
  readonly origin: Origin;
  readonly mark: "begin" | "end" | null;
  readonly changes: readonly unknown[];
}

const collections: Readonly<Record<Collection, true>> = {
  settings: true,
  account: true,
  links: true,
  domains: true,
  channels: true,
  campaigns: true,
  pixels: true,
  overlays: true,
  splashPages: true,
  qrCodes: true,
  bioPages: true,
  contactAnswers: true,
  views: true,
  clickImports: true,
};

const authors: Readonly<Record<Author, true>> = {
  window: true,
  cli: true,
  script: true,
  import: true,
  undo: true,
  restore: true,
  hand: true,
  copy: true,
};

/** Characters; a file from elsewhere may have more. */
export const longestKeyName = 255;

function isCollection(word: unknown): word is Collection {
  return typeof word === "string" && Object.hasOwn(collections, word);
}

function isAuthor(word: unknown): word is Author {
  return typeof word === "string" && Object.hasOwn(authors, word);
}

export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

/** Null: a line that nobody is said to have changed anything with. */
export function toldLine(line: FieldValues): ToldLine | null {
  const { commit, at, set, by, operation, scope, key, undoes, mark, changes } = line;
  if (!isCount(commit) || !isCount(set) || typeof at !== "number" || !isAuthor(by)) return null;
  if (typeof operation !== "string" || !Array.isArray(changes)) return null;
  const origin: Origin = {
    by,
    operation,
    scope: scope === "api" ? "api" : "owner",
    ...(typeof key === "string" && { key: key.slice(0, longestKeyName) }),
    ...(isCount(undoes) && { undoes }),
  };
  return {
    commit,
    // A file from elsewhere may have any number, and the database takes whole ones.
    at: Math.trunc(Math.min(Math.max(at, 0), Number.MAX_SAFE_INTEGER)),
    set,
    origin,
    mark: mark === "begin" || mark === "end" ? mark : null,
    changes,
  };
}

export type ChangeKind = "added" | "changed" | "removed";

/** What a line did to one record, as the database keeps it. */
export interface ToldChange {
  readonly collection: Collection;
  readonly id: number;
  readonly kind: ChangeKind;
  /** Of a change the fields that changed (null: it had none), of a removal the record. */
  readonly before: FieldValues | null;
  readonly after: FieldValues | null;
  /** The hash that a link had until then; a word stands for it in `before`. */
  readonly hash: string | null;
  /** Its hash, and all it had before, are to be kept nowhere. */
  readonly isErasing: boolean;
}

export interface FormerName {
  readonly link: number;
  /** Folded. */
  readonly alias: string;
  /** 0: the service's own address. */
  readonly domain: number;
  readonly url: string;
}

/** Null: not a change, or one after which nothing is another than before. */
export function toldChange(change: unknown): ToldChange | null {
  if (!isObject(change)) return null;
  const { put, record, remove, id, was } = change;
  if (isCollection(put) && isObject(record) && isCount(record["id"])) {
    if (was === undefined) return told(put, record["id"], "added", null, record);
    if (!isObject(was) || Object.keys(was).length === 0) return null;
    return told(put, record["id"], "changed", was, record);
  }
  // Where there was nothing to remove, an id was only marked as used.
  if (!isCollection(remove) || !isCount(id) || !isObject(was)) return null;
  return told(remove, id, "removed", was, null);
}

function told(
  collection: Collection,
  id: number,
  kind: ChangeKind,
  was: FieldValues | null,
  record: FieldValues | null,
): ToldChange {
  const after = kind === "changed" && record !== null ? picked(record, was ?? {}) : record;
  const hash = collection === "links" ? was?.["password"] : undefined;
  const isErasing = isErasedPassword(hash);
  return {
    collection,
    id,
    kind,
    before: withoutHash(was, collection),
    after: withoutHash(after, collection),
    hash: typeof hash === "string" && !isErasing ? hash : null,
    isErasing,
  };
}

/** The fields that another object names; null for what isn't there. */
function picked(record: FieldValues, named: FieldValues): FieldValues {
  return Object.fromEntries(Object.keys(named).map((field) => [field, record[field] ?? null]));
}

/** A word stands for the password of a link, nothing for that of the account. */
function withoutHash(fields: FieldValues | null, collection: Collection): FieldValues | null {
  const hash = fields?.["password"];
  if (fields === null || typeof hash !== "string") return fields;
  if (collection === "account") {
    const { password: _, ...rest } = fields;
    return rest;
  }
  if (collection !== "links" || isErasedPassword(hash)) return fields;
  return { ...fields, password: wordFor(hash) };
}

/** What a link was called until a change, if it is called something else since. */
export function formerNameOf(change: unknown): FormerName | null {
  if (!isObject(change) || !isObject(change["was"])) return null;
  const { put, record, remove, was } = change;
  if (put !== "links" && remove !== "links") return null;
  if (put === "links" && !("alias" in was) && !("domain" in was)) return null;
  const { id, alias, domain, url } = { ...change, ...(isObject(record) && record), ...was };
  if (typeof alias !== "string" || !isCount(id)) return null;
  return {
    link: id,
    alias: foldAlias(alias),
    domain: isCount(domain) ? domain : 0,
    url: typeof url === "string" ? url : "",
  };
}
