import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test, describe } from "vitest";
import { forgetVisitors } from "../../src/app/index.ts";
import { makeDataDir, startTestServer, type TestServer } from "../support/server.ts";
import { BadFlag, readStartFlags, type StartFlags } from "../../src/app/startFlags.ts";

function everyFile(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function hashKeyOf(dataDir: string): string {
  const secrets = readFileSync(join(dataDir, "secrets.json"), "utf8");
  return (JSON.parse(secrets) as { hashKey: string }).hashKey;
}

async function uniques(server: TestServer): Promise<{ clicks: number; uniqueClicks: number }> {
  const { clicks, uniqueClicks } = (await server.api("GET", "/api/url/1")).body.data;
  return { clicks, uniqueClicks };
}

test("a new key for visitors: counts stay, who comes again counts as new, the old key is nowhere", async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  await server.api("POST", "/api/url/add", { url: "https://example.org/", custom: "spring" });
  const old = hashKeyOf(server.dataDir);
  await server.visit("/spring");
  await server.visit("/spring");
  expect(await uniques(server)).toEqual({ clicks: 2, uniqueClicks: 1 });

  expect((await server.api("POST", "/api/visitors/forget")).status).toBe(403);
  const { body } = await server.api("POST", "/api/visitors/forget", undefined, server.localKey);
  expect(body).toEqual({ error: 0, message: "All visitors have been forgotten." });
  await server.visit("/spring");
  await server.visit("/spring");
  expect(await uniques(server)).toEqual({ clicks: 4, uniqueClicks: 2 });
  await server.close();
  for (const file of everyFile(server.dataDir)) {
    expect([file, readFileSync(file, "utf8").includes(old)]).toEqual([file, false]);
  }

  const again = await startTestServer({ dataDir: server.dataDir });
  await again.visit("/spring");
  expect(await uniques(again)).toEqual({ clicks: 5, uniqueClicks: 2 });
  expect(again.apiKey).toBe(server.apiKey);
  await again.close();
});

test("the same without a service; a folder in use and one that isn't Waypost's are refused", async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  const old = hashKeyOf(server.dataDir);
  await expect(forgetVisitors(server.dataDir)).rejects.toThrow(/in use by process/);
  await server.close();
  await forgetVisitors(server.dataDir);
  expect(hashKeyOf(server.dataDir)).not.toBe(old);
  await expect(forgetVisitors(await makeDataDir())).rejects.toThrow(/isn.t a Waypost/);
});

const here = () => "/home/someone/waypost";

function options(flags: Partial<StartFlags>) {
  return readStartFlags({ gui: true, ...flags }, here);
}

describe("the flags of serve", () => {
  test("none leave everything to the defaults", () => {
    expect(options({})).toEqual({ dataDir: here(), settings: {} });
  });

  test("all of them reach the server", () => {
    expect(
      options({
        data: "somewhere/else",
        port: "0",
        publicPort: "4081",
        guiPort: "65535",
        host: "::1",
        baseUrl: "https://go.example.org/s/",
        rateLimit: "100",
        dialect: "vendor",
        set: ["geo.provider=cloudflare", "timeZone=Asia/Tehran", "verifyDomains=a=b"],
      }),
    ).toEqual({
      dataDir: resolve("somewhere/else"),
      port: 0,
      publicPort: 4081,
      guiPort: 65_535,
      host: "::1",
      baseUrl: "https://go.example.org/s",
      settings: {
        "geo.provider": "cloudflare",
        timeZone: "Asia/Tehran",
        verifyDomains: "a=b",
        rateLimit: "100",
        dialect: "vendor",
      },
    });
  });

  test("--no-gui closes the GUI's door", () => {
    expect(options({ gui: false })).toMatchObject({ guiPort: null });
  });

  test("several doors may take free ports", () => {
    expect(options({ port: "0", publicPort: "0", guiPort: "0" })).toMatchObject({
      port: 0,
      publicPort: 0,
      guiPort: 0,
    });
  });

  test("a port that no browser opens is for tunnels alone", async () => {
    // The one that the runtime itself refuses, as browsers do.
    await expect(fetch("http://127.0.0.1:4190/")).rejects.toMatchObject({
      cause: { message: "bad port" },
    });
    expect(() => options({ port: "4190" })).toThrow(
      "--port 4190 is a port that browsers refuse to open. Choose another port.",
    );
    expect(() => options({ guiPort: "6000" })).toThrow("--gui-port 6000 is a port that browsers");
    expect(options({ publicPort: "4190" })).toMatchObject({ publicPort: 4190 });
  });

  test.each([
    [{ port: "65536" }, "--port"],
    [{ port: "-1" }, "--port"],
    [{ port: "80a" }, "--port"],
    [{ port: "" }, "--port"],
    [{ publicPort: "1.5" }, "--public-port"],
    [{ guiPort: "none" }, "--gui-port"],
    [{ guiPort: "4082", gui: false }, "--no-gui"],
    [{ port: "4080", guiPort: "4080" }, "same port"],
    [{ host: "not an address" }, "--host"],
    [{ host: "999.0.0.1" }, "--host"],
    [{ baseUrl: "go.example.org" }, "--base-url"],
    [{ baseUrl: "ftp://go.example.org" }, "--base-url"],
    [{ baseUrl: "https:go.example.org" }, "--base-url"],
    [{ baseUrl: "https://someone@go.example.org" }, "--base-url"],
    [{ baseUrl: "https://go.example.org/?q" }, "--base-url"],
    [{ rateLimit: "0" }, "--rate-limit"],
    [{ baseUrl: "https://go.example.org/api" }, "--base-url"],
    [{ rateLimit: "1000000001" }, "--rate-limit"],
    [{ rateLimit: "many" }, "--rate-limit"],
    [{ dialect: "persian" }, "--dialect"],
    [{ set: ["rateLimit"] }, "--set"],
    [{ set: ["=1"] }, "--set"],
    [{ data: " " }, "--data"],
  ] as const)("%j is wrong use, and the line names %s", (flags, named) => {
    const attempt = () => options(flags);
    expect(attempt).toThrow(BadFlag);
    expect(attempt).toThrow(named);
  });
});

test("what fails in the background is logged with its reason, and the server goes on", async () => {
  const before = process.listeners("unhandledRejection");
  const said: string[] = [];
  const server = await startTestServer({ log: (line) => void said.push(line) });
  const own = process.listeners("unhandledRejection").filter((one) => !before.includes(one));
  // Node ends a process in which nobody listens; the test runner's own listener is left out.
  expect(own).toHaveLength(1);
  own[0]?.(new TypeError("nobody waits for this"), Promise.resolve());
  expect(said.at(-1)).toMatch(
    /^Something failed in the background: TypeError: nobody waits for this\n +at /,
  );
  expect((await server.api("GET", "/api/account")).status).toBe(200);
  await server.stop();
  expect(process.listeners("unhandledRejection")).toEqual(before);
});

test("a file that opened the app and can't be deleted is logged, and the app opens", async () => {
  const said: string[] = [];
  const server = await startTestServer({ guiPort: 0, log: (line) => void said.push(line) });
  onTestFinished(() => server.stop());
  const ticket = "ticket";
  const name = createHash("sha256").update(ticket).digest("hex").slice(0, 32);
  mkdirSync(join(server.dataDir, `waypost-open-${name}.html`));
  const { status } = await server.visit(
    `/opened/${ticket}`,
    {},
    new URL("/", server.gui ?? "").href,
  );
  expect([status, said.at(-1)]).toEqual([303, expect.stringContaining("couldn't be deleted: ")]);
});
