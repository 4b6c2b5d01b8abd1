import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Answer,
  send,
  startTestServer,
  type TestServer,
  withoutNonce,
} from "../../support/server.ts";
import { chrome } from "../../support/userAgents.ts";

const page = `<!doctype html><meta property="csp-nonce" nonce="__NONCE__"><script nonce="__NONCE__"></script>`;

let rendererDir: string;
let server: TestServer;
let doors: { service: string; public: string; gui: string };

beforeAll(async () => {
  rendererDir = await mkdtemp(join(tmpdir(), "waypost-renderer-"));
  await mkdir(join(rendererDir, "assets"));
  await writeFile(join(rendererDir, "index.html"), page);
  await writeFile(join(rendererDir, "assets", "index-abc.js"), "export {};");
  server = await startTestServer({ publicPort: 0, guiPort: 0, rendererDir });
  doors = {
    service: server.baseUrl,
    public: String(server.publicUrl),
    gui: String(server.gui).replace(/\/#.*$/, ""),
  };
  await server.api("POST", "/api/url/add", { url: "https://example.com/", custom: "spring" });
});
afterAll(async () => {
  await server.stop();
  await rm(rendererDir, { recursive: true });
});

function bearer(key = server.apiKey) {
  return { authorization: `Bearer ${key}` };
}

function portOf(address: string): string {
  return new URL(address).port;
}

/** What comes back for one request line and these headers, until the other side hangs up. */
function raw(address: string, head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(portOf(address)), "127.0.0.1", () => socket.write(head));
    socket.on("data", (data) => {
      answer += data.toString("latin1");
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
  });
}

function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
}

describe("Host", () => {
  const foreign = (port: string) => [
    "evil.example",
    `evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    `localhost.evil.example:${port}`,
    `LOCALHOST.:${port}`,
    `127.0.0.2:${port}`,
    `127.1:${port}`,
    `0x7f.0.0.1:${port}`,
    `[::ffff:127.0.0.1]:${port}`,
    `0.0.0.0:${port}`,
    "127.0.0.1:1",
    "127.0.0.1",
    "localhost",
    `127.0.0.1:${port}@evil.example`,
    `user@127.0.0.1:${port}`,
  ];

  test("of a stranger gets 421 at the service's and the GUI's door, with a valid key too", async () => {
    for (const door of [doors.service, doors.gui]) {
      for (const host of foreign(portOf(door))) {
        for (const path of ["/api/account", "/spring", "/"]) {
          const answer = await send(door, path, { headers: { ...bearer(), host } });
          expect([host, path, answer.status]).toEqual([host, path, 421]);
          expect(answer.text).not.toMatch(/email|example\.com|nonce/);
          expect(answer.text.startsWith('{"error":1,')).toBe(path === "/api/account");
        }
      }
    }
  });

  test("doubled, missing, or in an absolute target gets 400 or 421", async () => {
    for (const door of [doors.service, doors.gui]) {
      const own = `127.0.0.1:${portOf(door)}`;
      const rest = `Authorization: Bearer ${server.apiKey}\r\nConnection: close\r\n\r\n`;
      const heads = [
        `GET /api/account HTTP/1.1\r\nHost: ${own}\r\nHost: evil.example\r\n${rest}`,
        `GET /api/account HTTP/1.1\r\nHost: evil.example\r\nHost: ${own}\r\n${rest}`,
        `GET /api/account HTTP/1.1\r\nHost:\r\n${rest}`,
        `GET /api/account HTTP/1.1\r\n${rest}`,
        `GET /api/account HTTP/1.0\r\n${rest}`,
        `GET http://${own}/api/account HTTP/1.1\r\nHost: ${own}\r\n${rest}`,
        `GET http://evil.example/api/account HTTP/1.1\r\nHost: ${own}\r\n${rest}`,
        `OPTIONS * HTTP/1.1\r\nHost: ${own}\r\n${rest}`,
      ];
      for (const head of heads) {
        const answer = await raw(door, head);
        expect([400, 421]).toContain(statusOf(answer));
        expect(answer).not.toContain("email");
      }
    }
  });

  test("of this computer is taken in each spelling that browsers send", async () => {
    for (const door of [doors.service, doors.gui]) {
      for (const name of ["127.0.0.1", "localhost", "Localhost", "[::1]"]) {
        const host = `${name}:${portOf(door)}`;
        const answer = await send(door, "/api/account", { headers: { ...bearer(), host } });
        expect(answer.status).toBe(200);
      }
    }
  });

  test("may be any at the public door, but only one", async () => {
    for (const host of ["evil.example", "go.example:8443"]) {
      const answer = await send(doors.public, "/spring", {
        headers: { host, "user-agent": chrome },
      });
      expect(answer.status).toBe(302);
    }
    const twice = "GET /spring HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n";
    expect(statusOf(await raw(doors.public, twice))).toBe(400);
  });

  test("tells nobody who is there: a proof that isn't being asked for is an unknown path", async () => {
    for (const door of Object.values(doors)) {
      for (const host of ["evil.example", new URL(door).host]) {
        for (const query of ["", "?nonce=", "?nonce=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "?x"]) {
          const asked = await send(door, `/.well-known/waypost${query}`, { headers: { host } });
          const unknown = await send(door, "/.well-known/other", { headers: { host } });
          // The window's page has a nonce of its own each time.
          const plain = ({ text }: Answer) => text.replaceAll(/[\w+/=-]{20,}/g, "");
          expect([asked.status, plain(asked)]).toEqual([unknown.status, plain(unknown)]);
        }
      }
    }
  });
});

describe("the public door", () => {
  const expectClosed = (answer: Answer) => {
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.text)).toEqual({
      error: 1,
      message: "The API is not available at this address.",
      code: "closed",
    });
  };

  test("serves links", async () => {
    const answer = await server.visit("/spring", {}, doors.public);
    expect([answer.status, answer.headers["location"]]).toEqual([302, "https://example.com/"]);
  });

  test("has no API, for any key, method and host", async () => {
    const paths = ["/api", "/api/", "/api/account", "/api/key", "/api/nothing", "/api?x=1"];
    for (const path of paths) {
      for (const method of ["GET", "POST", "DELETE", "OPTIONS"]) {
        expectClosed(await send(doors.public, path, { method, headers: bearer() }));
      }
      expectClosed(await send(doors.public, path, { headers: bearer(server.localKey) }));
      const host = new URL(doors.service).host;
      expectClosed(await send(doors.public, path, { headers: { ...bearer(), host } }));
    }
  });

  test("has nothing of the inside", async () => {
    const unknown = await server.visit("/unknown-alias", {}, doors.public);
    for (const path of [
      "/..;/api/account",
      "/%61pi/account",
      "//api/account",
      "/./api/account",
      "/x/../api/account",
      "/API/account",
      "/assets/index-abc.js",
      "/assets/avatar.svg",
      "/index.html",
      "/links",
      "/.well-known/other",
    ]) {
      const answer = await send(doors.public, path, {
        headers: { ...bearer(), "user-agent": chrome },
      });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(withoutNonce(answer)).toBe(withoutNonce(unknown));
    }
  });
});

describe("the GUI's door", () => {
  test("gives the page a fresh nonce at each load, and a policy without unsafe-inline", async () => {
    const nonces = new Set<string>();
    for (const path of ["/", "/links", "/links/5?tab=clicks"]) {
      const answer = await send(doors.gui, path);
      expect(answer.status).toBe(200);
      expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(answer.headers["cache-control"]).toBe("no-store");
      const policy = String(answer.headers["content-security-policy"]);
      const nonce = String(/script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1]);
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(policy).not.toMatch(/unsafe/);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(answer.text).toBe(page.replaceAll("__NONCE__", nonce));
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  test("serves the built files, and nothing outside", async () => {
    const script = await send(doors.gui, "/assets/index-abc.js");
    expect([script.status, script.text]).toEqual([200, "export {};"]);
    expect(script.headers["content-type"]).toMatch(/^text\/javascript/);
    expect(script.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    for (const path of [
      "/assets/missing.js",
      "/../package.json",
      "/..%2fpackage.json",
      "/%2e%2e/%2e%2e/etc/passwd.txt",
      "/assets/..%5c..%5cx.js",
      "/assets/%00.js",
      "/.env",
    ]) {
      const answer = await send(doors.gui, path);
      expect([path, answer.status]).toEqual([path, expect.toBeOneOf([400, 403, 404])]);
      expect(answer.text).not.toMatch(/node_modules|\bat .*:\d+|root:/);
    }
  });

  test("serves the API on its origin, and never a visitor's page", async () => {
    expect((await send(doors.gui, "/api/account", { headers: bearer() })).status).toBe(200);
    const local = await send(doors.gui, "/api/service", { headers: bearer(server.localKey) });
    expect(local.status).toBe(200);
    expect((await send(doors.gui, "/assets/avatar.svg")).headers["content-type"]).toBe(
      "image/svg+xml",
    );
    const alias = await send(doors.gui, "/spring", { headers: { "user-agent": chrome } });
    expect([alias.status, alias.headers["location"]]).toEqual([200, undefined]);
    expect((await send(doors.gui, "/spring", { method: "POST" })).status).toBe(404);
  });

  test("says so when the window's files have not been built", async () => {
    const bare = await startTestServer({ guiPort: 0, rendererDir: join(rendererDir, "missing") });
    const answer = await send(String(bare.gui), "/");
    await bare.stop();
    expect([answer.status, answer.text]).toEqual([
      404,
      "The files of the GUI haven't been built.\n",
    ]);
  });
});

describe("requests from pages of other sites", () => {
  const body = JSON.stringify({ url: "https://example.com/", custom: "forged" });
  const origins = () => [
    "https://evil.example",
    "null",
    "http://127.0.0.1",
    doors.public,
    "file://",
    `http://localhost.evil.example:${portOf(doors.service)}`,
    "not an origin",
  ];

  test("can't write, with or without a key, and nobody may read", async () => {
    for (const door of [doors.service, doors.gui]) {
      for (const origin of origins()) {
        for (const type of [
          "application/json",
          "text/plain",
          "application/x-www-form-urlencoded",
        ]) {
          for (const headers of [{}, bearer()]) {
            const answer = await send(door, "/api/url/add", {
              method: "POST",
              headers: { ...headers, origin, "content-type": type },
              body,
            });
            expect([origin, type, answer.status]).toEqual([origin, type, 403]);
            expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
          }
        }
      }
    }
    const { body: list } = await server.api("GET", "/api/urls?short=forged");
    expect(list.error).toBe(1);
  });

  test("get no preflight and no way round the method", async () => {
    const headers = { origin: "https://evil.example" };
    const preflight = await send(doors.service, "/api/url/1/delete", {
      method: "OPTIONS",
      headers: { ...headers, "access-control-request-method": "DELETE" },
    });
    expect(preflight.status).toBe(403);
    expect(Object.keys(preflight.headers).join()).not.toContain("access-control");
    const tricks = [
      { path: "/api/url/1/delete?_method=DELETE", headers: bearer() },
      { path: "/api/url/1/delete", headers: { ...bearer(), "x-http-method-override": "DELETE" } },
    ];
    for (const trick of tricks) {
      expect((await send(doors.service, trick.path, { headers: trick.headers })).status).toBe(405);
    }
    expect((await server.visit("/spring")).status).toBe(302);
  });

  test("are known by Sec-Fetch-Site as well", async () => {
    for (const site of ["cross-site", "same-site"]) {
      const headers = {
        ...bearer(),
        "sec-fetch-site": site,
        "content-type": "application/json",
      };
      // oxlint-disable-next-line no-await-in-loop
      const answer = await send(doors.service, "/api/url/add", { method: "POST", headers, body });
      expect(answer.status).toBe(403);
    }
  });

  test("are not those of the GUI itself, nor of the desktop window", async () => {
    for (const origin of [doors.gui, "app://waypost"]) {
      const headers = { ...bearer(server.localKey), origin, "content-type": "application/json" };
      const own = JSON.stringify({ url: "https://example.com/" });
      const answer = await send(doors.gui, "/api/url/add", { method: "POST", headers, body: own });
      expect(answer.status).toBe(200);
    }
  });
});

describe("with a base address that has a path", () => {
  let prefixed: TestServer;
  beforeAll(async () => {
    prefixed = await startTestServer({
      baseUrl: "https://Go.example/s/",
      publicPort: 0,
      guiPort: 0,
      rendererDir,
    });
    await prefixed.api("POST", "/s/api/url/add", { url: "https://example.com/", custom: "spring" });
  });
  afterAll(() => prefixed.stop());

  test("the three addresses are what they are for", () => {
    const local = /^http:\/\/127\.0\.0\.1:\d+\/s$/;
    expect(prefixed.baseUrl).toMatch(local);
    expect(prefixed.publicUrl).toMatch(local);
    expect(prefixed.shortBase).toBe("https://go.example/s");
  });

  test("every door answers below it and without it", async () => {
    const origin = new URL(prefixed.baseUrl).origin;
    for (const path of ["/s/spring", "/spring", "/s/spring?x=1"]) {
      expect((await prefixed.visit(path)).status).toBe(302);
      const open = new URL(String(prefixed.publicUrl)).origin;
      expect((await prefixed.visit(path, {}, open)).status).toBe(302);
    }
    const headers = { authorization: `Bearer ${prefixed.apiKey}` };
    for (const path of ["/s/api/account", "/api/account"]) {
      expect((await send(origin, path, { headers })).status).toBe(200);
      expect((await send(String(prefixed.publicUrl), path, { headers })).status).toBe(403);
      expect((await send(String(prefixed.gui), path, { headers })).status).toBe(200);
    }
    for (const path of ["/s", "/s/", "/s/links"]) {
      expect((await send(String(prefixed.gui), path)).text).toContain("csp-nonce");
    }
    expect((await prefixed.visit("/sspring")).status).toBe(404);
  });

  test("printed addresses carry it, and its first segment is reserved", async () => {
    const { body } = await prefixed.api("GET", "/s/api/urls?short=https://go.example/s/spring");
    expect(body.details).toMatchObject({
      shorturl: "https://go.example/s/spring",
      domain: "https://go.example/s",
    });
    for (const short of ["go.example/s/SPRING", `${prefixed.baseUrl}/spring`, "spring"]) {
      const found = await prefixed.api("GET", `/s/api/urls?short=${encodeURIComponent(short)}`);
      expect(found.status).toBe(200);
    }
    const outside = await prefixed.api("GET", "/s/api/urls?short=https://go.example/spring");
    expect(outside.status).toBe(404);
    for (const url of [
      "https://go.example/s/spring",
      "http://GO.example./s/other",
      "https://go.example:443/s/q/x",
    ]) {
      const loop = await prefixed.api("POST", "/s/api/url/add", { url });
      expect([url, loop.status]).toEqual([url, 400]);
    }
    const elsewhere = await prefixed.api("POST", "/s/api/url/add", {
      url: "https://go.example/shop",
    });
    expect(elsewhere.status).toBe(200);
  });

  test("the service's door takes the public address for visitors only", async () => {
    const origin = new URL(prefixed.baseUrl).origin;
    for (const host of ["go.example", "GO.EXAMPLE", "go.example:443"]) {
      const headers = { host, authorization: `Bearer ${prefixed.apiKey}`, "user-agent": chrome };
      expect((await send(origin, "/s/spring", { headers })).status).toBe(302);
      expect((await send(origin, "/s/api/account", { headers })).status).toBe(403);
      expect((await send(origin, "/api/account", { headers })).status).toBe(403);
      expect((await send(origin, "/assets/avatar.svg", { headers })).status).toBe(404);
      expect((await send(String(prefixed.gui), "/", { headers })).status).toBe(421);
    }
    const headers = { host: "go.example:8443" };
    expect((await send(origin, "/s/spring", { headers })).status).toBe(421);
  });
});

test("the public door serves the API once the owner says so, without what is the owner's own", async () => {
  const open = await startTestServer({ publicPort: 0, settings: { "public.api": "true" } });
  const ask = (path: string, key: string) =>
    send(String(open.publicUrl), path, { headers: { authorization: `Bearer ${key}` } });
  const statuses = [
    (await ask("/api/account", open.apiKey)).status,
    (await ask("/api/account", open.localKey)).status,
    (await ask("/api/service", open.apiKey)).status,
    (await ask("/api/key", open.apiKey)).status,
  ];
  await open.stop();
  expect(statuses).toEqual([200, 401, 404, 404]);
});

test("two hundred connections that never finish their request hold nobody up", async () => {
  const { port } = new URL(doors.service);
  const slow = Array.from({ length: 200 }, () => {
    const socket = connect(Number(port), "127.0.0.1", () =>
      socket.write("GET /spring HTTP/1.1\r\n"),
    );
    return socket.on("error", () => undefined);
  });
  await Promise.all(slow.map((socket) => new Promise((resolve) => socket.once("ready", resolve))));
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await server.visit("/spring")).status),
  );
  for (const socket of slow) socket.destroy();
  expect(new Set(statuses)).toEqual(new Set([302]));
});
