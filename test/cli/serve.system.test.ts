import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { spawn } from "node:child_process";
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import {
  nodeProgram,
  runCommand,
  runProgram,
  testedCommand,
  startService,
  waypost,
  type ReadyLine,
} from "../support/serviceProcess.ts";
import { runHere, type Ran } from "./runHere.ts";

const folder = mkdtempSync(join(tmpdir(), "waypost-serve-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let folders = 0;
function freshDir(): string {
  folders += 1;
  return join(folder, `data-${folders}`);
}

async function service(dataDir: string, flags: readonly string[] = []) {
  const started = await startService(dataDir, flags);
  onTestFinished(() => {
    started.child.kill("SIGKILL");
  });
  return started;
}

/** A port that another program holds. */
async function takenPort(): Promise<number> {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => {
    other.close();
  });
  await once(other, "listening");
  return (other.address() as AddressInfo).port;
}

/** A request whose body is still on its way: in flight for as long as we like. */
async function halfSentCreation({ baseUrl, apiKey }: ReadyLine, body: string): Promise<Socket> {
  const { port } = new URL(baseUrl);
  const socket = connect({ port: Number(port), host: "127.0.0.1" });
  await once(socket, "connect");
  socket.write(
    `POST /api/url/add HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${apiKey}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await once(socket, "data");
  return socket;
}

describe("the ready line", () => {
  test("is the only line, with exactly its keys, and what it says is true", async () => {
    const dataDir = freshDir();
    const running = await service(dataDir, ["--public-port", "0", "--rate-limit", "1000"]);
    expect(running.ready).toEqual({
      ready: true,
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      publicUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      shortBase: running.ready.baseUrl,
      apiKey: expect.stringMatching(/^\S{16,}$/),
      gui: null,
      dataDir,
      pid: running.child.pid,
    });
    expect(Object.keys(running.ready)).toEqual([
      "ready",
      "baseUrl",
      "publicUrl",
      "shortBase",
      "apiKey",
      "gui",
      "dataDir",
      "pid",
    ]);
    const account = await running.api("GET", "/api/account");
    expect(account.status).toBe(200);
    expect(account.headers.get("x-ratelimit-limit")).toBe("1000");
    expect((await fetch(`${running.ready.publicUrl}/api/account`)).status).toBe(403);
    const { stdout, code } = await running.stop();
    expect(code).toBe(0);
    expect(stdout.split("\n")).toEqual([expect.stringContaining('"ready":true'), ""]);
  });

  test("doesn't hide what was found damaged at the start", async () => {
    const dataDir = freshDir();
    const first = await service(dataDir);
    await first.api("POST", "/api/url/add", { url: "https://example.org/" });
    await first.stop("SIGKILL");
    const journal = join(dataDir, "journal-000001.ndjson");
    truncateSync(journal, statSync(journal).size - 7);
    const { stdout, stderr } = await (await service(dataDir)).stop();
    expect(stderr).toContain("was removed");
    expect(stdout.split("\n")).toHaveLength(2);
  });

  test("has no public door unless one is asked for, and a GUI with its key unless none is", async () => {
    const running = runCommand([
      "serve",
      "--json",
      "--data",
      freshDir(),
      "--port",
      "0",
      "--gui-port",
      "0",
    ]);
    onTestFinished(() => {
      running.child.kill("SIGKILL");
    });
    const ready = JSON.parse(await running.firstLine) as ReadyLine;
    expect(ready.publicUrl).toBeNull();
    expect(ready.gui).toMatch(/^http:\/\/127(?:\.\d+){3}:\d+\/#key=\S+$/);
    expect(ready.gui).not.toContain(ready.apiKey);
  });

  test("carries the path prefix of --base-url", async () => {
    const { ready, ...running } = await service(freshDir(), [
      "--base-url",
      "https://go.example.org/s/",
    ]);
    expect(ready.shortBase).toBe("https://go.example.org/s");
    expect(ready.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/s$/);
    const made = await running.api("POST", "/api/url/add", {
      url: "https://example.org",
      custom: "spring",
    });
    expect(await made.json()).toMatchObject({ shorturl: "https://go.example.org/s/spring" });
  });

  test("without --json there are a few friendly lines instead", async () => {
    const dataDir = freshDir();
    const running = runCommand(["serve", "--data", dataDir, "--port", "0", "--gui-port", "0"]);
    await running.firstLine;
    running.child.kill("SIGINT");
    const { code, stdout } = await running.exited;
    expect(code).toBe(0);
    expect(stdout).toContain("Waypost is running");
    expect(stdout).toContain(dataDir);
    expect(stdout).toMatch(/http:\/\/127(?:\.\d+){3}:\d+\/ \(to open it: /);
    // Nobody reads this terminal: the key is not for whoever reads the file it goes to.
    expect(stdout).not.toContain("#key=");
    expect(stdout).not.toContain("{");
  });

  test("settings reach the service", async () => {
    const running = await service(freshDir(), [
      "--dialect",
      "vendor",
      "--set",
      "timeZone=Asia/Tehran",
      "--set",
      "rateLimit=77",
    ]);
    const list = await running.api("GET", "/api/urls");
    expect(list.headers.get("x-ratelimit-limit")).toBe("77");
    expect(await list.json()).toMatchObject({ error: 0 });
  });
});

describe("stopping", () => {
  test.each(["SIGTERM", "SIGINT"] as const)(
    "on %s what is in flight is finished, and it exits with 0 within 3 s",
    async (signal) => {
      const dataDir = freshDir();
      const running = await service(dataDir);
      const body = '{"url":"https://example.org/in-flight","custom":"in-flight"}';
      const socket = await halfSentCreation(running.ready, body);
      const idle = connect(Number(new URL(running.ready.baseUrl).port), "127.0.0.1");
      await once(idle, "connect");
      const stoppedAt = performance.now();
      const exited = running.stop(signal);
      let answer = "";
      socket.setEncoding("utf8").on("data", (text: string) => (answer += text));
      socket.write(body);
      const { code, signal: killedBy } = await exited;
      expect({ code, killedBy }).toEqual({ code: 0, killedBy: null });
      expect(performance.now() - stoppedAt).toBeLessThan(3000);
      expect(answer).toContain("HTTP/1.1 200");
      expect(existsSync(join(dataDir, "run.json"))).toBe(false);

      const again = await service(dataDir);
      const visit = await again.visit("in-flight");
      expect(visit.headers.get("location")).toBe("https://example.org/in-flight");
    },
  );

  test("a client that never finishes is not waited for longer than 3 s", async () => {
    const running = await service(freshDir());
    await halfSentCreation(running.ready, '{"url":"https://example.org"}');
    const stoppedAt = performance.now();
    expect(await running.stop()).toMatchObject({ code: 0 });
    expect(performance.now() - stoppedAt).toBeLessThan(3000);
  });

  test("a second signal ends it at once, and not with 0", async () => {
    const running = await service(freshDir());
    await halfSentCreation(running.ready, '{"url":"https://example.org"}');
    const exited = running.stop("SIGTERM");
    process.kill(running.ready.pid, "SIGINT");
    const { code } = await exited;
    // Two signals may reach a process in either order.
    expect([130, 143]).toContain(code);
  });

  test("a signal during the start leaves nothing half open", async () => {
    const dataDir = freshDir();
    const running = runCommand(["serve", "--json", "--data", dataDir, "--port", "0", "--no-gui"]);
    await once(running.child, "spawn");
    running.child.kill("SIGTERM");
    await running.exited;
    const again = await service(dataDir);
    expect((await again.api("GET", "/api/account")).status).toBe(200);
  });

  test("stops cleanly when npm, which started it, is told to", async () => {
    const project = mkdtempSync(join(folder, "project-"));
    const serve = `"${nodeProgram}" "${testedCommand}" serve`;
    writeFileSync(join(project, "package.json"), JSON.stringify({ scripts: { serve } }));
    const dataDir = freshDir();
    const running = runProgram(
      ["npm", "run", "-s", "serve", "--", "--json", "--port", "0", "--no-gui", "--data", dataDir],
      { cwd: project },
    );
    onTestFinished(() => {
      running.child.kill("SIGKILL");
    });
    const ready = JSON.parse(await running.firstLine) as ReadyLine;
    expect(ready.pid).not.toBe(running.child.pid);
    running.child.kill("SIGTERM");
    // Its pipes are closed once the service has ended, too.
    await running.exited;
    expect(existsSync(join(dataDir, "run.json"))).toBe(false);
  });

  test("under npm a Ctrl+C that arrives twice is one", async () => {
    const running = runCommand(
      ["serve", "--json", "--data", freshDir(), "--port", "0", "--no-gui"],
      { environment: { npm_lifecycle_event: "serve" } },
    );
    const ready = JSON.parse(await running.firstLine) as ReadyLine;
    await halfSentCreation(ready, '{"url":"https://example.org"}');
    running.child.kill("SIGINT");
    running.child.kill("SIGINT");
    expect(await running.exited).toMatchObject({ code: 0, signal: null });
  });

  test("goes on without a reader of its output and without input", async () => {
    const running = await service(freshDir());
    running.child.stdout?.destroy();
    running.child.stderr?.destroy();
    expect((await running.api("GET", "/api/account")).status).toBe(200);
    process.kill(running.ready.pid, "SIGTERM");
    expect(await running.exited).toMatchObject({ code: 0 });
  });
});

/** One clear line, nothing on stdout, the code that is expected. */
function expectRefusal({ code, stdout, stderr }: Ran, expected: number, named: string): void {
  expect(stderr.trimEnd().split("\n")).toEqual([expect.stringContaining(named)]);
  expect({ code, stdout }).toEqual({ code: expected, stdout: "" });
}

describe("wrong use is one line on stderr and exit 2", () => {
  test.each([
    [["serve", "--port", "70000"], "--port"],
    [["serve", "--port"], "--port"],
    [["serve", "--base-url", "nonsense"], "--base-url"],
    [["serve", "--set", "nonsense"], "--set"],
    [["serve", "--set", "no.such.setting=1"], "no.such.setting"],
    [["serve", "--set", "timeZone=Nowhere/Town"], "timeZone"],
    [["serve", "--rate-limit", "0"], "--rate-limit"],
    [["serve", "--dialect", "other"], "--dialect"],
    [["serve", "--prot", "1"], "--prot"],
    [["serve", "extra"], "argument"],
    [["server"], "server"],
  ])("%j", async (line, named) => {
    const dataDir = freshDir();
    const [command = "", ...flags] = line;
    const exit = await runHere(command === "serve" ? [command, "--data", dataDir, ...flags] : line);
    expectRefusal(exit, 2, named);
    expect(existsSync(dataDir)).toBe(false);
  });

  test("--data without a folder, in a process of its own", async () => {
    expectRefusal(await waypost(["serve", "--data"]), 2, "--data");
  });

  test("help is no failure", async () => {
    const { code, stdout, stderr } = await runHere(["serve", "--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("Examples:");
  });
});

describe("a start that can't be", () => {
  test.each(["--port", "--public-port", "--gui-port"])(
    "%s is taken: says which address and by which flag there is another, exits with 1, changes nothing",
    async (flag) => {
      const port = await takenPort();
      const dataDir = freshDir();
      const ports = ["--port", "--public-port", "--gui-port"].flatMap((name) => [
        name,
        name === flag ? String(port) : "0",
      ]);
      const exit = await waypost(["serve", "--json", "--data", dataDir, ...ports]);
      expectRefusal(exit, 1, `127.0.0.1:${port}`);
      expect(exit.stderr).toContain(`serve ${flag} 0 --data`);
      expect(existsSync(dataDir) ? readdirSync(dataDir) : []).toEqual([]);
    },
  );

  test("under npm start: ends with 1 as well, and names npm start with the flag", async () => {
    const port = await takenPort();
    const dataDir = freshDir();
    const line = [testedCommand, "serve", "--data", dataDir, "--port", String(port), "--no-gui"];
    // `npm start` holds it by a channel.
    const child = spawn(nodeProgram, line, {
      env: { ...process.env, npm_lifecycle_event: "start", npm_package_name: "waypost" },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let said = "";
    child.stderr?.on("data", (text: Buffer) => (said += text.toString()));
    const [code] = await once(child, "close");
    expect(code).toBe(1);
    expect(said).toContain(`npm start -- --port 0 --data ${dataDir}`);
  });

  test("a folder that is served: the second is refused, the first goes on", async () => {
    const dataDir = freshDir();
    const first = await service(dataDir);
    const exit = await waypost(["serve", "--data", dataDir, "--port", "0", "--no-gui"]);
    expectRefusal(exit, 1, String(first.ready.pid));
    expect((await first.api("GET", "/api/account")).status).toBe(200);
  });
});
