import {
  sample,
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
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { additiveRows } from "../../contract/rows/additiveRows.ts";
import { contractRows } from "../../contract/rows/contractRows.ts";
import { type ContractRow, failure, isList, nameOf } from "../../contract/rows/row.ts";
import { answerFaults } from "../../contract/rows/wireFaults.ts";
import { serverForAll } from "../../support/testServer.ts";
import { strangeSegments, brokenValues, hostileValues } from "./brokenValues.ts";
import { type Answer, type Caller, createCaller } from "./caller.ts";
import { type Known, takenBy } from "./validBodies.ts";
import { createWorkshop, type Resource } from "./workshop.ts";
import { isFull } from "../../support/full.ts";

/** A request that nobody should send, and what may come of it. */
interface HostileRequest {
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
function pathOf({ path }: ContractRow, { ids }: Known, strange?: string): string {
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
function hostileRequests(rows: readonly ContractRow[], known: Known): Arbitrary<HostileRequest> {
  const all = (make: typeof bodiesFor) => oneof(...rows.flatMap((row) => make(row, known) ?? []));
  return oneof(
    { weight: 18, arbitrary: all(bodiesFor) },
    { weight: 1, arbitrary: all(strangersFor) },
    { weight: 1, arbitrary: all(queriesFor) },
  );
}

/** For messages: enough to send it again. */
function told({ row, kind, path, raw }: HostileRequest): string {
  return `${nameOf(row)} (${kind}) ${path.slice(0, 200)} ${raw.slice(0, 400)}`;
}

const rows: readonly ContractRow[] = [...contractRows, ...additiveRows];
const withBody = rows.filter(({ body }) => body !== undefined);

const requests = isFull ? 25_000 : 1_500;
const atOnce = 16;
const seed = Number(process.env["WAYPOST_SEED"] ?? 4080);

const resources: readonly Resource[] = [
  "domain",
  "overlay",
  "splash",
  "pixel",
  "campaign",
  "channel",
  "url",
  "bio",
  "qr",
];

let caller: Caller;
let known: Known;

const server = serverForAll({ settings: { verifyDomains: "false", rateLimit: "100000000" } });
beforeAll(async () => {
  caller = createCaller(server.baseUrl, server.apiKey);
  const workshop = createWorkshop(caller, server);
  const ids: Record<string, number> = {};
  for (const resource of resources) {
    ids[resource] = await workshop.make(resource);
  }
  await workshop.make("campaign");
  ids["changes"] = await workshop.newestChange();
  const imported = await workshop.imported();
  for (const resource of ["import", "jobs"]) ids[resource] = imported.id;
  known = { ids, base: server.baseUrl, token: imported.token };
});

afterAll(async () => {
  caller.close();
});

const inside = /<html|<!doctype|node_modules|\n\s+at |\.[jt]s:\d+/i;

/** Statuses that a request of the kind may be answered with; below 500, all of them. */
const allowed: Readonly<Record<HostileRequest["kind"], readonly number[]>> = {
  // 409: what is valid may still be taken.
  valid: [200, 400, 409],
  "broken field": [400],
  hostile: [200, 400, 409],
  "no object": [400],
  "no JSON": [400],
  stranger: [404],
  query: [200, 400, 404],
};

function faultsOf(request: HostileRequest, { status, headers, text, body }: Answer): string[] {
  const { row, kind, field } = request;
  if (row.answersFile === true && status === 200) return [];
  // A tag has another name once it got one, what is too long can't be one, and any other name may
  // have become one by now: then the answer counts the links that had it.
  const isOfTag = row.path.includes(":tag");
  const isNoTag = isOfTag && (status === 404 || status === 400);
  const wasTag = isOfTag && status === 200 && Number(Object(body).links) > 0;
  const isNamed = field === undefined || new RegExp(`\\b${field}\\b`).test(text);
  return [
    ...(allowed[kind].includes(status) ||
    isNoTag ||
    wasTag ||
    (row.startsJob === true && status === 429)
      ? []
      : [`status ${status}`]),
    ...(String(headers["content-type"]).startsWith("application/json") ? [] : ["no JSON"]),
    ...(inside.test(text) ? ["a stack or a page"] : []),
    ...(isNamed ? [] : [`the message doesn't name ${field}`]),
    ...answerFaults(status === 200 ? row.answers : [failure], body),
  ];
}

type Counts = Map<string, number>;

function count(counts: Counts, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

test("what nobody made is nowhere, whatever it is called", async () => {
  const byTag = rows.filter((row) => row.path.includes(":tag"));
  expect(byTag).not.toEqual([]);
  for (const row of byTag) {
    const raw = row.body === undefined ? "" : JSON.stringify({ name: "n" });
    for (const strange of strangeSegments) {
      const answer = await caller.call(row.method, pathOf(row, known, strange), { raw });
      expect([strange, answer.status]).not.toEqual([strange, 200]);
    }
  }
});

/** Half a minute for the full run where nothing else runs. */
const patience = { timeout: 300_000 };

test(
  "nothing that is sent makes the service answer outside of its contract",
  patience,
  async () => {
    const counts: Counts = new Map();
    const accepted: Counts = new Map();

    const wrong: unknown[] = [];

    const send = async (request: HostileRequest) => {
      const { row, path, raw } = request;
      const answer = await caller.call(row.method, path, { raw });
      if (row.body !== undefined && raw !== "") count(counts, "bodies");
      count(counts, request.kind);
      count(counts, String(answer.status));
      if (answer.status === 200) count(accepted, nameOf(row));
      const faults = faultsOf(request, answer);
      if (faults.length > 0) wrong.push({ request: told(request), faults, text: answer.text });
    };

    const waiting = sample(hostileRequests(rows, known), { seed, numRuns: requests });
    const sender = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        await send(next);
        // A few faults tell enough.
        if (wrong.length >= 10) return;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, sender));

    console.log(`seed ${seed}: ${[...counts].map(([name, n]) => `${name} ${n}`).join(", ")}`);
    expect(wrong).toEqual([]);
    expect(counts.get("bodies")).toBeGreaterThanOrEqual(requests * 0.8);
    expect(withBody.map(nameOf).filter((name) => !accepted.has(name))).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  },
);

describe.each(withBody.map((row) => [nameOf(row), row] as const))("%s", (_name, row) => {
  const [field = ""] = Object.keys({ ...row.body?.required, ...row.body?.optional });
  const limit = 1024 * 1024;

  const filled = (before: string, after: string) =>
    before + " ".repeat(limit - before.length - after.length) + after;

  test("survives deep nesting", async () => {
    // All operations read bodies with the same parser: in the quick run one of them gets the deepest.
    const deepest = isFull || row === withBody[0] ? [Math.floor(limit / 2) - 100] : [];
    for (const depth of [10_000, ...deepest]) {
      const list = "[".repeat(depth) + "]".repeat(depth);
      const object = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
      for (const raw of [list, `{"${field}":${list}}`, `{"${field}":${object}}`]) {
        const answer = await caller.call(row.method, pathOf(row, known), { raw });
        expect(answer).toMatchObject({ status: 400, body: { error: 1 } });
      }
      const ignored = await caller.call(row.method, pathOf(row, known), {
        raw: `{"unknown":${list}}`,
      });
      expect([200, 400]).toContain(ignored.status);
    }
  });

  test("takes a body of 1 MiB, and not a byte more", async () => {
    const longest = filled(`{"${field}":5`, "}");
    expect(await caller.call(row.method, pathOf(row, known), { raw: longest })).toMatchObject({
      status: 400,
      body: { error: 1, message: expect.stringContaining(field) },
    });
    expect(await caller.call(row.method, pathOf(row, known), { raw: `${longest} ` })).toMatchObject(
      {
        status: 413,
        body: { error: 1 },
      },
    );
  });
});

test("what was taken reads back inside the contract", async () => {
  const lists = rows.filter(
    (row) => isList(row) && row.query !== undefined && !row.path.includes(":"),
  );
  expect(lists).not.toEqual([]);
  for (const row of lists) {
    for (let page = 1, last = 1; page <= last; page += 1) {
      const { body } = await caller.call("GET", `${row.path}?limit=1000&page=${page}`);
      expect(answerFaults(row.answers, body)).toEqual([]);
      last = Object(body).data.maxpage;
    }
  }
});
