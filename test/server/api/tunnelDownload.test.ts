import { createHash } from "node:crypto";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { releaseFor } from "../../../src/server/features/publicAddress/tunnel/download.ts";
import { makeDataDir, startTestServer, type TestServer } from "../../support/server.ts";

/** What stands in for the program of a release. */
const program = Buffer.from("#!/bin/sh\necho cloudflared version 2026.8.2\n");
const sumOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

function archiveOf(content: Buffer): Buffer {
  const header = Buffer.alloc(512);
  header.write("cloudflared", 0, "latin1");
  header.write(content.length.toString(8).padStart(11, "0"), 124, "latin1");
  return gzipSync(Buffer.concat([header, content, Buffer.alloc(1024)]));
}

let releases: Server;
let isReachable: boolean;
let served: Buffer;
let server: TestServer;

beforeEach(() => {
  isReachable = true;
  served = program;
  releases = createServer((_request, response) => response.end(served)).listen(0, "127.0.0.1");
});
afterEach(async () => {
  await server.stop();
  releases.close();
});

/** A server whose cloudflared is what the stand-in gives; `expected` is what its checksum is of. */
async function start(file: string, expected: Buffer): Promise<string> {
  const dataDir = await makeDataDir();
  server = await startTestServer({
    dataDir,
    environment: { PATH: dataDir },
    network: {
      resolve: () =>
        isReachable ? Promise.resolve(["93.184.215.14"]) : Promise.reject(new Error("offline")),
      connect: () => connect({ host: "127.0.0.1", port: (releases.address() as AddressInfo).port }),
    },
    cloudflared: {
      version: "2026.8.2",
      source: `http://releases.example/${file}`,
      size: expected.length,
      sha256: sumOf(expected),
    },
  });
  return join(dataDir, "programs", "cloudflared");
}

async function cloudflared() {
  const { body } = await server.api("GET", "/api/tunnel/programs", undefined, server.localKey);
  return body.programs.find(({ name }: { name: string }) => name === "cloudflared");
}

/** The program, once nothing is downloaded any more. */
async function downloaded() {
  const path = "/api/tunnel/programs/download";
  expect((await server.api("POST", path, undefined, server.localKey)).status).toBe(200);
  await expect.poll(async () => (await cloudflared()).download.running).toBe(false);
  return cloudflared();
}

test("a download whose checksum is right is stored, and found like an installed program", async () => {
  const place = await start("cloudflared-linux-amd64", program);
  expect(await cloudflared()).toMatchObject({
    path: null,
    download: { size: program.length, sha256: sumOf(program), running: false, failure: null },
  });
  expect(await downloaded()).toMatchObject({ path: place, version: "2026.8.2", install: null });
  expect((await stat(place)).mode & 0o777).toBe(0o700);
});

test("a program in an archive is unpacked once the archive's checksum is right", async () => {
  served = archiveOf(program);
  const place = await start("cloudflared-darwin-arm64.tgz", served);
  expect(await downloaded()).toMatchObject({ path: place });
  expect(await readFile(place)).toEqual(program);
});

test("a program that came with the data folder is never run, whatever it is called", async () => {
  const place = await start("cloudflared-linux-amd64", program);
  const trace = join(place, "../trace");
  await mkdir(join(place, ".."));
  for (const planted of [
    Buffer.from(`#!/bin/sh\ntouch ${trace}\n`),
    Buffer.from(program.toString().replace("echo", "true")),
  ]) {
    await writeFile(place, planted, { mode: 0o700 });
    expect(await cloudflared()).toMatchObject({ path: null, version: null });
  }
  await expect(stat(trace)).rejects.toThrow("ENOENT");
  expect(await downloaded()).toMatchObject({ path: place, version: "2026.8.2" });
});

test("another program beside the downloaded one is never run", async () => {
  const place = await start("cloudflared-linux-amd64", program);
  expect(await downloaded()).toMatchObject({ path: place });
  const trace = join(place, "../trace");
  const planted = `#!/bin/sh\ntouch ${trace}\n`;
  for (const name of ["ssh", "tailscale", "my-tunnel"]) {
    await writeFile(join(place, "..", name), planted, { mode: 0o700 });
  }
  const { body } = await server.api("GET", "/api/tunnel/programs", undefined, server.localKey);
  const here = body.programs.filter(({ path }: { path: string | null }) =>
    path?.startsWith(join(place, "..")),
  );
  expect(here.map(({ name }: { name: string }) => name)).toEqual(["cloudflared"]);
  const way = { way: "command", command: "my-tunnel {port}", address: "http://go.example.org" };
  await server.api("POST", "/api/public-address/open", { port: 0 }, server.localKey);
  await server.api("PUT", "/api/tunnel", way, server.localKey);
  await server.api("POST", "/api/tunnel/start", undefined, server.localKey);
  const tunnel = await server.api("GET", "/api/tunnel", undefined, server.localKey);
  expect(tunnel.body.data.problem).toMatchObject({ code: "programMissing" });
  await expect(stat(trace)).rejects.toThrow("ENOENT");
});

test("an unpacked program that isn't the archive's any more is not run", async () => {
  served = archiveOf(program);
  const place = await start("cloudflared-darwin-arm64.tgz", served);
  expect(await downloaded()).toMatchObject({ path: place });
  await writeFile(place, program.toString().replace("echo", "true"));
  expect(await cloudflared()).toMatchObject({ path: null });
});

test("a file that isn't the expected one is thrown away", async () => {
  const place = await start("cloudflared-linux-amd64", program);
  served = Buffer.from(program.toString().replace("echo", "rm -f"));
  expect(await downloaded()).toMatchObject({ path: null, download: { failure: "mismatch" } });
  served = program.subarray(1);
  expect(await downloaded()).toMatchObject({ path: null, download: { failure: "mismatch" } });
  await expect(stat(place)).rejects.toThrow("ENOENT");
});

test("without a way to the makers it says so, and can be tried again", async () => {
  await start("cloudflared-linux-amd64", program);
  isReachable = false;
  expect(await downloaded()).toMatchObject({ path: null, download: { failure: "offline" } });
  isReachable = true;
  expect(await downloaded()).toMatchObject({ download: { failure: null } });
});

test("only the owner starts a download", async () => {
  await start("cloudflared-linux-amd64", program);
  expect((await server.api("POST", "/api/tunnel/programs/download")).status).toBe(403);
});

test("each system has its release, from its makers alone", () => {
  for (const [platform, architecture] of [
    ["linux", "x64"],
    ["linux", "arm64"],
    ["darwin", "x64"],
    ["darwin", "arm64"],
    ["win32", "x64"],
  ] as const) {
    const release = releaseFor(platform, architecture);
    expect(release?.source).toMatch(
      /^https:\/\/github\.com\/cloudflare\/cloudflared\/releases\/download\/[\d.]+\/cloudflared-/,
    );
    expect(release?.sha256).toMatch(/^[\da-f]{64}$/);
  }
  expect(releaseFor("freebsd", "x64")).toBeNull();
});
