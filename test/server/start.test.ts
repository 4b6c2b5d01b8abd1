import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { networkInterfaces, tmpdir } from "node:os";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { StartFailed, startServer } from "../../src/app/index.ts";
import { readRunFile } from "../../src/server/store/runFile.ts";
import { makeDataDir, send, startTestServer, type TestServer } from "../support/server.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function started(...given: Parameters<typeof startTestServer>): Promise<TestServer> {
  const server = await startTestServer(...given);
  undo.push(() => server.stop());
  return server;
}

async function dataDir(): Promise<string> {
  const dir = await makeDataDir();
  undo.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Another program that holds a port. */
async function holder(): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  undo.push(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** The message of a start that fails, for the owner. */
async function failedStart(options: Parameters<typeof startServer>[0]): Promise<string> {
  const outcome = await startServer(options).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(StartFailed);
  return outcome instanceof Error ? outcome.message : "";
}

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe("a port that is taken", () => {
  test.each(["port", "publicPort", "guiPort"] as const)(
    "%s: the start says by which address, and leaves nothing behind",
    async (door) => {
      const taken = await holder();
      const parent = await dataDir();
      const dir = join(parent, "new");
      const failure = await failedStart({ dataDir: dir, port: 0, guiPort: null, [door]: taken });
      expect(failure).toBe(`The address 127.0.0.1:${taken} is already in use by another program.`);
      expect(readdirSync(parent)).toEqual([]);
    },
  );

  test("the folder of the desktop program's own profile is no store", async () => {
    const dir = await dataDir();
    mkdirSync(join(dir, "desktop"));
    await failedStart({ dataDir: dir, port: await holder(), guiPort: null });
    expect(readdirSync(dir)).toEqual(["desktop"]);
  });

  test("an existing store stays as it is and can be opened at once", async () => {
    const dir = await dataDir();
    const first = await startTestServer({ dataDir: dir });
    await first.api("POST", "/api/url/add", { url: "https://example.com/", custom: "kept" });
    await first.stop();
    const taken = await holder();
    await expect(startServer({ dataDir: dir, port: taken, guiPort: null })).rejects.toThrow(
      StartFailed,
    );
    expect(readRunFile(dir)).toBeNull();
    const again = await started({ dataDir: dir });
    expect((await again.api("GET", "/api/urls?short=kept")).status).toBe(200);
  });

  test("a folder that is being served is the reason that is told", async () => {
    const dir = await dataDir();
    const first = await started({ dataDir: dir });
    const { port } = new URL(first.baseUrl);
    await expect(startServer({ dataDir: dir, port: Number(port) })).rejects.toThrow(
      String(process.pid),
    );
  });
});

describe("settings", () => {
  test.each([
    [
      { rateLimit: "0" },
      'Setting "rateLimit" must be a whole number from 1 to 1,000,000,000, not "0".',
    ],
    [{ dialect: "french" }, 'Setting "dialect" must be document or vendor, not "french".'],
    [
      { timeZone: "Mars/Base" },
      'Setting "timeZone" must be a time zone such as Europe/Berlin, not "Mars/Base".',
    ],
    [
      { "geo.provider": "me" },
      'Setting "geo.provider" must be none, cloudflare or forwarded, not "me".',
    ],
    [{ verifyDomains: "maybe" }, 'Setting "verifyDomains" must be true or false, not "maybe".'],
    [{ colour: "red" }, /^There is no setting "colour"\. The settings are timeZone, page\.name, /],
    [{ toString: "x" }, /^There is no setting "toString"/],
    [{ baseUrl: "go.example" }, /^Setting "baseUrl" must be a URL/],
    [{ baseUrl: "https://go.example/?x" }, /^Setting "baseUrl"/],
    [{ baseUrl: "https://go.example/api" }, /^Setting "baseUrl"/],
    [{ publicPort: "70000" }, /^Setting "publicPort" must be a number/],
  ])(
    "%j: the start fails, and nothing was made",
    async (settings: Record<string, string>, message) => {
      const dir = join(await dataDir(), "new");
      const failure = await failedStart({ dataDir: dir, port: 0, guiPort: null, settings });
      expect(failure).toMatch(message);
      expect(readdirSync(join(dir, ".."))).toEqual([]);
    },
  );

  test("ports and the base address may be settings, too", async () => {
    const server = await started({
      settings: { publicPort: "0", guiPort: "0", baseUrl: "https://go.example" },
      // An option of its own goes before the setting.
      baseUrl: "https://other.example",
    });
    expect(server.publicUrl).not.toBeNull();
    expect(server.gui).toBeNull();
    expect(server.shortBase).toBe("https://other.example");
  });
});

describe("every base that the service ever had", () => {
  test("is known to short= and to the loop check", async () => {
    const dir = await dataDir();
    const former = await startTestServer({ dataDir: dir, baseUrl: "https://old.example/s" });
    await former.api("POST", "/s/api/url/add", { url: "https://example.com/", custom: "spring" });
    await former.stop();
    const server = await started({ dataDir: dir, baseUrl: "https://new.example" });
    for (const base of ["https://old.example/s", "https://new.example"]) {
      const found = await server.api("GET", `/api/urls?short=${base}/spring`);
      expect(found.body.details.shorturl).toBe("https://new.example/spring");
      const loop = await server.api("POST", "/api/url/add", { url: `${base}/spring` });
      expect(loop.status).toBe(400);
    }
  });
});

describe("the run file", () => {
  test("says where the service is while it runs", async () => {
    const server = await startTestServer({ guiPort: 0 });
    expect(readRunFile(server.dataDir)).toEqual({
      pid: process.pid,
      baseUrl: server.baseUrl,
      gui: String(server.gui).replace(/#.*$/, ""),
      hasWindow: false,
      localKey: server.localKey,
      startedAt: expect.any(String),
    });
    await server.close();
    expect(readRunFile(server.dataDir)).toBeNull();
    await server.stop();
  });

  test("has another local key at each start; the API key stays", async () => {
    const dir = await dataDir();
    const first = await startTestServer({ dataDir: dir });
    await first.stop();
    const second = await started({ dataDir: dir });
    expect(second.localKey).not.toBe(first.localKey);
    expect(second.apiKey).toBe(first.apiKey);
    const old = await second.api("GET", "/api/account", undefined, first.localKey);
    expect(old.status).toBe(401);
  });
});

describe("closing", () => {
  test("finishes what is in flight, and ends within seconds whoever holds a connection", async () => {
    const server = await startTestServer();
    const { port } = new URL(server.baseUrl);
    const idle = connect(Number(port), "127.0.0.1");
    const slow = connect(Number(port), "127.0.0.1");
    await new Promise((resolve) => slow.once("ready", resolve));
    slow.write("GET /slow HTTP/1.1\r\nHost:");
    const body = JSON.stringify({ url: "https://example.com/" });
    const inFlight = request(`${server.baseUrl}/api/url/add`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${server.apiKey}`,
        "Content-Type": "application/json",
        "Content-Length": body.length,
      },
    });
    const answer = once(inFlight, "response") as Promise<[IncomingMessage]>;
    inFlight.write(body.slice(0, 5));
    await server.api("GET", "/api/account");
    const begin = performance.now();
    const closed = Promise.all([server.close(), server.close()]);
    inFlight.end(body.slice(5));
    const [{ statusCode }] = await answer;
    expect(statusCode).toBe(200);
    await closed;
    // An idle connection may stay for 75 s otherwise.
    expect(performance.now() - begin).toBeLessThan(15_000);
    await expect(send(server.baseUrl, "/")).rejects.toThrow("ECONNREFUSED");
    idle.destroy();
    slow.destroy();
    await server.stop();
  });
});

describe("at rest", () => {
  test("only the owner may read, and no password is in any file", async () => {
    const server = await startTestServer();
    const password = "a password nobody else has";
    const { body } = await server.api("POST", "/api/url/add", {
      url: "https://example.com/",
      password,
    });
    await server.api("PUT", "/api/account/update", { password });
    const open = await server.api("POST", "/api/url/add", {
      url: "https://example.com/",
      custom: "open",
    });
    expect(open.status).toBe(200);
    await server.visit("/open");
    const search = () => {
      for (const file of filesBelow(server.dataDir)) {
        expect([file, statSync(file).mode & 0o777]).toEqual([file, 0o600]);
        expect(readFileSync(file, "utf8")).not.toContain(password);
      }
    };
    search();
    const ofVisits = filesBelow(server.dataDir).filter((file) => /clicks|statistics/.test(file));
    expect(ofVisits.length).toBeGreaterThan(0);
    for (const file of ofVisits) expect(readFileSync(file, "utf8")).not.toContain("127.0.0.1");
    expect(statSync(server.dataDir).mode & 0o777).toBe(0o700);
    const shown = await server.api("GET", `/api/url/${body.id}`);
    expect(shown.text).not.toMatch(/scrypt|password nobody/);
    await server.close();
    search();
    await server.stop();
  });
});

/** Of this computer, as its neighbours know it. */
function outsideAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ internal, family }) => !internal && family === "IPv4")?.address;
}

describe("listening", () => {
  test("is on loopback only, at every door", async () => {
    const server = await started({ publicPort: 0, guiPort: 0 });
    const outside = outsideAddress();
    for (const door of [server.baseUrl, String(server.publicUrl), String(server.gui)]) {
      expect(new URL(door).hostname).toMatch(/^127(?:\.\d+){3}$/);
      if (outside === undefined) continue;
      const { port } = new URL(door);
      await expect(send(`http://${outside}:${port}`, "/")).rejects.toThrow("ECONNREFUSED");
    }
  });

  test("may be on another address that the owner names", async () => {
    const server = await started({ host: "::1" });
    expect(server.baseUrl).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await server.api("GET", "/api/account")).status).toBe(200);
  });

  test("at an address beyond, a door answers to that address and to no other name", async () => {
    const outside = outsideAddress();
    if (outside === undefined) return;
    const server = await started({ host: "0.0.0.0" });
    expect(server.notices.join()).toContain("use the API with a key");
    const base = `http://${outside}:${new URL(server.baseUrl).port}`;
    const headers = { authorization: `Bearer ${server.apiKey}` };
    const { host } = new URL(base);
    expect((await send(base, "/api/account", { headers: { host, ...headers } })).status).toBe(200);
    const foreign = { host: "waypost.example", ...headers };
    expect((await send(base, "/api/account", { headers: foreign })).status).toBe(421);
  });

  test("beyond this computer, while no door is named, is refused with what to name", async () => {
    const dir = mkdtempSync(join(tmpdir(), "waypost-"));
    undo.push(() => rmSync(dir, { recursive: true }));
    const start = startServer({ dataDir: dir, host: "0.0.0.0" });
    await expect(start).rejects.toThrow(
      "host 0.0.0.0 opens only ports that are set along with it, and none is. Set publicPort (--public-port 4081)",
    );
  });

  test("fails with a sentence where the address isn't this computer's", async () => {
    const dir = mkdtempSync(join(tmpdir(), "waypost-"));
    undo.push(() => rmSync(dir, { recursive: true }));
    const start = startServer({ dataDir: dir, port: 0, guiPort: null, host: "192.0.2.1" });
    await expect(start).rejects.toThrow("192.0.2.1 isn't an address of this computer.");
  });
});

describe("a folder that holds names alike", () => {
  /** Links `spring`, `SPRING` and `other`, and a bio page `Spring`: none could be taken beside another. */
  async function folderOfNamesAlike(): Promise<string> {
    const dir = await dataDir();
    const first = await startTestServer({ dataDir: dir });
    for (const custom of ["spring", "second", "other"]) {
      await first.api("POST", "/api/url/add", { url: `https://example.com/${custom}`, custom });
    }
    await first.api("POST", "/api/bio/add", { name: "Ada", custom: "bio-page" });
    await first.stop();
    const path = join(dir, "waypost.json");
    const text = readFileSync(path, "utf8");
    const edited = text
      .replace('"alias":"second"', '"alias":"SPRING"')
      .replace('"alias":"bio-page"', '"alias":"Spring"');
    writeFileSync(path, edited);
    return dir;
  }

  test("starts; the exact spelling is visited, else the oldest, and no other is taken", async () => {
    const dir = await folderOfNamesAlike();
    const server = await started({ dataDir: dir });
    const target = async (path: string) => (await server.visit(path)).headers.location;
    expect(await target("/spring")).toBe("https://example.com/spring");
    expect(await target("/SPRING")).toBe("https://example.com/second");
    expect(await target("/sPRING")).toBe("https://example.com/spring");
    expect((await server.visit("/Spring")).text).toContain("Ada");
    const short = async (text: string) =>
      (await server.api("GET", `/api/urls?short=${encodeURIComponent(text)}`)).body.id;
    expect([await short("SPRING"), await short("sprinG"), await short("spring")]).toEqual([
      2, 1, 1,
    ]);

    const update = async (id: number, fields: object) =>
      (
        await server.api("PUT", `/api/url/${id}/update`, {
          url: "https://example.com/new",
          ...fields,
        })
      ).status;
    for (const id of [1, 2]) expect(await update(id, { name: "Kept" })).toBe(200);
    expect(await update(2, { custom: "SPRING" })).toBe(200);
    for (const id of [1, 2, 3]) expect(await update(id, { custom: "sPRING" })).toBe(409);
    expect(await update(2, { custom: "second" })).toBe(200);
    expect(await target("/SPRING")).toBe("https://example.com/new");
    expect((await server.api("GET", "/api/urls?short=SPRING")).body.id).toBe(1);
    expect(await update(2, { custom: "SPRING" })).toBe(409);
  });

  test("two that are spelled the same are refused still", async () => {
    const dir = await folderOfNamesAlike();
    const path = join(dir, "waypost.json");
    writeFileSync(path, readFileSync(path, "utf8").replace('"alias":"SPRING"', '"alias":"spring"'));
    expect(await failedStart({ dataDir: dir, port: 0, guiPort: null })).toContain(
      'have the same alias, slug or code "spring"',
    );
  });
});
