import { createHash } from "node:crypto";
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { startAttempt } from "../../../../../src/server/features/publicAddress/tunnel/attempt.ts";
import { knownHostsFile } from "../../../../../src/server/features/publicAddress/tunnel/ways.ts";

const accepted = "SHA256:accepted";
const strangeKey = Buffer.from("the stranger's key").toString("base64");
const hash = createHash("sha256").update("the stranger's key").digest("base64");
const strange = `SHA256:${hash.replace("=", "")}`;

/** An SSH tunnel to a server that shows another key than the accepted one, and ends. */
async function attemptAtStranger(log: (line: string) => void, meanwhile = async () => {}) {
  const attempt = await startAttempt({
    way: { way: "ssh", host: "go.example.org", user: "me", port: 22, remotePort: 8080 },
    target: { host: "127.0.0.1", port: 4081 },
    token: "",
    acceptedFingerprint: accepted,
    mark: "mark",
    system: { platform: process.platform, environment: { PATH: process.env["XDG_STATE_HOME"] } },
    dataDir: tmpdir(),
    async launch(_, onLine) {
      const ended = Promise.resolve().then(async () => {
        onLine(`debug1: Server host key: ssh-ed25519 ${strange}`);
        await meanwhile();
        return { code: 255, signal: null };
      });
      return { pid: 1, ended, end: async () => undefined };
    },
    log,
    onEvent: () => undefined,
  });
  if ("code" in attempt) throw new Error(attempt.code);
  return attempt;
}

async function stateFolder(): Promise<string> {
  const state = await mkdtemp(join(tmpdir(), "waypost-attempt-"));
  vi.stubEnv("XDG_STATE_HOME", state);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(state, { recursive: true, force: true });
  });
  await writeFile(join(state, "ssh"), "", { mode: 0o755 });
  const hosts = knownHostsFile();
  await mkdir(dirname(hosts), { recursive: true });
  return hosts;
}

test("a key that wasn't accepted doesn't stay among the known ones", async () => {
  const hosts = await stateFolder();
  await writeFile(hosts, "known before\n");
  // The tunnel of another data folder adds a line, too.
  const other = "other.example.org ssh-ed25519 AAAA";
  const added = `go.example.org ssh-ed25519 ${strangeKey}\n${other}\n`;
  const attempt = await attemptAtStranger(
    () => undefined,
    () => appendFile(hosts, added),
  );
  await attempt.ended;
  expect(await readFile(hosts, "utf8")).toBe(`known before\n${other}\n`);
});

test("known keys that can't be restored are logged, and the tunnel still ends", async () => {
  await mkdir(await stateFolder());
  const said: string[] = [];
  const attempt = await attemptAtStranger((line) => said.push(line));
  expect(await attempt.ended).toMatchObject({ code: 255 });
  expect(said.at(-1)).toMatch(/^The known host keys couldn't be restored: /);
});
