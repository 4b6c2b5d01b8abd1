import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "../../../src/contract/operation.ts";
import { operations } from "../../../src/contract/operations.ts";
import { send, startTestServer, type TestServer } from "../../support/server.ts";

/** Only operations of the owner have written it. */
const secret = "owners-own-link";
/** No record, job or change has it. */
const unusedId = 99_999;

/** Those that name a record first: the others may create records, which take low numbers. */
const rows = Object.entries<Operation>(operations).toSorted(
  ([, one], [, other]) => Number(hasId(other)) - Number(hasId(one)),
);

function hasId({ path }: Operation): boolean {
  return path.includes(":");
}

type Thing = "job" | "change";
type Port = "service" | "public" | "gui";

let server: TestServer;
let ports: Record<Port, string>;
/** What each scope began. */
let begun: Record<"api" | "owner", Record<Thing, readonly number[]>>;
/** The link that only operations of the owner have created and deleted. */
let trashed: number;

async function prepare(): Promise<void> {
  server = await startTestServer({
    guiPort: 0,
    publicPort: 0,
    settings: { "public.api": "true" },
  });
  ports = {
    service: new URL(server.baseUrl).origin,
    public: new URL(server.publicUrl ?? "").origin,
    gui: new URL(server.gui ?? "").origin,
  };
  const local = (method: string, path: string, body?: unknown) =>
    server.api(method, path, body, server.localKey);

  // Things of the API come first, one change for each job: no later number is one of theirs.
  const link = await server.api("POST", "/api/url/add", { url: "https://example.org/" });
  await runBulk(link.body.id as number, { delete: true });
  await importFile("url,alias\nhttps://example.org/a,first\nnothing,second\n");
  begun = { api: await everything(), owner: { job: [], change: [] } };
  expect(begun.api.job).toHaveLength(begun.api.change.length);

  const without = await zipOf(server);
  const other = await startTestServer();
  await restore(other, without);
  const added = await other.api("POST", "/api/url/add", {
    url: "https://example.org/",
    custom: secret,
  });
  trashed = added.body.id as number;
  const withLink = await zipOf(other);
  await other.stop();
  await restore(server, withLink);
  await restore(server, without);
  for (let count = 0; count < 2; count += 1) {
    const [newest] = (await everything()).change;
    const path = `/api/changes/${newest}/undo`;
    const { token } = (await local("POST", path, { preview: true })).body.preview;
    expect((await local("POST", path, { token, wait: 10 })).body.job).toMatchObject({
      kind: "undo",
      state: "done",
    });
  }
  const all = await everything();
  for (const thing of ["job", "change"] as const) {
    begun.owner = {
      ...begun.owner,
      [thing]: all[thing].filter((id) => !begun.api[thing].includes(id)),
    };
    expect(begun.owner[thing]).toHaveLength(4);
  }

  async function runBulk(id: number, change: object): Promise<void> {
    const asked = { kind: "links", select: { ids: [id] }, ...change };
    const { token } = (await server.api("POST", "/api/bulk", { ...asked, preview: true })).body
      .preview;
    const { body } = await server.api("POST", "/api/bulk", { ...asked, token, wait: 10 });
    expect(body.job.state).toBe("done");
  }

  async function importFile(text: string): Promise<void> {
    const file = Buffer.from(text);
    const answer = await asFile(server, "/api/import?wait=10", file, server.apiKey);
    expect(JSON.parse(answer.text)).toMatchObject({ job: { state: "done" } });
  }

  async function everything(): Promise<Record<Thing, number[]>> {
    const ids = (items: { id: number }[]) => items.map(({ id }) => id);
    return {
      job: ids((await local("GET", "/api/jobs?limit=100")).body.data.jobs),
      change: ids((await local("GET", "/api/changes?limit=100")).body.data.changes),
    };
  }
}

beforeAll(prepare, 60_000);

afterAll(() => server.stop());

async function asFile(to: TestServer, path: string, body: Buffer, key: string) {
  return send(to.baseUrl, path, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/octet-stream" },
    body,
  });
}

async function zipOf(from: TestServer): Promise<Buffer> {
  const answer = await fetch(`${from.baseUrl}/api/export/everything`, {
    method: "POST",
    headers: { authorization: `Bearer ${from.localKey}`, "content-type": "application/json" },
    body: "{}",
  });
  return Buffer.from(await answer.arrayBuffer());
}

async function restore(to: TestServer, zip: Buffer): Promise<void> {
  const sent = async (query: string) =>
    JSON.parse((await asFile(to, `/api/restore?${query}`, zip, to.localKey)).text);
  const { preview } = await sent("preview=true");
  expect((await sent(`token=${preview.token}&wait=10`)).job).toMatchObject({ state: "done" });
}

/** Whose number the path has. */
function thingOf({ path }: Operation): Thing | undefined {
  if (/^\/api\/(jobs|import)\/:id/.test(path)) return "job";
  return path.startsWith("/api/changes/:id") ? "change" : undefined;
}

/** A request of the operation that names `id` wherever it can name a number. */
function ask({ path, method, body, bytes }: Operation, id: number, port: Port, key: string | null) {
  const target = path
    .replaceAll(/:(\w*id)\b/gi, String(id))
    .replaceAll(":type", "links")
    .replaceAll(/:name\b/g, "waypost-2026-03-12.json");
  const known = Object.keys(body.shape);
  const values = {
    token: "none",
    preview: true,
    kind: "links",
    ids: [id],
    select: { ids: [id] },
    delete: true,
    // Jobs that wait for their turn would fill the queue, and be refused for that alone.
    wait: 10,
  };
  const sent = Object.entries(values).filter(([name]) => known.includes(name));
  const type = bytes === undefined ? "application/json" : "application/octet-stream";
  return send(ports[port], target, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(method !== "GET" && { "content-type": type }),
    },
    ...(method !== "GET" && {
      body: bytes === undefined ? JSON.stringify(Object.fromEntries(sent)) : "",
    }),
  });
}

const allPorts = ["service", "public", "gui"] as const;

describe.each(rows)("%s", (_name, row) => {
  test("has nothing for nobody", async () => {
    for (const port of allPorts) {
      const { status, text } = await ask(row, trashed, port, null);
      expect([port, status]).toEqual([port, 401]);
      expect(text).not.toContain(secret);
    }
  });

  test("answers an API key as if nothing of the owner's existed", async () => {
    const thing = thingOf(row);
    const all = [...begun.owner.job, ...begun.owner.change, trashed];
    const named = thing === undefined ? all : begun.owner[thing];
    const takesIds = hasId(row) || "ids" in row.body.shape || "select" in row.body.shape;
    for (const port of allPorts) {
      const without = await ask(row, unusedId, port, server.apiKey);
      const refused = port === "public" ? [404, 405] : [403];
      expect([port, row.scope === "api" || refused.includes(without.status)]).toEqual([port, true]);
      for (const id of new Set(takesIds ? named : [])) {
        const { status, text } = await ask(row, id, port, server.apiKey);
        expect([port, id, status]).toEqual([port, id, without.status]);
        expect(text).not.toContain(secret);
        expect(text === without.text || !hasId(row)).toBe(true);
      }
      expect(without.text).not.toContain(secret);
    }
  });
});

const bound = rows.flatMap(([name, row]) => {
  const thing = thingOf(row);
  return thing === undefined ? [] : [[name, row, thing] as const];
});

describe.each(bound)("%s", (name, row, thing) => {
  test("takes what its caller may see", async () => {
    const isOfImport = row.path.startsWith("/api/import/");
    const callers = { api: server.apiKey, owner: server.localKey };
    for (const port of ["service", "gui"] as const) {
      for (const [caller, key] of Object.entries(callers)) {
        const isFound = async (id: number) => {
          const answer = await ask(row, id, port, key);
          return answer.status !== 404 || (JSON.parse(answer.text) as { message: string }).message;
        };
        const ofApi = await Promise.all(begun.api[thing].map(isFound));
        expect([name, ofApi.includes(true)]).toEqual([name, true]);
        const found = new Set(await Promise.all(begun.owner[thing].map(isFound)));
        const ofOwner = [...found].map((told) => String(told).split(".")[0]);
        const isThere = isOfImport ? /^(Import does not|This import has)/ : /^true$/;
        const isGone = /^(Job|Change) does not exist/;
        expect(ofOwner).toHaveLength(1);
        expect(ofOwner[0]).toMatch(caller === "owner" ? isThere : isGone);
      }
    }
  });
});

test("lists count what their caller may see, and the owner's things are as they were", async () => {
  const trash = async (key: string) =>
    (await server.api("GET", `/api/trash?q=${secret}`, undefined, key)).body.data;
  const total = async (path: string, key: string) =>
    (await server.api("GET", path, undefined, key)).body.data.result;
  expect(await trash(server.localKey)).toMatchObject({ result: 1, records: [{ id: trashed }] });
  expect(await trash(server.apiKey)).toMatchObject({ result: 0, records: [] });
  for (const path of ["/api/jobs", "/api/changes"]) {
    const [all, seen] = [await total(path, server.localKey), await total(path, server.apiKey)];
    expect([path, all - seen]).toEqual([path, 4]);
  }
});
