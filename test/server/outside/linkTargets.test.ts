import { fixedSettings } from "../../../src/server/features/settings/settings.ts";
import { createServer, type RequestListener } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createGuardedFetch } from "../../../src/server/outside/guardedFetch.ts";
import { createLinkTargets } from "../../../src/server/outside/linkTargets.ts";
import type { LinkRecord } from "../../../src/server/store/records.ts";
import { startTestServer } from "../../support/server.ts";
import { newFolder, openForTest } from "../store/testFolder.ts";
import { testApp } from "../../support/app.ts";

// The rounds are driven by the tests; everything else takes its own time.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const tenMinutes = 10 * 60_000;
const day = 24 * 60 * 60_000;

/** An internet of one web server: every public name leads to it. */
async function internet(answer: RequestListener) {
  const paths: string[] = [];
  let told = () => {};
  const server = createServer((request, response) => {
    paths.push(request.url ?? "");
    told();
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    paths,
    network: {
      resolve: async () => ["93.184.215.14"],
      connect: () => connect(port, "127.0.0.1"),
    },
    /** Resolves once a path was asked for. */
    asked: async (path: string): Promise<void> => {
      while (!paths.includes(path)) {
        await new Promise<void>((resolve) => {
          told = resolve;
        });
      }
    },
  };
}

async function setUp(answer: RequestListener, { isOn = true } = {}) {
  const web = await internet(answer);
  const store = await openForTest(newFolder());
  let now = Date.UTC(2026, 5, 1);
  const targets = createLinkTargets(
    testApp({
      store,
      domains: { baseOf: () => "https://go.example" },
      fetch: createGuardedFetch(web.network),
      settings: fixedSettings({ "targets.ask": isOn }),
      clock: () => now,
    }),
  );
  onTestFinished(() => targets.close());

  async function put(path: string, fields: Partial<LinkRecord> = {}): Promise<number> {
    const id = store.nextId("links");
    const createdAt = new Date(now).toISOString();
    const url = `http://shop.example${path}`;
    const record: LinkRecord = { id, alias: `alias-${id}`, url, createdAt, ...fields };
    await store.commit([{ put: "links", record }]);
    return id;
  }

  function get(id: number): LinkRecord {
    const link = store.links.get(id);
    if (link === undefined) throw new Error(`There is no link ${id}.`);
    return link;
  }

  let ends = 0;
  return {
    ...web,
    store,
    targets,
    put,
    get,
    ask: (id: number) => targets.ask(get(id)),
    /** Targets are asked one after the other: when a last one is asked, the others are done. */
    settled: async (): Promise<void> => {
      const path = `/end-${(ends += 1)}`;
      targets.ask(get(await put(path)));
      await web.asked(path);
    },
    pass: (milliseconds: number): void => {
      now += milliseconds;
      vi.advanceTimersByTime(tenMinutes);
    },
  };
}

function page(title: string, headers: Readonly<Record<string, string>> = {}): RequestListener {
  return (_request, response) => {
    response.writeHead(200, { "Content-Type": "text/html", ...headers });
    response.end(`<title>${title}</title>`);
  };
}

describe("a title", () => {
  test("is learned, and goes with the record as it is by then", async () => {
    const { put, get, ask, settled } = await setUp(page("Spring &amp; more"));
    const id = await put("/a", { description: "A note" });
    ask(id);
    await settled();
    expect(get(id)).toMatchObject({ fetchedTitle: "Spring & more", description: "A note" });
    expect(get(id).framing).toBeUndefined();
  });

  test("is not asked for where the owner gave one, or where it is known", async () => {
    const { put, get, ask, settled, paths } = await setUp(page("Theirs"));
    const ids = [
      await put("/a", { metaTitle: "Mine" }),
      await put("/b", { fetchedTitle: "Theirs, before" }),
    ];
    for (const id of ids) ask(id);
    await settled();
    expect(paths).toEqual(["/end-1"]);
    expect(ids.map((id) => get(id).fetchedTitle)).toEqual([undefined, "Theirs, before"]);
  });

  test("given by the owner meanwhile is kept, and shown before the target's own", async () => {
    const held = Promise.withResolvers<void>();
    const { put, get, ask, asked, settled, store } = await setUp((request, response) => {
      void held.promise.then(() => page("Theirs")(request, response));
    });
    const id = await put("/a");
    ask(id);
    await asked("/a");
    await store.commit([{ put: "links", record: { ...get(id), metaTitle: "Mine" } }]);
    held.resolve();
    await settled();
    expect(get(id)).toMatchObject({ metaTitle: "Mine", fetchedTitle: "Theirs" });
  });

  test("of an address that the link has left is not taken", async () => {
    const held = Promise.withResolvers<void>();
    const { put, get, ask, asked, settled, store } = await setUp((request, response) => {
      void held.promise.then(() => page(request.url ?? "")(request, response));
    });
    const [moved, gone] = [await put("/old"), await put("/gone")];
    ask(moved);
    ask(gone);
    await asked("/old");
    const record = { ...get(moved), url: "http://shop.example/new" };
    await store.commit([{ put: "links", record }]);
    await store.commit([{ remove: "links", id: gone }]);
    held.resolve();
    await settled();
    expect(get(moved).fetchedTitle).toBeUndefined();
    expect(store.links.get(gone)).toBeUndefined();
    ask(moved);
    await settled();
    expect(get(moved).fetchedTitle).toBe("/new");
  });

  test("that there is none changes nothing", async () => {
    const { put, get, ask, settled } = await setUp((_request, response) =>
      response.writeHead(500).end(),
    );
    const id = await put("/a");
    const before = get(id);
    ask(id);
    await settled();
    expect(get(id)).toBe(before);
  });
});

describe("whether a target may be framed", () => {
  test.each([
    ["refused", { "X-Frame-Options": "DENY" }, false],
    ["allowed", {}, true],
    [
      "allowed to this service",
      { "Content-Security-Policy": "frame-ancestors https://go.example" },
      true,
    ],
  ])("%s is kept with its date", async (_what, headers, allowed) => {
    const { put, get, ask, settled } = await setUp(page("x", headers));
    const framed = await put("/a", { type: { kind: "frame" }, metaTitle: "Mine" });
    const overlaid = await put("/b", { type: { kind: "overlay", id: 1 } });
    for (const id of [framed, overlaid]) ask(id);
    await settled();
    const framing = { allowed, checkedAt: "2026-06-01T00:00:00.000Z" };
    expect([get(framed).framing, get(overlaid).framing]).toEqual([framing, framing]);
  });

  test("counts as allowed where the target can't be asked", async () => {
    const { put, get, ask, settled } = await setUp((_request, response) => response.destroy());
    const id = await put("/a", { type: { kind: "frame" } });
    ask(id);
    await settled();
    expect(get(id).framing).toMatchObject({ allowed: true });
  });

  test("is asked again after a week, and not before", async () => {
    let headers: Readonly<Record<string, string>> = {};
    const { put, get, ask, pass, settled, paths } = await setUp((request, response) =>
      page("x", headers)(request, response),
    );
    const id = await put("/framed", { type: { kind: "frame" } });
    const direct = await put("/direct", { metaTitle: "x" });
    ask(id);
    await settled();
    headers = { "X-Frame-Options": "SAMEORIGIN" };
    pass(6 * day);
    await settled();
    expect(paths.filter((path) => path === "/framed")).toHaveLength(1);
    expect(get(id).framing?.allowed).toBe(true);
    pass(day);
    await settled();
    expect(paths.filter((path) => path === "/framed")).toHaveLength(2);
    expect(get(id).framing).toEqual({ allowed: false, checkedAt: "2026-06-08T00:00:00.000Z" });
    expect(get(direct).framing).toBeUndefined();
    expect(paths).not.toContain("/direct");
  });

  test("isn't asked in the weekly round where it was never asked at its owner's word", async () => {
    const { put, get, pass, settled, paths } = await setUp(page("x"));
    const id = await put("/assistants", { type: { kind: "frame" } });
    pass(8 * day);
    await settled();
    expect(paths).toEqual(["/end-1"]);
    expect(get(id).framing).toBeUndefined();
  });
});

test("off by the setting, nothing is asked: not at once, and not in a week", async () => {
  const { put, ask, pass, paths, targets } = await setUp(page("x"), { isOn: false });
  ask(await put("/a", { type: { kind: "frame" } }));
  pass(8 * day);
  await targets.close();
  expect(paths).toEqual([]);
});

test("over the API: the title shows, and goes with its address", async () => {
  const web = await internet((request, response) => page(`At ${request.url}`)(request, response));
  const server = await startTestServer({
    network: web.network,
    settings: { "targets.ask": "true" },
  });
  onTestFinished(() => server.stop());
  let ends = 0;
  async function settled(): Promise<void> {
    const path = `/end-${(ends += 1)}`;
    await server.api("POST", "/api/url/add", { url: `http://shop.example${path}` });
    await web.asked(path);
  }
  const { body } = await server.api("POST", "/api/url/add", { url: "http://shop.example/one" });
  const title = async () => (await server.api("GET", `/api/url/${body.id}`)).body.details.title;
  await settled();
  expect(await title()).toBe("At /one");
  expect((await server.api("GET", "/api/urls?q=at%20/one")).body.data.result).toBe(1);
  const update = (fields: object) => server.api("PUT", `/api/url/${body.id}/update`, fields);
  await update({ url: "http://shop.example/two" });
  await settled();
  expect(await title()).toBe("At /two");
  await update({ url: "http://shop.example/two", metatitle: "Mine" });
  expect(await title()).toBe("Mine");
  await update({ url: "http://shop.example/two", clear: ["metatitle"] });
  expect(await title()).toBe("At /two");
});
