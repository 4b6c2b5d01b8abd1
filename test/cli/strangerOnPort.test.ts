import { spawnSync } from "node:child_process";
import { chownSync, cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startTestServer } from "../support/server.ts";
import { canBeOther, otherUid } from "../support/otherUser.ts";
import { runHere } from "./runHere.ts";

interface Stranger {
  readonly port: number;
  readonly heard: string[];
}

/** Listens where a crashed service did, and says what it wants. */
async function stranger(answer: string): Promise<Stranger> {
  const heard: string[] = [];
  const server: Server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      heard.push(data.toString("latin1"));
      socket.end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, heard };
}

const http = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n";

function placeOf(dir: string): { readonly device: number; readonly inode: number } {
  const { dev: device, ino: inode } = statSync(dir);
  return { device, inode };
}

/** What a service that was killed leaves in its folder. */
async function crashedFolder(pid: number) {
  const dir = mkdtempSync(join(tmpdir(), "waypost-crashed-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const onPort = await stranger(`${http}{"error":0}`);
  const onLock = await stranger("x".repeat(32));
  const baseUrl = `http://127.0.0.1:${onPort.port}`;
  const startedAt = "2026-03-05T12:00:00.000Z";
  const run = { pid, baseUrl, gui: `${baseUrl}/`, localKey: "local-key", startedAt };
  const lock = { pid, token: "token", port: onLock.port, ...placeOf(dir) };
  writeFileSync(join(dir, "run.json"), JSON.stringify(run), { mode: 0o600 });
  writeFileSync(join(dir, "lock.json"), JSON.stringify(lock), { mode: 0o600 });
  return { dir, onPort, onLock };
}

/** Of a process that ran and has ended. */
const ended = spawnSync(process.execPath, ["--version"]).pid;

const lines: readonly (readonly [string, readonly string[]])[] = [
  ["add", ["add", "https://example.org", "--custom", "spring", "--password", "secret"]],
  ["tunnel set", ["tunnel", "set", "command", "--command", "bore {port}"]],
  ["open", ["open"]],
  ["key", ["key"]],
];

test.each(lines)("%s sends nothing to a stranger on the old port", async (_, line) => {
  const { dir, onPort, onLock } = await crashedFolder(process.pid);
  const { code, stderr } = await runHere([...line, "--data", dir]);
  expect(stderr).toContain("No server answers at");
  expect(code).toBe(3);
  expect(onPort.heard).toEqual([]);
  expect(onLock.heard.join("")).toMatch(/^[0-9a-f]{64}$/);
});

test("a process that is gone holds no folder, however long a stranger on its port stays silent", async () => {
  const { dir, onPort } = await crashedFolder(ended);
  const silent: Socket[] = [];
  const onLock = createServer((socket) => void silent.push(socket));
  await new Promise<void>((resolve) => onLock.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void onLock.close());
  const { port } = onLock.address() as AddressInfo;
  const lock = { pid: ended, token: "token", port, ...placeOf(dir) };
  writeFileSync(join(dir, "lock.json"), JSON.stringify(lock), { mode: 0o600 });
  const { code, stderr } = await runHere(["add", "https://example.org", "--data", dir]);
  expect(stderr).toContain("No server answers at");
  expect(code).toBe(3);
  expect([silent.length, onPort.heard.length]).toEqual([0, 0]);
});

test("a service that runs elsewhere with the folder's lock isn't the one on the old port", async () => {
  const service = await startTestServer();
  onTestFinished(() => service.stop());
  const { port, heard } = await stranger(`${http}{"error":0}`);
  const stale = { baseUrl: `http://127.0.0.1:${port}`, gui: null, localKey: "local-key" };
  const run = { ...stale, pid: process.pid + 1, startedAt: "2026-03-05T12:00:00.000Z" };
  writeFileSync(join(service.dataDir, "run.json"), JSON.stringify(run));
  const { code } = await runHere(["add", "https://example.org", "--data", service.dataDir]);
  expect(code).toBe(3);
  expect(heard).toEqual([]);
});

test.each(lines)(
  "%s sends nothing from a copied folder to the server of the first",
  async (_, line) => {
    const service = await startTestServer();
    onTestFinished(() => service.stop());
    const dir = mkdtempSync(join(tmpdir(), "waypost-copied-"));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    cpSync(service.dataDir, dir, { recursive: true });
    const { code, stderr } = await runHere([...line, "--data", dir]);
    expect(stderr).toContain(
      `No server is running for ${dir}. The folder's run.json and lock.json came from another folder.`,
    );
    expect(code).toBe(3);
    const { body } = await service.api("GET", "/api/urls");
    expect(body.data.urls).toEqual([]);
  },
);

test.runIf(canBeOther).each(["", "run.json", "lock.json"])(
  "as root: nothing is sent when %j belongs to another user",
  async (name) => {
    const { dir, onPort, onLock } = await crashedFolder(process.pid);
    chownSync(join(dir, name), otherUid, otherUid);
    const { code, stderr } = await runHere(["key", "--data", dir]);
    expect(stderr).toContain("belongs to another user");
    expect(code).toBe(1);
    expect([...onPort.heard, ...onLock.heard]).toEqual([]);
  },
);
