import { connect, type Socket } from "node:net";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { serverForAll } from "../../support/testServer.ts";

const server = serverForAll();
const requests = 4;
/** In each body, to tell it from what else is parsed. */
const mark = "held-back";
const long = mark.repeat(2000);
const form = "application/x-www-form-urlencoded";
const extension = "chrome-extension://abcdefghijklmnopabcdefghijklmnop";

beforeAll(async () => {
  const set = { "automation.assistants": true, "automation.extension": true };
  await server.api("PUT", "/api/settings", { set }, server.localKey);
  const url = "https://example.com/";
  const { body } = await server.api("POST", "/api/overlay/add", { name: "Ask", type: "contact" });
  await server.api("POST", "/api/url/add", { url, custom: "ask", type: `overlay-${body.id}` });
  await server.api("POST", "/api/url/add", { url, custom: "locked", password: "sesame" });
});

async function keyOf(scope: string, name = scope): Promise<string> {
  const made = await server.api("POST", "/api/key/add", { name, scope }, server.localKey);
  return String(made.body.key);
}

interface Sent {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function json(path: string, key: string, body: object, headers = {}): Sent {
  const authorization = `Bearer ${key}`;
  const all = { authorization, "content-type": "application/json", ...headers };
  return { path, headers: all, body: JSON.stringify(body) };
}

/** Sends a request without the last byte of its body; what is answered here sends that, for the status. */
function hold({ path, headers, body }: Sent): Promise<() => Promise<number>> {
  const { host, hostname, port } = new URL(server.baseUrl);
  const all = { host, "content-length": String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    const status = new Promise<number>((answered) => {
      socket.once("data", (answer: Buffer) => answered(Number(answer.toString().slice(9, 12))));
    });
    socket.once("error", reject);
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body.slice(0, -1)}`, () =>
      resolve(() => {
        socket.write(body.slice(-1));
        return status;
      }),
    );
  });
}

/** In which turn of the event loop each marked body is parsed. */
function notePlaces(): number[] {
  let turn = 0;
  let next = setImmediate(count);
  function count(): void {
    turn += 1;
    next = setImmediate(count);
  }
  const places: number[] = [];
  const note = (text: unknown) => {
    if (typeof text === "string" && text.includes(mark)) places.push(turn);
  };
  const { parse } = JSON;
  const parsed = vi.spyOn(JSON, "parse").mockImplementation((text, reviver): unknown => {
    note(text);
    return parse(text, reviver);
  });
  class NotedParams extends URLSearchParams {
    constructor(init?: ConstructorParameters<typeof URLSearchParams>[0]) {
      note(init);
      super(init);
    }
  }
  vi.stubGlobal("URLSearchParams", NotedParams);
  onTestFinished(() => {
    clearImmediate(next);
    parsed.mockRestore();
    vi.unstubAllGlobals();
  });
  return places;
}

/** Sends it several times, and all last bytes at once. */
async function sendTogether(sent: Sent) {
  // The first one loads what the others need.
  await (
    await hold(sent)
  )();
  const held = await Promise.all(Array.from({ length: requests }, () => hold(sent)));
  // Their other bytes have arrived before this answer.
  await server.api("GET", "/api/account", {}, server.localKey);
  const places = notePlaces();
  const statuses = await Promise.all(held.map((release) => release()));
  return { places, statuses };
}

const call = (name: string) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: { [long]: 1 } },
});
const link = { url: "https://example.com/", name: long };

describe("bodies whose last bytes arrive together are parsed one per turn", () => {
  test.each<[string, () => Promise<Sent> | Sent, number]>([
    ["with the first key", () => json("/api/url/add", server.apiKey, link), 400],
    ["with the app's key", () => json("/api/url/add", server.localKey, link), 400],
    ["with a capture key", async () => json("/api/url/add", await keyOf("capture"), link), 400],
    [
      "of assistants",
      async () =>
        json("/mcp", await keyOf("assistant"), call("list_changes"), {
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2025-11-25",
        }),
      200,
    ],
    [
      "of extensions",
      () => json("/pair", "", { name: mark.repeat(300) }, { origin: extension }),
      400,
    ],
    [
      "of a contact form",
      () => ({
        path: "/ask",
        headers: { "content-type": form },
        body: `form=contact&more=${mark}`,
      }),
      400,
    ],
    [
      "of a password form",
      () => ({
        path: "/locked",
        headers: { "content-type": form },
        body: `password=&more=${mark}`,
      }),
      401,
    ],
  ])("%s", async (_, sent, status) => {
    const { places, statuses } = await sendTogether(await sent());
    expect(statuses).toEqual(Array.from({ length: requests }, () => status));
    expect(places).toHaveLength(requests);
    expect(new Set(places).size).toBe(requests);
  });
});

test("a slowly sent body takes nobody's turn", async () => {
  const key = await keyOf("capture", "slow");
  const sent = json("/api/url/add", key, { url: "https://example.com/" });
  const held = await Promise.all(Array.from({ length: 5 }, () => hold(sent)));
  const { status } = await server.api("POST", "/api/url/add", { url: "https://example.org/" }, key);
  expect(status).toBe(200);
  const statuses = await Promise.all(held.map((release) => release()));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

describe("a form of very many fields", () => {
  test.each(["/ask", "/locked"])("isn't parsed at %s", async (path) => {
    const places = notePlaces();
    const body = (fields: number) => `${"a&".repeat(fields - 1)}${mark}`;
    const send = async (fields: number) =>
      (await hold({ path, headers: { "content-type": form }, body: body(fields) }))();
    expect(await send(34)).toBe(413);
    expect(places).toEqual([]);
    expect(await send(33)).not.toBe(413);
    expect(places).toHaveLength(1);
  });
});
