import {
  type Arbitrary,
  array,
  constantFrom,
  dictionary,
  integer,
  jsonValue,
  oneof,
  string,
  tuple,
} from "fast-check";
import { type ContractRow, nameOf } from "../../contract/rows/row.ts";
import { brokenValues, hostileValues, strangeSegments } from "./brokenValues.ts";
import { type Known, takenBy } from "./validBodies.ts";

/** A request that nobody should send, and what may come of it. */
export interface HostileRequest {
  readonly row: ContractRow;
  readonly kind:
    | "valid"
    | "broken field"
    | "hostile"
    | "no object"
    | "no JSON"
    | "stranger"
    | "query";
  readonly path: string;
  readonly raw: string;
  /** The one field that is broken; the message has to name it. */
  readonly field?: string;
}

/** UTF-16 units as they come, so that halves of pairs are among them. */
const units = array(integer({ min: 0, max: 0xff_ff }), { maxLength: 40 }).map((codes) =>
  String.fromCharCode(...codes),
);

const hostile: Arbitrary<unknown> = oneof(
  { weight: 3, arbitrary: constantFrom(...hostileValues) },
  { weight: 2, arbitrary: jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: units },
  { weight: 1, arbitrary: string({ unit: "binary", maxLength: 300 }) },
);

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The row's path with what is there, or with something strange in place of its last id. */
export function pathOf({ path }: ContractRow, { ids }: Known, strange?: string): string {
  const [, , resource = ""] = path.split("/");
  const byParameter: Readonly<Record<string, string | number | undefined>> = {
    id: ids[resource],
    campaignid: ids["campaign"],
    channelid: ids["channel"],
    linkid: ids["url"],
    itemid: ids["url"],
    tag: "spring",
    type: "links",
  };
  const last = path.lastIndexOf(":");
  return path.replaceAll(/:(\w+)/g, (_all, name: string, offset: number) =>
    strange !== undefined && offset === last ? strange : String(byParameter[name]),
  );
}

/** A hash of a password takes long: what is valid, or may be, never has one. */
function withoutPassword(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([field]) => field !== "password"));
}

function bodiesFor(row: ContractRow, known: Known): Arbitrary<HostileRequest> | undefined {
  const taken = takenBy(row, known);
  if (taken === undefined) return undefined;
  const { fields, valid } = taken;
  const path = pathOf(row, known);
  const required = new Set(Object.keys(row.body?.required ?? {}));
  const names = Object.keys(fields);
  const send = (kind: HostileRequest["kind"], body: unknown): HostileRequest => ({
    row,
    kind,
    path,
    raw: JSON.stringify(body),
  });

  const breaks = Object.entries(fields).flatMap(([field, kind]) => [
    ...brokenValues[kind].map((value) => ({ field, value })),
    ...(required.has(field) ? [undefined, null, ""].map((value) => ({ field, value })) : []),
  ]);
  const broken = tuple(valid, constantFrom(...breaks)).map(([body, { field, value }]) => ({
    ...send("broken field", { ...body, [field]: value }),
    field,
  }));

  const replaced = array(tuple(constantFrom(...names), hostile), { minLength: 1, maxLength: 4 });
  const mutated = tuple(valid, replaced, dictionary(string({ maxLength: 12 }), hostile)).map(
    ([body, changes, extra]) =>
      send("hostile", withoutPassword({ ...extra, ...body, ...Object.fromEntries(changes) })),
  );
  const shaped = tuple(...names.map(() => hostile)).map((values) =>
    send(
      "hostile",
      withoutPassword(Object.fromEntries(names.map((name, at) => [name, values[at]]))),
    ),
  );
  const noObject = hostile
    .filter((value) => !isObject(value))
    .map((body) => send("no object", body));
  const torn = tuple(valid, integer({ min: 1, max: 60 })).map(([body, cut]): HostileRequest => {
    const text = JSON.stringify({ ...body, end: "end" });
    return { ...send("no JSON", body), raw: text.slice(0, Math.max(1, text.length - cut)) };
  });
  const junk = units
    .filter((text) => text.trim() !== "" && !/^\s*[\d"[{tfn-]/.test(text))
    .map((raw): HostileRequest => ({ ...send("no JSON", {}), raw }));

  return oneof(
    { weight: 8, arbitrary: broken },
    { weight: 5, arbitrary: mutated },
    { weight: 2, arbitrary: shaped },
    { weight: 1, arbitrary: noObject },
    { weight: 1, arbitrary: torn },
    { weight: 1, arbitrary: junk },
    { weight: 3, arbitrary: valid.map((body) => send("valid", body)) },
  );
}

function strangersFor(row: ContractRow, known: Known): Arbitrary<HostileRequest> | undefined {
  if (!row.path.includes(":")) return undefined;
  const body = takenBy(row, known)?.valid ?? constantFrom({});
  return tuple(constantFrom(...strangeSegments), body).map(([strange, sent]) => ({
    row,
    kind: "stranger",
    path: pathOf(row, known, strange),
    raw: row.body === undefined ? "" : JSON.stringify(sent),
  }));
}

function queriesFor(row: ContractRow, known: Known): Arbitrary<HostileRequest> | undefined {
  if (row.query === undefined) return undefined;
  const value = oneof(units, constantFrom("-1", "0", "1e9", "9".repeat(400), "x".repeat(10_000)));
  return dictionary(constantFrom(...row.query), value).map((query) => ({
    row,
    kind: "query",
    path: `${pathOf(row, known)}?${new URLSearchParams(query).toString()}`,
    raw: "",
  }));
}

/** Requests for all of the rows: most of them with a body, every row that takes one as often. */
export function hostileRequests(
  rows: readonly ContractRow[],
  known: Known,
): Arbitrary<HostileRequest> {
  const all = (make: typeof bodiesFor) => oneof(...rows.flatMap((row) => make(row, known) ?? []));
  return oneof(
    { weight: 18, arbitrary: all(bodiesFor) },
    { weight: 1, arbitrary: all(strangersFor) },
    { weight: 1, arbitrary: all(queriesFor) },
  );
}

/** For messages: enough to send it again. */
export function told({ row, kind, path, raw }: HostileRequest): string {
  return `${nameOf(row)} (${kind}) ${path.slice(0, 200)} ${raw.slice(0, 400)}`;
}
