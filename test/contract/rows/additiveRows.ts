import { z } from "zod";
import type { Operation } from "../../../src/contract/operation.ts";
import { operations } from "../../../src/contract/operations.ts";
import { contractRows } from "./contractRows.ts";
import { type ContractRow, type FieldKind, type Fields, nameOf } from "./row.ts";

/** What fields of our own operations take, by their names, where their schemas don't tell. */
const kinds: Readonly<Record<string, FieldKind>> = {
  add: "members",
  avatar: "address",
  background: "colour",
  color: "colour",
  banner: "address",
  bom: "boolean",
  buttons: "word",
  campaign: "id",
  caption: "name",
  change: "fields of a link",
  channel: "id",
  clear: "entries",
  correction: "word",
  pattern: "word",
  eyes: "word",
  frame: "word",
  custom: "alias",
  data: "qr data",
  dates: "word",
  delay: "seconds",
  delete: "true",
  domain: "domain",
  dynamic: "boolean",
  expect: "expected",
  force: "boolean",
  hidecredit: "boolean",
  foreground: "colour",
  format: "word",
  from: "timestamp",
  id: "id",
  ids: "many ids",
  ifUnchanged: "boolean",
  kind: "word",
  link: "address",
  logo: "address",
  logosize: "logo size",
  mapping: "columns",
  name: "name",
  onConflict: "word",
  pixels: "boolean",
  publicCampaigns: "boolean",
  publicStatistics: "boolean",
  position: "word",
  preview: "boolean",
  query: "parameters of a list",
  read: "boolean",
  remove: "members",
  replace: "replacement",
  select: "selection",
  size: "picture size",
  status: "word",
  tags: "tags",
  theme: "word",
  to: "timestamp",
  token: "token",
  type: "word",
  wait: "wait",
  what: "word",
};

/** Those of one resource that take something else than their names say elsewhere. */
const ofResource: Readonly<Record<string, Fields>> = {
  campaign: { ids: "ids that may be gone" },
  overlay: { ids: "ids that may be gone" },
  qr: { background: "rgb", foreground: "rgb", logo: "logo", channel: "ids" },
  views: { kind: "view kind" },
};

function kindOf(schema: unknown): FieldKind {
  const { type, enum: choice } = Object(schema);
  if (choice !== undefined) return "word";
  return type === "array" ? "entries" : type === "object" ? "object" : "text";
}

function bodyOf({ path, body }: Operation): Pick<ContractRow, "body"> {
  const { properties = {}, required = [] } = z.toJSONSchema(body, {
    io: "input",
    unrepresentable: "any",
  });
  const [, , resource = ""] = path.split("/");
  const fields = Object.keys(properties).map((name): readonly [string, FieldKind] => {
    const kind = ofResource[resource]?.[name] ?? kinds[name] ?? kindOf(properties[name]);
    return [name, kind];
  });
  if (fields.length === 0) return {};
  const those = (isRequired: boolean) =>
    Object.fromEntries(fields.filter(([name]) => required.includes(name) === isRequired));
  return { body: { required: those(true), optional: those(false) } };
}

function rowOf(operation: Operation): ContractRow {
  const { method, alsoMethod, path, query, response, bytes, answer } = operation;
  const { error, job } = response instanceof z.ZodObject ? response.shape : {};
  const names = Object.keys(query.shape);
  return {
    method,
    path,
    ...(alsoMethod !== undefined && { alsoMethod }),
    ...(names.length > 0 && { query: names }),
    ...bodyOf(operation),
    answers: ["anything"],
    ...(error instanceof z.ZodLiteral && error.value === "0" && { isList: true }),
    ...(bytes !== undefined && { takesFile: true }),
    ...(answer === "file" && { answersFile: true }),
    ...(method === "POST" && (job !== undefined || path.endsWith("/undo")) && { startsJob: true }),
  };
}

const given = new Set(contractRows.map(nameOf));

/**
 * Our own operations for scripts as their table says them: the server of a test checks their answers
 * by its schemas. Only the contract's own are written down a second time.
 */
export const additiveRows: readonly ContractRow[] = Object.values<Operation>(operations)
  .filter((operation) => operation.scope === "api" && !given.has(nameOf(operation)))
  .map(rowOf);
