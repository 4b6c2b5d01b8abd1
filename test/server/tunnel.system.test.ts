import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { knownHostsFile } from "../../src/server/features/publicAddress/tunnel/ways.ts";
import { makeDataDir, send, startTestServer, type TestServer } from "../support/server.ts";
import { startService } from "../support/serviceProcess.ts";
import { freePort, makeSshServer, type SshServer, sshServerProgram } from "../support/sshServer.ts";

/** `ssh -R` for real, to OpenSSH's own server on loopback. */

const program = sshServerProgram();
if (program === null) {
  console.warn("OpenSSH's server (sshd) isn't installed: tunnels through it are not tried here.");
}

const inTime = (milliseconds = 10) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe.skipIf(program === null)("a tunnel through OpenSSH's server", () => {
  let remote: SshServer;
  let service: TestServer;
  let dataDir: string;
  let stateDir: string;
  let remotePort: number;
  let logged: string[];

  beforeAll(async () => {
    remote = await makeSshServer(program ?? "");
    await remote.start();
  });
  afterAll(() => remote.remove());
  beforeEach(async () => {
    dataDir = await makeDataDir();
    // Other runs know other keys of the same ports.
    stateDir = await makeDataDir();
    vi.stubEnv("XDG_STATE_HOME", stateDir);
    remotePort = await freePort();
    logged = [];
    service = await start();
  });
  afterEach(async () => {
    await service.close();
    vi.unstubAllEnvs();
    for (const dir of [dataDir, stateDir]) await rm(dir, { recursive: true, force: true });
  });

  const start = () =>
    startTestServer({
      dataDir,
      publicPort: 0,
      log: (line) => void logged.push(line),
      random: () => 0,
    });

  async function ask(method: string, path: string, body?: unknown) {
    const answer = await service.api(method, `/api/tunnel${path}`, body, service.localKey);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body.data;
  }

  const set = (more: object = {}) =>
    ask("PUT", "", {
      way: "ssh",
      host: "127.0.0.1",
      port: remote.port,
      user: remote.user,
      keyFile: remote.key,
      remotePort,
      ...more,
    });

  async function until(state: string, code?: string) {
    for (;;) {
      const tunnel = await ask("GET", "");
      if (tunnel.state === state && (code === undefined || tunnel.problem?.code === code)) {
        return tunnel;
      }
      await inTime();
    }
  }

  /** What a visitor gets at the other end. */
  const visit = (alias: string) =>
    send(`http://127.0.0.1:${remotePort}`, `/${alias}`).catch(() => null);

  async function known() {
    await mkdir(dirname(knownHostsFile()), { recursive: true });
    await writeFile(knownHostsFile(), await remote.knownLine());
  }

  test("an unknown server is told with its key, and believed on its owner's word alone", async () => {
    const fingerprint = await remote.fingerprint();
    await set();
    await ask("POST", "/start");
    expect((await until("failed")).problem).toMatchObject({
      code: "hostKeyUnknown",
      values: { host: "127.0.0.1", kind: "ed25519", fingerprint },
    });
    // The word is about one key: another one is not believed, and not kept either.
    const accepted = `${fingerprint.slice(0, -4)}AAAA`;
    await ask("POST", "/start", { acceptHostKey: accepted });
    expect((await until("failed")).problem).toMatchObject({
      code: "hostKeyOther",
      values: { host: "127.0.0.1", fingerprint, accepted },
    });
    const kept = () => readFile(knownHostsFile(), "utf8").catch(() => "");
    expect(await kept()).toBe("");
    await ask("POST", "/start", { acceptHostKey: fingerprint });
    await until("up");
    expect(await kept()).toContain("ssh-ed25519");
    // From then on it is known.
    await ask("POST", "/restart");
    await until("up");
  });

  test("a link is followed through it; gone and back with its server, killed, lying", async () => {
    await known();
    const url = "https://example.org/harbour";
    await service.api("POST", "/api/url/add", { url, custom: "harbour" });
    await set({ address: "https://go.example.org" });
    await ask("POST", "/start");
    const first = await until("up");
    expect(first).toMatchObject({ address: "https://go.example.org", provider: "none", tries: 1 });
    expect((await visit("harbour"))?.headers.location).toBe(url);

    await remote.stop();
    expect((await until("waiting")).nextTry).not.toBeNull();
    expect(await visit("harbour")).toBeNull();
    await remote.start();
    const second = await until("up");
    expect(second.pid).not.toBe(first.pid);
    expect((await visit("harbour"))?.headers.location).toBe(url);

    // Its own program killed from outside: it comes back.
    process.kill(second.pid, "SIGKILL");
    expect((await until("waiting")).problem).toMatchObject({
      code: "ended",
      values: { signal: "SIGKILL" },
    });
    const { pid } = await until("up");
    expect((await visit("harbour"))?.headers.location).toBe(url);

    // Alive, and nothing comes through any more: as after a sleep.
    process.kill(pid, "SIGSTOP");
    await ask("POST", "/restart", { reason: "unreachable" });
    expect((await until("up")).pid).not.toBe(pid);
    expect((await visit("harbour"))?.headers.location).toBe(url);

    await ask("POST", "/stop");
    expect(await visit("harbour")).toBeNull();
  });

  test("refused logins, taken ports and changed keys are told", async () => {
    await known();
    await set({ keyFile: remote.strangersKey });
    await ask("POST", "/start");
    expect((await until("failed")).problem).toMatchObject({
      code: "loginRefused",
      values: { host: "127.0.0.1", user: remote.user },
    });
    // Without an address, one of the two that a name has would be enough for the server.
    await set({ remotePort: remote.port, bindAddress: "127.0.0.1" });
    expect((await until("waiting", "remotePortTaken")).problem.values).toMatchObject({
      port: remote.port,
    });
    await set({ port: remotePort });
    await until("waiting", "refused");
    await set({ host: "nobody.invalid" });
    expect((await until("waiting", "nameUnknown")).problem.values).toEqual({
      host: "nobody.invalid",
    });
    await ask("POST", "/stop");
    await remote.stop();
    await remote.changeKey();
    await remote.start();
    await set();
    await ask("POST", "/start");
    expect((await until("failed")).problem).toMatchObject({
      code: "hostKeyChanged",
      values: { fingerprint: await remote.fingerprint() },
    });
    // Once, when all that is known of it is known.
    const told = logged.filter((line) => line.includes("another key than the known one"));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(knownHostsFile());
  });

  test("what a killed service has left running is ended by the next one", async () => {
    await known();
    await service.close();
    const killed = await startService(dataDir, ["--public-port", "0"]);
    const run = JSON.parse(await readFile(join(dataDir, "run.json"), "utf8"));
    const call = (path: string, method: string, body: object) =>
      fetch(`${killed.ready.baseUrl}/api/tunnel${path}`, {
        method,
        headers: { authorization: `Bearer ${run.localKey}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      }).then((answer) => answer.json());
    await call("", "PUT", {
      way: "ssh",
      host: "127.0.0.1",
      port: remote.port,
      user: remote.user,
      keyFile: remote.key,
      remotePort,
    });
    await call("/start", "POST", {});
    while ((await visit("nothing"))?.status !== 404) await inTime();
    await killed.stop("SIGKILL");
    // Nobody serves behind it, and it holds the port.
    expect(await visit("nothing")).toBeNull();
    service = await start();
    await until("up");
    expect((await visit("nothing"))?.status).toBe(404);
  });
});
