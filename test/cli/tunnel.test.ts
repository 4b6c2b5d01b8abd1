import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/server.ts";
import { makeStandIns, type StandIns } from "../support/tunnelStandIn.ts";
import { runHere } from "./runHere.ts";

let service: TestServer;
let standIns: StandIns;

beforeAll(async () => {
  standIns = await makeStandIns();
  service = await startTestServer({
    publicPort: 0,
    environment: { ...process.env, PATH: `${standIns.folder}:${process.env["PATH"]}` },
    log: () => {},
  });
});
afterAll(async () => {
  await service.stop();
  await standIns.remove();
});

const here = (...line: readonly string[]) =>
  runHere(["tunnel", ...line, "--data", service.dataDir]);

test("a tunnel is set, started until it is up, shown and stopped", async () => {
  expect((await here()).stderr).toContain("No tunnel is set up yet");
  expect((await here("programs")).stdout).toContain(
    `cloudflared  ${join(standIns.folder, "cloudflared")}  2026.2.0\n`,
  );
  expect((await here("set", "cloudflared-quick")).stderr).toContain("waypost tunnel start");
  await standIns.do("quick");
  expect(await here("start")).toMatchObject({
    code: 0,
    stdout:
      "The tunnel is up. Address: https://quiet-harbour-books.trycloudflare.com (temporary: the next start has another one)\n",
    stderr: expect.stringContaining("public prove https://quiet-harbour-books.trycloudflare.com"),
  });
  expect((await here()).stdout).toMatch(/^State {5}up since /m);
  expect((await here("log")).stdout).toContain("Registered tunnel connection");
  expect(JSON.parse((await here("status", "--json")).stdout)).toMatchObject({
    error: 0,
    data: { state: "up", on: true },
  });
  expect((await here("stop")).stdout).toBe("The tunnel is off.\n");
  expect((await here("restart")).stderr).toContain("waypost tunnel start");
});

test("what stands against it is said, and the start has failed", async () => {
  await standIns.do("badToken");
  expect(await here("set", "cloudflared-named", "--token", "secret")).toMatchObject({ code: 2 });
  await here("set", "cloudflared-named");
  expect(await here("start")).toMatchObject({
    code: 1,
    stderr: "This tunnel needs a token, and none is saved.\n",
  });
  const refused = await here("set", "ssh", "--host", "go.example.org");
  expect(refused).toMatchObject({ code: 1, stderr: "waypost: remotePort is required.\n" });
  await here("stop");
});

test("a path is taken from where the reader is", async () => {
  await writeFile(join(standIns.folder, "key"), "");
  const server = ["--host", "go.example.org", "--remote-port", "8080"];
  const { stdout } = await here("set", "ssh", ...server, "--key-file", "key", "--json");
  expect(JSON.parse(stdout).data.settings).toMatchObject({
    host: "go.example.org",
    port: 22,
    remotePort: 8080,
    keyFile: join(process.cwd(), "key"),
  });
});
