import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/server.ts";

const script = fileURLToPath(new URL("../../examples/list-links.mjs", import.meta.url));
const start = Date.UTC(2026, 5, 1, 12, 0, 0);
/** Requests a minute. */
const limit = 6;

let now = start;
let server: TestServer;

beforeEach(async () => {
  now = start;
  server = await startTestServer({
    clock: () => now,
    settings: { rateLimit: String(limit), timeZone: "UTC" },
  });
});
afterEach(() => server.stop());

/** Runs the script; `hear` gets each piece it says of itself. */
async function runScript(
  env: Readonly<Record<string, string>>,
  perPage: number,
  hear: (said: string) => void = () => {},
) {
  const child = spawn(process.execPath, [script, String(perPage)], {
    env: { ...process.env, WAYPOST_URL: server.baseUrl, WAYPOST_KEY: server.apiKey, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let listed = "";
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => (listed += piece));
  child.stderr.setEncoding("utf8").on("data", (piece: string) => {
    said += piece;
    hear(piece);
  });
  const [code] = await once(child, "close");
  return { code, listed: listed.split("\n").filter(Boolean), said };
}

async function addLinks(count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    const body = { url: `https://example.org/${n}`, custom: `link-${n}` };
    const answer = await server.api("POST", "/api/url/add", body, server.localKey);
    expect(answer.status).toBe(200);
  }
}

test("it makes a link, waits out the rate limit and lists every link once", async () => {
  await addLinks(17);
  // The window begins here; a second before its end the script comes.
  await server.api("GET", "/api/account");
  now += 59_000;
  const { code, listed, said } = await runScript({}, 2, (piece) => {
    if (piece.includes("Too many requests")) now += 1_000;
  });
  expect(said).toContain("Too many requests; going on in 1 s.");
  expect(said).toContain(`Made ${server.shortBase}/hello-waypost`);
  expect(said).toContain("Links: 18");
  const aliases = Array.from({ length: 17 }, (_, place) => `link-${17 - place}`);
  expect(listed.map((line) => line.split("\t")[0])).toEqual(
    ["hello-waypost", ...aliases].map((alias) => `${server.shortBase}/${alias}`),
  );
  expect(listed[1]).toBe(`${server.shortBase}/link-17\t0\thttps://example.org/17`);
  expect(code).toBe(0);
});

test("a link of an earlier run is said, with status and error, and is no reason to stop", async () => {
  await runScript({}, 100);
  const { code, listed, said } = await runScript({}, 100);
  expect(said).toContain(
    "That alias is taken. Please choose another one. (HTTP 409, error 1)\nLinks: 1",
  );
  expect(listed).toHaveLength(1);
  expect(code).toBe(0);
});

test("a wrong key ends it with the service's own words", async () => {
  const { code, listed, said } = await runScript({ WAYPOST_KEY: "wrong" }, 100);
  expect(said).toContain("A valid API key is required to use this service. (HTTP 401, error 1)");
  expect(listed).toEqual([]);
  expect(code).toBe(1);
});
