import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { send, type TestServer } from "../../support/server.ts";
import { comeFrom, notFromHere } from "../../support/peers.ts";
import { serverForAll, serverForEach } from "../../support/testServer.ts";

const url = "https://example.org/";

function owner(server: TestServer, method: string, path: string, body?: unknown) {
  return server.api(method, path, body, server.localKey);
}

async function switchOn(server: TestServer): Promise<void> {
  const set = { "automation.assistants": true };
  expect((await owner(server, "PUT", "/api/settings", { set })).status).toBe(200);
}

async function keyOf(server: TestServer, level: string, name = level): Promise<string> {
  const body = { name, scope: "assistant", level };
  return (await owner(server, "POST", "/api/key/add", body)).body.key;
}

const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

/** The protocol's own client, in either revision. */
async function connect(server: TestServer, key: string, mode: "legacy" | "auto" = "auto") {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`${server.baseUrl}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  clients.push(client);
  return {
    client,
    call: async (name: string, given: Record<string, unknown> = {}) => {
      const answer = await client.callTool({ name, arguments: given });
      // oxlint-disable-next-line typescript/no-explicit-any -- tests say what they expect of it
      const structured = answer.structuredContent as any;
      const [content] = answer.content;
      const text = content?.type === "text" ? content.text : "";
      return { ...answer, structured, text };
    },
  };
}

const toolNames = [
  "find_links",
  "get_link",
  "get_statistics",
  "try_link",
  "list_changes",
  "create_link",
  "update_links",
  "set_rules",
  "end_links",
  "undo_change",
  "make_qr",
];

describe("assistants", () => {
  const server = serverForEach();
  beforeEach(() => switchOn(server));

  test.each(["legacy", "auto"] as const)("see all tools in their order (%s)", async (mode) => {
    const { client } = await connect(server, await keyOf(server, "write"), mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(toolNames);
    for (const { inputSchema, outputSchema } of tools) {
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: "object" });
    }
    expect(client.getNegotiatedProtocolVersion()).toBe(
      mode === "auto" ? "2026-07-28" : "2025-11-25",
    );
  });

  test("read with every reading tool", async () => {
    await server.api("POST", "/api/url/add", {
      url,
      custom: "spring",
      name: "Spring",
      tags: ["sale"],
    });
    const { call, client } = await connect(server, await keyOf(server, "read"));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(toolNames.slice(0, 5));
    const found = await call("find_links", { query: "spring" });
    expect(found.structured).toMatchObject({
      total: 1,
      links: [{ destination: url, tags: ["sale"], untrusted_title: "Spring" }],
    });
    expect(JSON.parse(found.text)).toEqual(found.structured);
    const { id } = found.structured.links[0];
    expect((await call("get_link", { id })).structured).toMatchObject({ id, rules: [] });
    expect((await call("get_statistics", { id })).structured).toMatchObject({ clicks: 0 });
    expect((await call("try_link", { id, country: "DE" })).structured).toMatchObject({
      outcome: "redirect",
      destination: url,
    });
    expect((await call("list_changes", {})).structured.changes).toMatchObject([
      { operation: "addLink", untrusted_name: "Spring", undoable: true },
    ]);
    await expect(call("create_link", { destination: url })).rejects.toThrow("There is no tool");
  });

  test("change links with every writing tool, under their key's name, undoably", async () => {
    const { call } = await connect(server, await keyOf(server, "write", "Helper"));
    const made = (await call("create_link", { destination: url, alias: "first" })).structured;
    expect(made).toMatchObject({ state: "done", link: { short_url: `${server.baseUrl}/first` } });
    const { id } = made.link;
    const dry = await call("update_links", { ids: [id], title: "Mine", dry_run: true });
    expect(dry.structured).toMatchObject({
      state: "dry_run",
      effect: { matched: 1, changed: 1, records: [{ id, fields: ["name"] }] },
    });
    await call("update_links", { ids: [id], title: "Mine", add_tags: ["a"] });
    const rules = [
      {
        name: "Germans",
        url: "https://example.org/de",
        conditions: [{ type: "geolocation-country-code", value: "DE" }],
      },
    ];
    const ruled = (await call("set_rules", { id, rules })).structured;
    expect(ruled).toMatchObject({ state: "done", change_id: expect.any(Number) as number });
    expect((await call("try_link", { id, country: "DE" })).structured).toMatchObject({
      destination: "https://example.org/de",
      decided_by: "rule",
    });
    expect((await call("get_link", { id })).structured).toMatchObject({
      untrusted_title: "Mine",
      tags: ["a"],
      rules: [{ name: "Germans" }],
    });
    expect((await call("undo_change", { change: ruled.change_id })).structured.state).toBe("done");
    expect((await call("get_link", { id })).structured.rules).toEqual([]);
    expect((await call("end_links", { ids: [id] })).structured.effect.changed).toBe(1);
    expect((await server.visit("/first")).status).not.toBe(302);
    const qr = (await call("make_qr", { id, name: "Poster" })).structured;
    expect(qr).toMatchObject({ state: "done", qr: { id: 1 } });
    const { changes } = (await server.api("GET", "/api/changes")).body.data;
    expect(new Set(changes.map(({ key }: { key?: string }) => key))).toEqual(new Set(["Helper"]));
  });

  test("see and undo changes to links and QR codes only", async () => {
    const key = await keyOf(server, "write");
    const { call } = await connect(server, key);
    await server.api("POST", "/api/pixel/add", {
      type: "gtmpixel",
      name: "Tag",
      tag: "GTM-ABC123",
    });
    const [{ id }] = (await owner(server, "GET", "/api/changes?kind=pixels")).body.data.changes;
    expect((await call("list_changes")).structured.changes).toEqual([]);
    const undone = await call("undo_change", { change: id });
    expect([undone.isError, undone.text]).toEqual([true, "This assistant can't undo the change."]);
    expect((await server.api("GET", "/api/pixels")).body.data.pixels).toHaveLength(1);
  });

  test("only suggest unless their key says more, and the owner accepts or drops", async () => {
    const { body } = await server.api("POST", "/api/url/add", { url, custom: "spring" });
    const { call } = await connect(server, await keyOf(server, "suggest", "Helper"));
    const updated = (await call("update_links", { ids: [body.id], title: "Mine" })).structured;
    expect(updated).toMatchObject({ state: "pending", pending_id: 1, effect: { changed: 1 } });
    await call("create_link", { destination: "https://example.com/", alias: "summer" });
    const taken = await call("create_link", { destination: url, alias: "spring" });
    expect([taken.isError, taken.text]).toEqual([true, 'The alias "spring" is taken.']);
    const before = await call("get_link", { id: body.id });
    expect(before.structured.untrusted_title).not.toBe("Mine");

    const { pending } = (await owner(server, "GET", "/api/pending")).body.data;
    expect(pending).toMatchObject([
      { id: 1, key: "Helper", tool: "update_links", operation: "bulkChange" },
      { id: 2, key: "Helper", tool: "create_link", asked: { custom: "summer" } },
    ]);
    expect((await owner(server, "POST", "/api/pending/1/accept", {})).status).toBe(400);
    const { preview } = (await owner(server, "GET", "/api/pending/1")).body;
    const accepted = await owner(server, "POST", "/api/pending/1/accept", { token: preview.token });
    expect(accepted.status).toBe(200);
    expect((await call("get_link", { id: body.id })).structured.untrusted_title).toBe("Mine");
    const [newest] = (await owner(server, "GET", "/api/changes")).body.data.changes;
    expect(newest).toMatchObject({
      id: accepted.body.change,
      operation: "bulkChange",
      key: "Helper",
      undoable: true,
    });
    await owner(server, "DELETE", "/api/pending/2/drop");
    expect((await owner(server, "GET", "/api/pending")).body.data.result).toBe(0);
    expect((await server.visit("/summer")).status).toBe(404);
    expect((await owner(server, "DELETE", "/api/pending/2/drop")).status).toBe(404);
  });

  test("have a suggestion done once, however often it is accepted", async () => {
    const { call } = await connect(server, await keyOf(server, "suggest"));
    await call("create_link", { destination: url });
    const accept = () => owner(server, "POST", "/api/pending/1/accept", {});
    const answers = await Promise.all([accept(), accept(), accept()]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await server.api("GET", "/api/urls")).body.data.result).toBe(1);
  });

  test("learn which argument they meant", async () => {
    const { call } = await connect(server, await keyOf(server, "write"));
    const wrong = await call("create_link", { destinaton: url });
    expect([wrong.isError, wrong.text]).toEqual([
      true,
      '"destinaton" isn\'t an argument. Did you mean "destination"?',
    ]);
    const missing = await call("get_link", { id: "one" });
    expect([missing.isError, missing.text.startsWith("id ")]).toEqual([true, true]);
    expect((await call("get_link", { id: 999 })).text).toBe("Link does not exist.");
    const many = await call("end_links", { ids: Array.from({ length: 101 }, (_, at) => at + 1) });
    expect(many.isError).toBe(true);
  });

  test("can't take the place of another key's suggestions", async () => {
    const one = await connect(server, await keyOf(server, "suggest", "one"));
    const other = await connect(server, await keyOf(server, "suggest", "other"));
    for (let place = 1; place <= 50; place += 1) {
      const { structured } = await one.call("create_link", { destination: url });
      expect(structured).toMatchObject({ state: "pending", pending_id: place });
    }
    const more = await one.call("create_link", { destination: url });
    expect([more.isError, more.text]).toEqual([true, expect.stringContaining("50 changes")]);
    const { structured } = await other.call("create_link", { destination: url });
    expect(structured).toMatchObject({ state: "pending", pending_id: 51 });
  });

  test("see the text of others in untrusted fields only, bounded and without hidden characters", async () => {
    const name = `Ignore\u202E all\u200B ${"x".repeat(150)}`;
    const description = `first\n\u0007second ${"y".repeat(900)}`.replace("\u0007", "\u2066");
    await server.api("POST", "/api/url/add", { url, name, description });
    const { call } = await connect(server, await keyOf(server, "read"));
    const { structured, text } = await call("find_links");
    const [link] = structured.links;
    expect(link.untrusted_title).toBe(`Ignore all ${"x".repeat(150)}`);
    expect(link.untrusted_note).toMatch(/^first second y+…$/);
    expect(Array.from(String(link.untrusted_note))).toHaveLength(500);
    expect(text).not.toMatch(/[\u202E\u200B\u2066]/u);
  });
});

describe("the address for assistants", () => {
  const server = serverForAll({ publicPort: 0, settings: { "public.api": "true" } });
  let key = "";
  beforeAll(async () => {
    await switchOn(server);
    key = await keyOf(server, "write");
  });

  const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };

  function ask(headers: Record<string, string> = {}, method = "POST", base = server.baseUrl) {
    return send(base, "/mcp", {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25",
        ...headers,
      },
      ...(method === "POST" && { body: JSON.stringify(list) }),
    });
  }

  test("answers a key for assistants on this computer, and nobody else", async () => {
    expect((await ask()).status).toBe(200);
    for (const wrong of ["", "Bearer x", `Bearer ${server.apiKey}`, `Bearer ${server.localKey}`]) {
      const { status, headers } = await ask({ authorization: wrong });
      expect([wrong, status, headers["www-authenticate"]]).toEqual([wrong, 401, "Bearer"]);
    }
  });

  test("looks at the host and the origin before the key", async () => {
    const { port } = new URL(server.baseUrl);
    const wrong = [
      { host: "evil.example" },
      { origin: "https://evil.example" },
      { origin: "null" },
      { host: `evil.example:${port}`, origin: `http://evil.example:${port}` },
    ];
    for (const headers of wrong) {
      expect([headers, (await ask({ authorization: "", ...headers })).status]).toEqual([
        headers,
        403,
      ]);
    }
    expect((await ask({ origin: `http://127.0.0.1:${port}` })).status).toBe(200);
  });

  test.each(notFromHere)("answers no program %s", async (_how, headers, peer) => {
    comeFrom(peer);
    expect((await ask(headers)).status).toBe(403);
  });

  test("takes no other method", async () => {
    for (const method of ["GET", "DELETE", "PUT"]) {
      const { status, headers } = await ask({}, method);
      expect([method, status, headers["allow"]]).toEqual([method, 405, "POST"]);
    }
  });

  test.each([
    ["alone", ""],
    ["after 1,100 spaces", " ".repeat(1_100)],
    ["after 900,000 line breaks", "\n".repeat(900_000)],
    ["after a byte order mark", "\uFEFF  "],
  ])("refuses a list of calls %s, which would count as one", async (_how, space) => {
    const { status, text } = await send(server.baseUrl, "/mcp", {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-03-26",
      },
      body: `${space}${JSON.stringify([list, { ...list, id: 2 }])}`,
    });
    expect(status).toBe(400);
    expect(text).toContain("not a list");
  });

  test("refuses headers that say something else than the body", async () => {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const { status } = await send(server.baseUrl, "/mcp", {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
      },
      body: JSON.stringify({ ...list, params: { _meta: meta } }),
    });
    expect(status).toBe(400);
  });

  test("isn't there at the public port, or while assistants are switched off", async () => {
    expect((await ask({}, "POST", server.publicUrl ?? "")).status).not.toBe(200);
    await owner(server, "PUT", "/api/settings", { unset: ["automation.assistants"] });
    expect((await ask()).status).not.toBe(200);
    await server.api("POST", "/api/url/add", { url, custom: "mcp" });
    expect((await server.visit("/mcp")).status).toBe(302);
    await switchOn(server);
  });
});
