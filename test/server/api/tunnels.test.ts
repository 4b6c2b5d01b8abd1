import { existsSync, readFileSync } from "node:fs";
import { chmod, cp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ServerOptions } from "../../../src/app/options.ts";
import { makeDataDir, startTestServer, type TestServer } from "../../support/server.ts";
import { makeStandIns, type StandIns } from "../../support/tunnelStandIn.ts";

let standIns: StandIns;
let server: TestServer;
let logged: string[] = [];

async function start(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  return startTestServer({
    publicPort: 0,
    environment: { ...process.env, PATH: `${standIns.folder}:${process.env["PATH"]}` },
    log: (line) => logged.push(line),
    random: () => 0,
    ...options,
  });
}

beforeEach(async () => {
  logged = [];
  standIns = await makeStandIns();
  server = await start();
});
afterEach(async () => {
  await server.stop();
  await standIns.remove();
});

const ask = async (method: string, path: string, body?: unknown) => {
  const answer = await server.api(method, `/api/tunnel${path}`, body, server.localKey);
  return { status: answer.status, ...answer.body };
};
const shown = async () => (await ask("GET", "")).data;
const set = (body: object) => ask("PUT", "", body);

/** The tunnel, once it is as it is waited for. */
async function until(state: string) {
  for (;;) {
    const tunnel = await shown();
    if (tunnel.state === state) return tunnel;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const startsOf = async (name = "started") =>
  (await readFile(join(standIns.folder, name), "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Not one that has ended and that nobody has asked about yet. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform !== "linux") return true;
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** Resolves when it has ended; of one that was told to, the test waits as long as it takes. */
async function ended(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}

test("programs are found, with what they say of their version", async () => {
  const { programs } = await ask("GET", "/programs");
  expect(programs).toContainEqual(
    expect.objectContaining({
      name: "cloudflared",
      path: join(standIns.folder, "cloudflared"),
      version: "2026.2.0",
      install: null,
    }),
  );
});

test("a quick tunnel is up, its address told and marked as one for a try", async () => {
  await standIns.do("quick");
  expect((await ask("POST", "/start")).data).toMatchObject({
    state: "failed",
    on: false,
    problem: { code: "notSet" },
  });
  expect((await set({ way: "cloudflared-quick" })).data).toMatchObject({
    state: "off",
    problem: null,
  });
  expect((await ask("POST", "/start")).data.on).toBe(true);
  const tunnel = await until("up");
  expect(tunnel).toMatchObject({
    way: "cloudflared-quick",
    address: "https://quiet-harbour-books.trycloudflare.com",
    temporary: true,
    provider: "cloudflare",
    target: server.publicUrl,
    line: expect.stringMatching(/^cloudflared tunnel .* --url http:\/\/127\.0\.0\.1:\d+$/),
    problem: null,
    tries: 1,
  });
  // Nothing is printed with it by that alone.
  expect((await ask("GET", "/../service")).data?.shortBase ?? server.shortBase).toBe(
    server.baseUrl,
  );
  const [{ words }] = await startsOf();
  expect(words).toEqual(expect.arrayContaining(["--url", server.publicUrl]));
  const { lines } = await ask("GET", "/log");
  expect(lines.map(({ text }: { text: string }) => text).join("\n")).toContain(
    "Registered tunnel connection",
  );
  expect((await ask("POST", "/stop")).data).toMatchObject({ state: "off", on: false, pid: null });
  expect(isRunning(tunnel.pid)).toBe(false);
});

test("a token is in the environment alone: not in arguments, answers, the log or a backup", async () => {
  const token = "eyJhIjoic2VjcmV0IiwidCI6Im9mIHRoZSB0dW5uZWwifQ==";
  await standIns.do("named");
  await set({ way: "cloudflared-named", token, address: "https://go.example.org/" });
  const path = join(server.dataDir, "secrets.json");
  await ask("POST", "/start");
  const tunnel = await until("up");
  expect(tunnel).toMatchObject({
    token: { path, protection: "file", keeper: null },
    address: "https://go.example.org",
    temporary: false,
  });
  const [{ words, token: given }] = await startsOf();
  expect(given).toBe(token);
  const log = await ask("GET", "/log");
  expect(log.lines.map(({ text }: { text: string }) => text)).toContainEqual(
    expect.stringContaining("token:•••"),
  );
  const seen = JSON.stringify([tunnel, words, log, logged]);
  expect(seen).not.toContain(token);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const everything = await server.api("POST", "/api/backups/make", {}, server.localKey);
  expect(everything.text).not.toContain(token);
  expect(await readFile(join(server.dataDir, "tunnel.json"), "utf8")).not.toContain(token);

  // Set anew without one, it stays until it is given up.
  await ask("POST", "/stop");
  expect((await set({ way: "cloudflared-named" })).data.token).not.toBeNull();
  expect(await set({ way: "cloudflared-named", clear: ["token"] })).toMatchObject({
    data: { token: null },
  });
  expect((await ask("POST", "/start")).data.problem.code).toBe("tokenMissing");
});

test("a key store seals the token, and without it the token is to be given again", async () => {
  await server.stop();
  const dataDir = await makeDataDir();
  const turned = (text: string) => text.split("").toReversed().join("");
  const secretKeeper = {
    name: "keychain",
    isPlain: false,
    encrypt: (text: string) => Buffer.from(turned(text)),
    decrypt: (sealed: Uint8Array) => turned(Buffer.from(sealed).toString()),
  };
  server = await start({ dataDir, secretKeeper });
  await standIns.do("named");
  await set({ way: "cloudflared-named", token: "a-token-of-cloudflare" });
  expect((await shown()).token).toMatchObject({ protection: "system", keeper: "keychain" });
  expect(await readFile(join(dataDir, "secrets.json"), "utf8")).not.toContain("a-token");
  await ask("POST", "/start");
  await until("up");
  expect((await startsOf())[0].token).toBe("a-token-of-cloudflare");
  await server.close();

  server = await start({ dataDir });
  expect(await until("failed")).toMatchObject({
    on: true,
    problem: { code: "tokenLocked", values: { keeper: "keychain" } },
  });
  await server.close();
  server = await start({ dataDir, secretKeeper: { ...secretKeeper, isPlain: true } });
  expect((await until("up")).token).toMatchObject({ protection: "file", keeper: "keychain" });
  await server.close();
  await rm(dataDir, { recursive: true });
});

test.each([
  ["badToken", { way: "cloudflared-named", token: "wrong" }, "failed", "tokenWrong"],
  ["noNetwork", { way: "cloudflared-quick" }, "waiting", "nameUnknown"],
  ["tooMany", { way: "cloudflared-quick" }, "waiting", "refused"],
  ["refusedPort", { way: "cloudflared-quick" }, "waiting", "networkGone"],
  ["funnelForbidden", { way: "tailscale-funnel" }, "failed", "notAllowed"],
] as const)(
  "%s: what stands against it is told, and who can mend it",
  async (does, way, state, code) => {
    await standIns.do(does);
    await set(way);
    await ask("POST", "/start");
    const tunnel = await until(state);
    expect(tunnel).toMatchObject({ on: true, problem: { code }, pid: null });
    expect(tunnel.nextTry === null).toBe(state === "failed");
    expect(logged.at(-1)).toBe(`Tunnel: ${tunnel.problem.message}`);
  },
);

test("a funnel tells its name", async () => {
  await standIns.do("funnel");
  await set({ way: "tailscale-funnel" });
  await ask("POST", "/start");
  expect(await until("up")).toMatchObject({
    address: "https://shop.pango-lin.ts.net",
    provider: "forwarded",
    temporary: false,
  });
});

test("the owner's own command gets the port and no shell; its address is found by a pattern", async () => {
  const script = join(standIns.folder, "own tunnel.mjs");
  await writeFile(
    script,
    `console.log("words:", JSON.stringify(process.argv.slice(2)));
     // A moment later, so that its start can be seen.
     setTimeout(() => console.log("forwarding see-you.example.org -> here"), 300);
     setInterval(() => {}, 1000);`,
  );
  const command = `'${process.execPath}' "${script}" --to localhost:{port} "$(id) ; ls"`;
  await set({ way: "command", command, pattern: "forwarding (\\S+)" });
  await ask("POST", "/start");
  const tunnel = await until("up");
  expect(tunnel).toMatchObject({ address: "https://see-you.example.org", provider: "none" });
  const port = new URL(server.publicUrl ?? "").port;
  const { lines } = await ask("GET", "/log");
  expect(lines[0].text).toBe(`words: ["--to","localhost:${port}","$(id) ; ls"]`);
  expect((await ask("POST", "/restart", { reason: "unreachable" })).data.state).toBe("starting");
  expect((await until("up")).pid).not.toBe(tunnel.pid);
  expect(isRunning(tunnel.pid)).toBe(false);
});

test("a way that can't be is refused, field by field", async () => {
  const { status, faults } = await set({ way: "ssh", host: "-oProxyCommand=id", remotePort: 0 });
  expect(status).toBe(400);
  expect(faults.map(({ field }: { field: string }) => field)).toEqual(["host", "remotePort"]);
  const refused = async (body: object) => (await set(body)).message;
  expect(await refused({ way: "ssh" })).toBe("host is required; remotePort is required.");
  expect(await refused({ way: "command", command: "bore local 80" })).toContain("{port}");
  expect(await refused({ way: "command", command: "bore 'local {port}" })).toContain("quote");
  expect(await refused({ way: "command", command: "x {port}", pattern: "(" })).toContain("regular");
  expect(await refused({ way: "cloudflared-quick", host: "a" })).toContain("isn't an option of");
  expect(await refused({ way: "pasted" })).toBe("address is required.");
  expect((await shown()).way).toBeNull();
});

test("a pasted address runs nothing; without a public door there is nothing to lead to", async () => {
  await set({ way: "pasted", address: "https://go.example.org/s/" });
  expect((await ask("POST", "/start")).data).toMatchObject({
    state: "up",
    pid: null,
    address: "https://go.example.org/s",
  });
  await server.stop();
  server = await start({ publicPort: null });
  await set({ way: "cloudflared-quick" });
  expect((await ask("POST", "/start")).data).toMatchObject({
    state: "failed",
    target: null,
    line: null,
    problem: { code: "doorClosed" },
  });
});

test("it is the owner's alone", async () => {
  expect((await server.api("GET", "/api/tunnel")).status).toBe(403);
  expect((await server.visit("/api/tunnel", {}, server.publicUrl ?? "")).status).toBe(403);
});

test("a tunnel that somebody else has turned on in a folder doesn't start", async () => {
  await server.stop();
  const dataDir = await makeDataDir();
  await chmod(dataDir, 0o700);
  const ran = join(dataDir, "ran");
  const command = `"${process.execPath}" -e "require('fs').writeFileSync('${ran}','')"`;
  const { ino } = await stat(dataDir);
  await writeFile(
    join(dataDir, "tunnel.json"),
    JSON.stringify({ way: { way: "command", command }, onIn: ino }),
    { mode: 0o600 },
  );
  server = await start({ dataDir });
  expect((await until("failed")).problem.code).toBe("otherPlace");
  expect(existsSync(ran)).toBe(false);
  // Its owner's own folder, once asked for.
  await ask("POST", "/start");
  await vi.waitFor(() => expect(existsSync(ran)).toBe(true), { timeout: 10_000 });
  await server.close();
  await rm(dataDir, { recursive: true });
});

test("what was on starts again with the service, but not in a copy of its folder", async () => {
  await server.stop();
  const dataDir = await makeDataDir();
  await standIns.do("named");
  server = await start({ dataDir });
  await set({ way: "cloudflared-named", token: "a-token-of-cloudflare" });
  await ask("POST", "/start");
  const { pid } = await until("up");
  const [child] = await startsOf("children");
  expect(isRunning(child)).toBe(true);
  await server.close();
  expect(isRunning(pid)).toBe(false);
  await ended(child);

  server = await start({ dataDir });
  expect((await until("up")).on).toBe(true);
  await server.close();
  const file = join(dataDir, "tunnel.json");
  const kept = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ...kept, onIn: kept.onIn + 1 }));
  server = await start({ dataDir });
  expect((await until("failed")).problem.code).toBe("otherPlace");
  expect((await ask("POST", "/restart", { reason: "woken" })).data.state).toBe("failed");
  await ask("POST", "/start");
  await until("up");
  await server.close();

  await writeFile(file, "{");
  server = await start({ dataDir });
  expect((await shown()).way).toBeNull();
  expect(logged.at(-1)).toContain("tunnel.json.damaged");
  await server.close();
  await rm(dataDir, { recursive: true });
});

describe("a program isn't run unasked", () => {
  let dataDir: string;
  let ran: string;
  let file: string;
  /** Tells that it ran, and lives on. */
  let own: { way: "command"; command: string; pattern: string };

  beforeEach(async () => {
    await server.stop();
    dataDir = await makeDataDir();
    ran = join(standIns.folder, "ran");
    file = join(dataDir, "tunnel.json");
    const script = join(standIns.folder, "planted.mjs");
    await writeFile(
      script,
      `import { writeFileSync } from "node:fs";
       writeFileSync(process.argv[2], "");
       console.log("forwarding see-you.example.org");
       setInterval(() => {}, 1000);`,
    );
    const command = `'${process.execPath}' '${script}' '${ran}' {port}`;
    own = { way: "command", command, pattern: "forwarding (\\S+)" };
    server = await start({ dataDir });
  });
  afterEach(async () => {
    await server.close();
    await rm(dataDir, { recursive: true });
  });

  /** At the next start, once it is decided. */
  async function stateAfterStart(options: Partial<ServerOptions> = {}) {
    await server.close();
    await rm(ran, { force: true });
    server = await start({ dataDir, ...options });
    for (;;) {
      const { state, problem } = await shown();
      if (state === "up" || state === "failed") return [state, problem?.code, existsSync(ran)];
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  const runs = ["up", undefined, true];
  const refused = ["failed", "otherPlace", false];

  async function startOwn() {
    await set(own);
    await ask("POST", "/start");
    await until("up");
  }

  test("by a folder of a stranger, who knows its inode", async () => {
    const { ino } = await stat(dataDir);
    for (const onIn of [ino, 0, -1]) {
      await writeFile(file, JSON.stringify({ way: own, onIn }));
      expect(await stateAfterStart()).toEqual(refused);
    }
    await ask("POST", "/start");
    await until("up");
    expect(await stateAfterStart()).toEqual(runs);
  });

  test("by another setup in a folder where a tunnel is on, until its owner starts it", async () => {
    await startOwn();
    const first = await readFile(file, "utf8");
    expect(await stateAfterStart()).toEqual(runs);
    const kept = JSON.parse(first);
    await writeFile(
      file,
      JSON.stringify({ ...kept, way: { ...own, command: `${own.command} more` } }),
    );
    expect(await stateAfterStart()).toEqual(refused);
    // A change of it is no word of the owner's that it may run.
    await set({ ...own, command: `${own.command} other` });
    expect(await stateAfterStart()).toEqual(refused);
    await writeFile(file, first);
    expect(await stateAfterStart()).toEqual(runs);
  });

  test("in a copy, in a folder that was moved, or where it was turned off; a new setup counts", async () => {
    await startOwn();
    const copy = `${dataDir}-copy`;
    await server.close();
    await cp(dataDir, copy, { recursive: true });
    expect(await stateAfterStart({ dataDir: copy })).toEqual(refused);
    await server.close();
    await rm(copy, { recursive: true });
    await rename(dataDir, copy);
    expect(await stateAfterStart({ dataDir: copy })).toEqual(refused);
    await server.close();
    await rename(copy, dataDir);
    expect(await stateAfterStart()).toEqual(runs);
    const { pid } = await shown();
    await set({ ...own, command: `${own.command} again` });
    while ((await until("up")).pid === pid);
    expect(await stateAfterStart()).toEqual(runs);
    await ask("POST", "/stop");
    await server.close();
    server = await start({ dataDir });
    expect((await shown()).state).toBe("off");
  });
});

test("the public door is followed while the service runs, and one that lies is started anew", async () => {
  await server.stop();
  const dataDir = await makeDataDir();
  let port = 1;
  // A name that leads to a public number, and a way there that ends at the public door.
  const network: NonNullable<ServerOptions["network"]> = {
    resolve: () => Promise.resolve(["93.184.215.14"]),
    connect: () => connect({ host: "127.0.0.1", port }),
  };
  server = await start({ dataDir, network, publicPort: null, settings: { "targets.ask": "true" } });
  await standIns.do("named");
  await set({ way: "cloudflared-named", token: "a-token", address: "http://go.example.org" });
  expect((await ask("POST", "/start")).data.problem.code).toBe("doorClosed");
  const door = (path: string, body = {}) =>
    server.api("POST", `/api/public-address/${path}`, body, server.localKey);
  expect((await door("open", { port: 0 })).status).toBe(200);
  const first = await until("up");
  const there = Number(new URL(first.target).port);
  port = there;

  const use = { address: "http://go.example.org" };
  await server.api("PUT", "/api/public-address/use", use, server.localKey);
  const reach = async () => (await door("verify")).body.data.state;
  expect(await reach()).toBe("reachable");
  port = 1;
  expect(await reach()).toBe("unreachable");
  port = there;
  for (;;) {
    const { pid, state } = await shown();
    if (state === "up" && pid !== first.pid) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(logged).toContain("Tunnel: Restarted because the public address isn't reachable.");
  await door("close");
  expect((await until("failed")).problem.code).toBe("doorClosed");
  await server.close();
  await rm(dataDir, { recursive: true });
});
