import { connect } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, send, type Sent, withoutNonce } from "../../support/server.ts";
import { serverForAll } from "../../support/testServer.ts";

const server = serverForAll();
beforeAll(async () => {
  await server.api("POST", "/api/url/add", { url: "https://example.com", custom: "here" });
});

const json = { "content-type": "application/json" };
const bearer = () => ({ authorization: `Bearer ${server.apiKey}` });

function ask(path: string, sent: Sent = {}): Promise<Answer> {
  return send(server.baseUrl, path, { ...sent, headers: { ...bearer(), ...sent.headers } });
}

/** Every failure is the envelope, and says nothing of the inside. */
function expectFailure(
  answer: Answer,
  status: number,
  message: unknown = expect.any(String),
  reason?: unknown,
): void {
  expect(answer.status).toBe(status);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  const body = JSON.parse(answer.text);
  const { faults = [], ...plain } = body;
  expect(plain).toEqual({
    error: 1,
    message,
    code: expect.any(String),
    ...(reason === undefined ? {} : { reason }),
  });
  expect(faults).toEqual(expect.any(Array));
  expect(answer.text).not.toMatch(/node_modules|src\/|\bat .*:\d+|express/i);
  expect(answer.headers["x-powered-by"]).toBeUndefined();
}

const rateHeaders = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];

describe("the key", () => {
  const refused = "A valid API key is required to use this service.";
  const none = expect.stringMatching(
    /^The request has no API key.* Authorization: Bearer <key>\.$/,
  );
  const wrong = expect.stringMatching(/^The key is wrong.*`waypost key`/);

  test.each([
    ["none", {}, none],
    ["another", { authorization: "Bearer wrong" }, wrong],
    ["another scheme", { authorization: "Basic wrong" }, none],
    ["an empty one", { authorization: "Bearer " }, none],
    ["one byte", { authorization: "Bearer x" }, wrong],
    ["10 kB", { authorization: `Bearer ${"x".repeat(10_000)}` }, wrong],
    ["another header", { "x-api-key": "wrong" }, none],
  ])("%s: 401, and what helps", async (_name, headers, reason) => {
    const answer = await send(server.baseUrl, "/api/account", { headers });
    expectFailure(answer, 401, refused, reason);
    expect(answer.headers["www-authenticate"]).toBe("Bearer");
    expect(rateHeaders.every((name) => name in answer.headers)).toBe(true);
  });

  test("in the query, in lower case or twice is none", async () => {
    const query = await send(server.baseUrl, `/api/account?key=${server.apiKey}`);
    expectFailure(query, 401, refused, none);
    expect(query.text).not.toContain(server.apiKey);
    const lower = { authorization: `Bearer ${server.apiKey.toLowerCase()}x` };
    const answer = await send(server.baseUrl, "/api/account", { headers: lower });
    expectFailure(answer, 401, refused, wrong);
  });

  test("may have its scheme in any case", async () => {
    const headers = { authorization: `bearer ${server.apiKey}` };
    expect((await send(server.baseUrl, "/api/account", { headers })).status).toBe(200);
  });

  test("of the owner doesn't reach what only the local caller may do", async () => {
    expectFailure(await ask("/api/service"), 403);
    expectFailure(await ask("/api/key"), 403);
    const key = await server.api("GET", "/api/key", undefined, server.localKey);
    expect(key.body).toEqual({ error: 0, key: server.apiKey });
    const state = await server.api("GET", "/api/service", undefined, server.localKey);
    expect(state.body.data).toMatchObject({ baseUrl: server.baseUrl, publicUrl: null });
  });
});

describe("the order of failures", () => {
  test("401 before 404, 405, 415, 413 and 400", async () => {
    for (const path of ["/api/nothing", "/api/account/update", "/api/url/add"]) {
      const sent = { method: "POST", headers: { "content-type": "text/plain" }, body: "{" };
      const answer = await send(server.baseUrl, path, sent);
      expectFailure(
        answer,
        401,
        expect.any(String),
        expect.stringMatching(/^The request has no API key/),
      );
    }
  });

  test("404 and 405 before 415, 413 and 400", async () => {
    const sent = { method: "POST", headers: { "content-type": "text/plain" }, body: "{" };
    expectFailure(await ask("/api/nothing", sent), 404);
    const wrongMethod = await ask("/api/urls", sent);
    expectFailure(wrongMethod, 405);
    expect(wrongMethod.headers["allow"]).toBe("GET");
  });

  test("415 before 413 before 400 before the resource's own", async () => {
    const long = Buffer.alloc(1024 * 1024 + 1, "x");
    const method = "POST";
    const path = "/api/url/add";
    expectFailure(
      await ask(path, { method, headers: { "content-type": "text/plain" }, body: long }),
      415,
    );
    expectFailure(await ask(path, { method, headers: json, body: long }), 413);
    expectFailure(await ask(path, { method, headers: json, body: "{" }), 400);
    const both = JSON.stringify({ url: "nope", custom: "here" });
    expectFailure(await ask(path, { method, headers: json, body: both }), 400);
    const taken = JSON.stringify({ url: "https://example.com", custom: "here" });
    expectFailure(await ask(path, { method, headers: json, body: taken }), 409);
    expectFailure(await ask("/api/url/999/update", { method, headers: json, body: "[]" }), 400);
  });
});

describe("methods and paths", () => {
  test.each([
    ["PATCH", "/api/account", "GET, POST"],
    ["OPTIONS", "/api/account", "GET, POST"],
    ["TRACE", "/api/urls", "GET"],
    ["PUT", "/api/url/add", "POST"],
    ["GET", "/api/url/1/update", "PUT, POST"],
    ["POST", "/api/url/1/delete", "DELETE"],
    ["GET", "/api/url/1/delete", "DELETE"],
    ["POST", "/api/account/update", "PUT"],
  ])("%s %s: 405", async (method, path, allow) => {
    const answer = await ask(path, { method });
    expectFailure(answer, 405);
    expect(answer.headers["allow"]).toBe(allow);
  });

  test("a trailing slash makes no difference, capitals do", async () => {
    expect((await ask("/api/account/")).status).toBe(200);
    expect((await ask("/api/urls/?limit=1")).status).toBe(200);
    expectFailure(await ask("/api/Account"), 404);
    expectFailure(await ask("/api"), 404);
    expectFailure(await ask("/api/"), 404);
    expectFailure(await ask("/api/account/extra"), 404);
  });

  test.each(["//api/account", "/%61pi/account", "/..;/api/account", "/API/account", "/apiary"])(
    "%s is not the API",
    async (path) => {
      const answer = await ask(path);
      const unknown = await ask("/unknown-alias");
      expect([answer.status, withoutNonce(answer)]).toEqual([404, withoutNonce(unknown)]);
    },
  );

  test("HEAD is GET without the body", async () => {
    const answer = await ask("/api/account", { method: "HEAD" });
    expect([answer.status, answer.text]).toEqual([200, ""]);
  });
});

describe("bodies", () => {
  const add = (sent: Sent) => ask("/api/url/add", { method: "POST", ...sent });
  const link = JSON.stringify({ url: "https://example.com" });

  test.each(["application/json", "Application/JSON", "application/json;charset=latin1; x=y"])(
    "%s is JSON",
    async (type) => {
      expect((await add({ headers: { "content-type": type }, body: link })).status).toBe(200);
    },
  );

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json-patch+json",
    "",
  ])("%j is not", async (type) => {
    expectFailure(await add({ headers: { "content-type": type }, body: link }), 415);
  });

  test("a compressed body is not taken", async () => {
    expectFailure(await add({ headers: { ...json, "content-encoding": "gzip" }, body: link }), 415);
  });

  test("an empty one is {}, with or without that header, on any method", async () => {
    expect((await ask("/api/account", { method: "POST" })).status).toBe(200);
    const typed = { method: "POST", headers: { "content-type": "text/plain" }, body: "" };
    expect((await ask("/api/account", typed)).status).toBe(200);
    expectFailure(await add({}), 400, "url is required.");
    const get = { headers: json, body: '{"ignored":true}' };
    expect((await ask("/api/account", get)).status).toBe(200);
  });

  test.each(["{", "nonsense", '{"url":}', "\u0000", '{"url":"https://example.com"}x'])(
    "%j is not JSON",
    async (body) => {
      expectFailure(await add({ headers: json, body }), 400, "The request body isn't valid JSON.");
    },
  );

  test("bytes that aren't UTF-8 are not JSON", async () => {
    const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]);
    expectFailure(await add({ headers: json, body }), 400);
  });

  test.each(["[]", "null", "5", '"text"', "true"])("%s is no object", async (body) => {
    const message = "The request body must be a JSON object.";
    expectFailure(await add({ headers: json, body }), 400, message);
  });

  test("a megabyte of brackets is refused without harm", async () => {
    const deep = `{"url":${"[".repeat(500_000)}${"]".repeat(500_000)}}`;
    expectFailure(await add({ headers: json, body: deep }), 400, "url must be a string.");
  });

  test("1 MiB is taken, in pieces too; one byte more is not", async () => {
    const fill = (length: number) => {
      const rest = length - JSON.stringify({ url: "https://example.com", note: "" }).length;
      return JSON.stringify({ url: "https://example.com", note: "x".repeat(rest) });
    };
    const limit = 1024 * 1024;
    expect((await add({ headers: json, body: fill(limit) })).status).toBe(200);
    expectFailure(await add({ headers: json, body: fill(limit + 1) }), 413);
  });

  test("length and chunked together, folded headers and a huge header are refused", async () => {
    const start = "POST /api/url/add HTTP/1.1\r\nHost: 127.0.0.1\r\n";
    for (const rest of [
      "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "X-Folded: a\r\n b\r\n\r\n",
      `X-Long: ${"x".repeat(1_000_000)}\r\n\r\n`,
    ]) {
      expect(await raw(start + rest)).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
    expect((await ask("/api/account")).status).toBe(200);
  });

  test("a chunked body past the limit is refused", async () => {
    const { port } = new URL(server.baseUrl);
    const piece = `10000\r\n${"x".repeat(0x10000)}\r\n`;
    const head =
      `POST /api/url/add HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${server.apiKey}\r\n` +
      "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
    expect(await raw(`${head}${piece.repeat(17)}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("whoever hangs up in the middle harms nobody", async () => {
    const { port } = new URL(server.baseUrl);
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(
      `POST /api/url/add HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${server.apiKey}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"url"',
    );
    await new Promise((resolve) => socket.once("ready", resolve));
    socket.destroy();
    expect((await ask("/api/account")).status).toBe(200);
  });
});

/** What comes back for these bytes, until the other side hangs up. */
function raw(bytes: string): Promise<string> {
  const { port } = new URL(server.baseUrl);
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (data) => {
      answer += data.toString("latin1");
    });
    // A refusal may come while the rest is still on its way.
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
  });
}

describe("what is no text, number or boolean", () => {
  const add = (body: unknown) => server.api("POST", "/api/url/add", body);

  test.each([
    [{ custom: { $gt: "" } }, "custom must be a string."],
    [{ custom: [""] }, "custom must be a string."],
    [{ url: [null] }, "url must be a string."],
    [{ channel: [] }, "channel must be a positive integer."],
    [{ password: {} }, "password must be a string."],
    [{ name: "a\ud800" }, "name must be well-formed Unicode text."],
    [{ pixels: "5" }, "pixels must be a list."],
    [{ parameters: [{ name: { a: "" }, value: "x" }] }, "parameters[0].name must be a string."],
  ])("%j names the field, whatever is in it", async (fields, message) => {
    const { status, body } = await add({ url: "https://example.com", ...fields });
    expect([status, body.message]).toEqual([400, message]);
  });
});

describe("a query", () => {
  const list = (query: string) => server.api("GET", `/api/urls?${query}`);

  test.each([
    ["q=%ff", "q"],
    ["q=100%", "q"],
    ["page=1&q=%C3", "q"],
    ["short=%ED%A0%80", "short"],
    ["limit=%ff", "limit"],
    ["colour=%e0%a4", "colour"],
    ["%ff=1", "%ff"],
  ])("%s is ill-formed, and told so", async (query, field) => {
    const { status, body } = await list(query);
    const says = "must be percent-encoded UTF-8";
    expect([status, body.message]).toEqual([400, `${field} ${says}.`]);
    expect(body.faults).toEqual([{ field, code: "characters", message: says }]);
  });

  test("names every value that is ill-formed", async () => {
    const { body } = await list("q=%ff&page=1&order=%fe");
    expect(body.faults.map(({ field }: { field: string }) => field)).toEqual(["q", "order"]);
  });

  test.each(["q=caf%C3%A9+%26%20more", "q=%EF%BF%BD", "q=a=b", "&&q", "=", "q=x&q=y", "limit=3&"])(
    "%s is well-formed",
    async (query) => expect((await list(query)).status).toBe(200),
  );
});

describe("unknown keys", () => {
  const add = (fields: object) =>
    server.api("POST", "/api/url/add", { url: "https://example.com", ...fields });

  test("that are mistyped are named with the field that is spelt so", async () => {
    const { body } = await add({
      pasword: "secret",
      cutsom: "mine",
      titel: "Mine",
      expiery: "2030-01-01",
    });
    expect(body.warnings.map((one: string) => /mean "(\w+)"/.exec(one)?.[1])).toEqual([
      "password",
      "custom",
      "name",
      "expiry",
    ]);
  });

  test("are ignored and named, with the field that was probably meant", async () => {
    const { body } = await add({
      alias: "mine",
      title: "Mine",
      pass: "secret",
      colour: "red",
      other: "",
      no: null,
    });
    expect(body.error).toBe(0);
    expect(body.shorturl).not.toContain("mine");
    expect(body.warnings).toEqual([
      `"alias" isn't a field of this request and was ignored. Did you mean "custom"?`,
      `"title" isn't a field of this request and was ignored. Did you mean "name"?`,
      `"pass" isn't a field of this request and was ignored. Did you mean "password"?`,
      `"colour" isn't a field of this request and was ignored.`,
    ]);
  });

  test("without any there is no warning, and of very many a few are named", async () => {
    expect((await add({})).body).not.toHaveProperty("warnings");
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, key) => [`key-${key}`, 1]));
    const { warnings } = (await add(many)).body;
    expect(warnings).toHaveLength(11);
    expect(warnings.at(-1)).toBe("390 more keys were ignored.");
  });
});

test("a failure names each field's fault for machines too", async () => {
  const { body } = await server.api("POST", "/api/url/add", {
    custom: "x".repeat(101),
    expiry: "tomorrow",
    type: 5,
    status: "hidden",
  });
  expect(body.faults).toEqual([
    { field: "url", code: "missing", message: "is required" },
    { field: "custom", code: "long", message: "must be at most 100 characters", most: 100 },
    {
      field: "expiry",
      code: "format",
      message: expect.stringMatching(/^must be a date/) as string,
    },
    { field: "status", code: "choice", message: "must be public or private" },
  ]);
  const short = await server.api("POST", "/api/url/add", {
    url: "https://example.com",
    custom: "dd",
  });
  expect(short.body.faults).toEqual([
    { field: "custom", code: "short", message: "must be at least 3 characters", least: 3 },
  ]);
  const taken = await server.api("POST", "/api/url/add", {
    url: "https://example.com",
    custom: "here",
  });
  expect([taken.status, taken.body.faults]).toEqual([
    409,
    [{ field: "custom", code: "taken", message: "is taken" }],
  ]);
});

/** About 60 kB of a query. The square of its parts took seconds, with every visitor waiting. */
test.each([
  ["different names", (at: number) => at.toString(36), "/api/urls", 15_000, 400],
  ["wrong values of one list", () => "ids=a", "/api/statistics/sparklines", 9000, 400],
])("thousands of %s in a query are answered at once", async (_, part, path, count, status) => {
  const query = Array.from({ length: count }, (__, at) => part(at)).join("&");
  const start = process.threadCpuUsage();
  const answer = await ask(`${path}?${query}`);
  expect(answer.status).toBe(status);
  // Processor time: a busy machine doesn't change it.
  expect(process.threadCpuUsage(start).user / 1000).toBeLessThan(1000);
});
