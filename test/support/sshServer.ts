import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** OpenSSH's own server; null where it isn't installed. On Debian it isn't in everybody's path. */
export function sshServerProgram(): string | null {
  const places = [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin", "/usr/local/sbin"];
  return places.map((place) => join(place, "sshd")).find((path) => existsSync(path)) ?? null;
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, "127.0.0.1", listening));
  const address = probe.address();
  await new Promise((closed) => probe.close(closed));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

function answersAt(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, "127.0.0.1");
    socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
    socket.on("close", () => socket.destroy());
    socket.on("connect", () => socket.destroy());
  });
}

/** One server on loopback, which whoever has the key may log in to. */
export interface SshServer {
  readonly port: number;
  readonly user: string;
  /** Private key that it lets in, and one that it doesn't. */
  readonly key: string;
  readonly strangersKey: string;
  /** `SHA256:…` of its host key. */
  fingerprint(): Promise<string>;
  /** A line as `known_hosts` has it. */
  knownLine(): Promise<string>;
  start(): Promise<void>;
  /** Ends it and every connection that it has. */
  stop(): Promise<void>;
  /** Gives it another host key at its next start. */
  changeKey(): Promise<void>;
  remove(): Promise<void>;
}

async function makeKey(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(`${path}.pub`, { force: true });
  await run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", path]);
}

/** Ends a process and all that it has started. */
async function endTree(pid: number): Promise<void> {
  const { stdout } = await run("ps", ["-eo", "pid=,ppid="]);
  const rows = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const children = rows.flatMap(([child, parent]) =>
    parent === pid && child !== undefined ? [child] : [],
  );
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
  for (const child of children) await endTree(child);
}

export async function makeSshServer(program: string): Promise<SshServer> {
  const folder = await mkdtemp(join(tmpdir(), "waypost-sshd-"));
  const port = await freePort();
  const hostKey = join(folder, "host");
  const key = join(folder, "key");
  const strangersKey = join(folder, "stranger");
  await makeKey(hostKey);
  await makeKey(key);
  await makeKey(strangersKey);
  const authorized = join(folder, "authorized");
  await appendFile(authorized, await readFile(`${key}.pub`, "utf8"), { mode: 0o600 });
  const settings = join(folder, "sshd_config");
  await writeFile(
    settings,
    [
      `Port ${port}`,
      "ListenAddress 127.0.0.1",
      `HostKey ${hostKey}`,
      `PidFile ${join(folder, "pid")}`,
      `AuthorizedKeysFile ${authorized}`,
      "PasswordAuthentication no",
      "KbdInteractiveAuthentication no",
      "UsePAM no",
      "PermitRootLogin yes",
      // The folder of tests is everybody's.
      "StrictModes no",
      "AllowTcpForwarding yes",
      "",
    ].join("\n"),
  );
  // Started by root, it wants the folder that its package makes at a boot.
  if (userInfo().uid === 0) await mkdir("/run/sshd", { recursive: true, mode: 0o755 });
  let child: ChildProcess | null = null;

  const server: SshServer = {
    port,
    user: userInfo().username,
    key,
    strangersKey,
    async fingerprint() {
      const { stdout } = await run("ssh-keygen", ["-l", "-f", `${hostKey}.pub`]);
      return /SHA256:\S+/.exec(stdout)?.[0] ?? "";
    },
    async knownLine() {
      const [kind, text] = (await readFile(`${hostKey}.pub`, "utf8")).split(" ");
      return `[127.0.0.1]:${port} ${kind} ${text}\n`;
    },
    async start() {
      let said = "";
      child = spawn(program, ["-D", "-e", "-f", settings], { stdio: ["ignore", "ignore", "pipe"] });
      child.stderr?.on("data", (text: Buffer) => (said += text.toString()));
      while (!(await answersAt(port))) {
        if (child.exitCode !== null) throw new Error(`sshd ended: ${said}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async stop() {
      const running = child;
      child = null;
      if (running?.pid === undefined) return;
      const ended = new Promise((resolve) => running.once("exit", resolve));
      await endTree(running.pid);
      await ended;
    },
    changeKey: () => makeKey(hostKey),
    async remove() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return server;
}
