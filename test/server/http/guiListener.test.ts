import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { disk } from "../../../src/server/store/fileSystem.ts";
import { openGuiFile } from "../../../src/server/store/guiFile.ts";
import { makeDataDir, send, startTestServer } from "../../support/server.ts";

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function newFolder(): Promise<string> {
  const dataDir = await makeDataDir();
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

async function started(dataDir: string, guiPort = 0) {
  const server = await startTestServer({ dataDir, guiPort });
  undo.push(() => server.close());
  return { ...server, address: new URL(server.gui ?? "") };
}

describe.runIf(process.platform !== "darwin")("the address that a browser is sent to", () => {
  test("is a loopback address that is another at each start; the port is as it was set", async () => {
    const dataDir = await newFolder();
    const first = await started(dataDir);
    await first.close();
    const second = await started(dataDir, Number(first.address.port));
    const hosts = [first, second].map(({ address }) => address.hostname);
    for (const host of hosts) expect(host).toMatch(/^127\.[1-9]\d{0,2}\.\d{1,3}\.\d{1,3}$/);
    expect(new Set([...hosts, "127.0.0.1"]).size).toBe(3);
    expect(second.address.port).toBe(first.address.port);
    // Whoever pastes a key by hand is served at the usual one, too.
    const usual = `http://127.0.0.1:${second.address.port}`;
    for (const base of [second.address.origin, usual]) {
      const headers = { host: new URL(base).host, authorization: `Bearer ${second.localKey}` };
      expect((await send(base, "/api/service", { headers })).status).toBe(200);
    }
  });

  test("of the run before leads on, and takes no key", async () => {
    const dataDir = await newFolder();
    const first = await started(dataDir);
    await first.close();
    const second = await started(dataDir, Number(first.address.port));
    const headers = { authorization: `Bearer ${second.localKey}`, host: first.address.host };
    const page = await send(first.address.origin, "/moved", { headers });
    expect([page.status, page.headers.location]).toEqual([303, second.address.origin + "/"]);
    for (const path of ["/api/service", "/api/key"]) {
      const answer = await send(first.address.origin, path, { headers });
      expect(answer.status).toBe(421);
      expect(answer.text).not.toContain(second.apiKey);
    }
    // One door isn't the other.
    const crossed = await send(second.address.origin, "/api/service", { headers });
    expect(crossed.status).toBe(421);
    const foreign = { ...headers, host: "evil.example" };
    const other = await send(first.address.origin, "/moved", { headers: foreign });
    expect([other.status, other.headers.location]).toEqual([421, undefined]);
  });

  test("of the run before is no other than a loopback address", async () => {
    const dataDir = await newFolder();
    const preferences = { "waypost.look": "dark" };
    for (const browserHost of ["0.0.0.0", "127.0.0.1", "192.0.2.1", "localhost"]) {
      await writeFile(join(dataDir, "gui.json"), JSON.stringify({ browserHost, preferences }));
      // Listening at most of them fails, and would hide that it was tried.
      const read = (await openGuiFile(disk, dataDir)).now();
      expect(read).toEqual({ browserHost: null, preferences });
      const server = await started(dataDir);
      const kept = JSON.parse(await readFile(join(dataDir, "gui.json"), "utf8")) as object;
      expect(kept).toEqual({ browserHost: server.address.hostname, preferences });
      await server.close();
    }
  });
});

test("an address in the network is its owner's choice, and stays", async () => {
  const server = await startTestServer({ guiPort: 0, host: "0.0.0.0" });
  undo.push(() => server.stop());
  expect(new URL(server.gui ?? "").hostname).toBe("127.0.0.1");
});

describe("preferences of the app in a browser", () => {
  test("come with the page at the address of the next run", async () => {
    const dataDir = await newFolder();
    const first = await started(dataDir);
    const preferences = { "waypost.look": "dark", "waypost.columns.links": '{"tags":"</meta>"}' };
    const body = { preferences };
    const saved = await first.api("PUT", "/api/preferences", body, first.localKey);
    expect(saved.status).toBe(200);
    await first.close();
    const second = await started(dataDir);
    const page = (await send(second.address.origin, "/")).text;
    const [, content = ""] = /name="waypost-preferences" content="([^"]*)"/.exec(page) ?? [];
    expect(JSON.parse(decodeURIComponent(content))).toEqual(preferences);
  });

  test("are few, small and known by name, and no script's", async () => {
    const server = await startTestServer();
    undo.push(() => server.stop());
    const many = Object.fromEntries(
      Array.from({ length: 51 }, (_, place) => [`waypost.columns.c${place}`, "{}"]),
    );
    for (const preferences of [
      { "waypost.key": "k" },
      { "waypost.look": "x".repeat(20_001) },
      many,
    ]) {
      const body = { preferences };
      const answer = await server.api("PUT", "/api/preferences", body, server.localKey);
      expect(answer.status).toBe(400);
    }
    const script = await server.api("PUT", "/api/preferences", { preferences: {} });
    expect(script.status).toBe(403);
  });
});
