import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test, afterEach, beforeEach, describe } from "vitest";
import express from "express";
import {
  makeDataDir,
  startTestServer,
  type TestServer,
  type Answer,
  send,
} from "../../support/server.ts";
import { createSendAnswer } from "../../../src/server/api/answers.ts";
import { createFailures, HttpFailure } from "../../../src/server/api/failures.ts";
import { operations } from "../../../src/contract/operations.ts";
import {
  Busy,
  Conflict,
  DocumentFull,
  Ending,
  Forbidden,
  IdsUsedUp,
  Invalid,
  NotFound,
  StoreFailed,
  StoreFull,
} from "../../../src/server/common/problems.ts";

describe("origin", () => {
  let dataDir: string;
  let server: TestServer;
  beforeAll(async () => {
    dataDir = await makeDataDir();
    server = await startTestServer({ dataDir });
  });
  afterAll(() => server.stop());

  /** The journal's lines, as they are on disk. */
  function lines(): Record<string, unknown>[] {
    const names = readdirSync(dataDir).filter((name) => name.startsWith("journal-"));
    return names.toSorted().flatMap((name) =>
      readFileSync(join(dataDir, name), "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    );
  }

  async function ask(method: string, path: string, body: object, headers: Record<string, string>) {
    const answer = await fetch(`${server.baseUrl}${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  }

  test("a change says who made it, by what, and what it found", async () => {
    const { body } = await server.api("POST", "/api/url/add", { url: "https://example.com/a" });
    await server.api("PUT", `/api/url/${body.id}/update`, { url: "https://example.com/b" });
    await server.api("DELETE", `/api/url/${body.id}/delete`);
    const about = lines().filter(({ set }) => set !== undefined);
    expect(about).toMatchObject([
      { by: "script", operation: "addLink", scope: "api", changes: [{ put: "links" }] },
      { operation: "updateLink", changes: [{ was: { url: "https://example.com/a" } }] },
      { operation: "deleteLink", changes: [{ remove: "links", was: { id: body.id } }] },
    ]);
    for (const line of about) {
      expect(line["set"]).toBe(line["commit"]);
      expect(Date.now() - Number(line["at"])).toBeLessThan(60_000);
    }
    expect(about[0]?.["changes"]).not.toMatchObject([{ was: {} }]);
  });

  test("our own programs are believed with the local key only", async () => {
    const tries = [
      ["window", server.localKey, "window"],
      ["cli", server.localKey, "cli"],
      ["import", server.localKey, "script"],
      ["window", server.apiKey, "script"],
    ] as const;
    for (const [named, key, by] of tries) {
      const headers = { authorization: `Bearer ${key}`, "waypost-client": named };
      await ask("POST", "/api/url/add", { url: "https://example.com/" }, headers);
      expect(lines().at(-1)).toMatchObject({ by });
    }
  });

  test("what the owner alone may do is the owner's to read", async () => {
    await server.api("PUT", "/api/settings", { set: { rateLimit: 60 } }, server.localKey);
    expect(lines().at(-1)).toMatchObject({ operation: "updateSettings", scope: "owner" });
  });

  test("what the service does by itself has no author", () => {
    const own = lines().filter(({ changes, set }) => Array.isArray(changes) && set === undefined);
    expect(own).toMatchObject([
      { changes: [{ put: "settings" }] },
      { changes: [{ put: "account" }] },
    ]);
  });
});

describe("rate limit", () => {
  const start = Date.UTC(2026, 5, 1, 12, 0, 0);
  let now = start;
  let server: TestServer;

  beforeEach(async () => {
    now = start;
    server = await startTestServer({
      clock: () => now,
      publicPort: 0,
      settings: { rateLimit: "30" },
    });
  });
  afterEach(() => server.stop());

  function limits({ headers }: Answer) {
    return [
      headers["x-ratelimit-limit"],
      headers["x-ratelimit-remaining"],
      headers["x-ratelimit-reset"],
    ];
  }

  const reset = String(start / 1000 + 60);

  test("thirty in a fixed minute, then 429, then thirty again", async () => {
    for (let left = 29; left >= 0; left -= 1) {
      now += 1000;
      const answer = await server.api("GET", "/api/account");
      expect(answer.status).toBe(200);
      // The window begins with its first request.
      expect(limits(answer)).toEqual(["30", String(left), String(start / 1000 + 61)]);
    }
    const refused = await server.api("GET", "/api/account");
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      error: 1,
      message: "Too Many Requests. Please retry later.",
      code: "tooMany",
    });
    expect(limits(refused)).toEqual(["30", "0", String(start / 1000 + 61)]);
    expect(refused.headers["retry-after"]).toBe("31");

    now = start + 60_999;
    expect((await server.api("GET", "/api/account")).headers["retry-after"]).toBe("1");
    now = start + 61_000;
    const again = await server.api("GET", "/api/account");
    expect([again.status, ...limits(again)]).toEqual([200, "30", "29", String(start / 1000 + 121)]);
  });

  test("every answer has the three headers, failures too", async () => {
    const answers = [
      await server.api("GET", "/api/nothing"),
      await server.api("PATCH", "/api/account"),
      await server.api("GET", "/api/url/999"),
      await server.api("POST", "/api/url/add", {}),
      await server.api("GET", "/api/service"),
      await server.api("GET", "/api/account"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 405, 404, 400, 403, 200]);
    expect(answers.map(limits)).toEqual(
      ["29", "28", "27", "26", "25", "24"].map((left) => ["30", left, reset]),
    );
  });

  test("strangers share a bucket of their own, and past it hear 429 rather than 401", async () => {
    const stranger = () => send(server.baseUrl, "/api/account");
    for (let count = 0; count < 30; count += 1) expect((await stranger()).status).toBe(401);
    const refused = await stranger();
    expect([refused.status, ...limits(refused)]).toEqual([429, "30", "0", reset]);
    expect((await server.api("GET", "/api/account")).status).toBe(200);
  });

  test("a closed door says 403 with the headers, however often it is asked", async () => {
    for (let count = 0; count < 40; count += 1) {
      const answer = await send(String(server.publicUrl), "/api/account", {
        headers: { authorization: `Bearer ${server.apiKey}` },
      });
      expect(answer.status).toBe(403);
      expect(limits(answer)[0]).toBe("30");
    }
    const own = await server.api("GET", "/api/account");
    expect(limits(own)).toEqual(["30", "29", reset]);
  });

  test("the local caller has a limit of its own, a large one", async () => {
    const answer = await server.api("GET", "/api/account", undefined, server.localKey);
    expect(limits(answer)).toEqual(["60000", "59999", reset]);
  });

  test("visits are not counted", async () => {
    for (let count = 0; count < 40; count += 1) await server.visit("/nothing");
    expect(limits(await server.api("GET", "/api/account"))).toEqual(["30", "29", reset]);
  });
});

describe("failures", () => {
  const undo: (() => void)[] = [];
  afterEach(() => {
    for (const step of undo.splice(0)) step();
  });

  /** What a handler that does this answers, and what is written to the log. */
  async function answerOf(handler: express.RequestHandler): Promise<Answer & { logged: string[] }> {
    const logged: string[] = [];
    const app = express().disable("x-powered-by");
    app.get("/api/thing", handler);
    app.use(
      createFailures(
        (line) => logged.push(line),
        { refused: () => undefined },
        { failed: () => undefined },
      ),
    );
    const server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    undo.push(() => server.close());
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    return { ...(await send(`http://127.0.0.1:${port}`, "/api/thing?key=secret")), logged };
  }

  function thrown(error: unknown): express.RequestHandler {
    return async () => {
      throw error;
    };
  }

  const mayNotWrite =
    "Waypost isn't allowed to write to its data folder. Nothing was changed. Fix the folder's permissions, then try again.";

  /** What the system says of a folder that is read-only. */
  function notAllowed(code: string): Error {
    return Object.assign(new Error(`${code}: open '/home/me/waypost'`), { code });
  }

  test.each([
    [
      new Invalid({ url: "is required", custom: "is odd" }),
      400,
      "invalid",
      "url is required; custom is odd.",
    ],
    [new Forbidden("Not you."), 403, "ownerOnly", "Not you."],
    [new NotFound("No link."), 404, "gone", "No link."],
    [new Conflict("taken", "Taken."), 409, "taken", "Taken."],
    [new Busy("Later."), 429, "tooMany", "Later."],
    [new Ending("the reading thread is closed"), 503, "ending", "The server is stopping."],
    [new HttpFailure(405, "method", "Not so.", { Allow: "GET" }), 405, "method", "Not so."],
    [new URIError("bad escape"), 404, "address", "There is nothing at this address."],
    [
      new StoreFull("/home/me/waypost/journal-000001.ndjson: ENOSPC"),
      507,
      "full",
      "The disk is full. Nothing was changed. Free some space, then try again.",
    ],
    [
      new StoreFailed("/home/me/waypost: EIO"),
      507,
      "refused",
      "Saving to the disk failed. Nothing was changed. Restart Waypost, then try again.",
    ],
    [new IdsUsedUp("links"), 507, "refused", new IdsUsedUp("links").message],
    [new DocumentFull(), 507, "dataFull", new DocumentFull().message],
    [notAllowed("EACCES"), 507, "refused", mayNotWrite],
    [notAllowed("EROFS"), 507, "refused", mayNotWrite],
    [new StoreFailed("/home/me", { cause: notAllowed("EPERM") }), 507, "refused", mayNotWrite],
    [new TypeError("secret of /home/me"), 500, "unexpected", "Something went wrong in the server."],
    ["not even an error", 500, "unexpected", "Something went wrong in the server."],
  ])("%s becomes %i and an envelope", async (error, status, code, message) => {
    const answer = await answerOf(thrown(error));
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
      status,
      { error: 1, code, message },
    ]);
  });

  test("what wasn't foreseen, and what the disk does, is logged without the query", async () => {
    for (const error of [new TypeError("boom"), new StoreFull("full"), new StoreFailed("broken")]) {
      const { logged } = await answerOf(thrown(error));
      expect(logged).toHaveLength(1);
      expect(logged[0]).toContain("GET /api/thing failed");
      expect(logged[0]).toContain(error.message);
      expect(logged[0]).not.toContain("secret");
      // A fault of ours has its place in the sources, a disk's is one line.
      expect(logged[0]?.includes("\n")).toBe(error instanceof TypeError);
    }
    expect((await answerOf(thrown(new NotFound("No link.")))).logged).toEqual([]);
  });

  test("a page with more text than an answer may have is refused, and a shorter one is sent", async () => {
    const sendAnswer = createSendAnswer(() => "document", false);
    const banner = "a".repeat(2 ** 20);
    const pageOf = (perpage: number, splash: readonly object[]) =>
      answerOf((_request, response) => {
        sendAnswer(operations.listSplashPages, response, { error: "0", data: { perpage, splash } });
      });
    const refused = await pageOf(
      1_000,
      Array.from({ length: 65 }, () => ({ banner })),
    );
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
      400,
      { code: "invalid", faults: [{ field: "limit", code: "long" }] },
    ]);
    expect((await pageOf(1_000, [{ banner }])).status).toBe(200);
  });

  test("a checked answer that the contract doesn't know fails loudly", async () => {
    const sendAnswer = createSendAnswer(() => "document", true);
    for (const body of [{ error: 0 }, { error: 0, key: "k", more: 1 }, { error: "0", key: "k" }]) {
      const answer = await answerOf((_request, response) => {
        sendAnswer(operations.getKey, response, body);
      });
      expect(answer.status).toBe(500);
      expect(answer.logged[0]).toContain("The answer of /api/key does not match the contract");
    }
  });
});
