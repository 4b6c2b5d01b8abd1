import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Way } from "../../../../../src/server/features/publicAddress/tunnel/model.ts";
import {
  CannotLaunch,
  type Ended,
  type Launched,
} from "../../../../../src/server/features/publicAddress/tunnel/process.ts";
import {
  createTunnel,
  delayAfter,
  type Stage,
  type Tunnel,
} from "../../../../../src/server/features/publicAddress/tunnel/tunnel.ts";
import {
  identityOf,
  markVariable,
} from "../../../../../src/server/features/publicAddress/tunnel/leftovers.ts";
import { disk } from "../../../../../src/server/store/fileSystem.ts";
import { createTunnelFiles } from "../../../../../src/server/store/recordFile.ts";
import { tunnelRunRecord } from "../../../../../src/server/store/records.ts";
import { makeStandIns, type StandIns } from "../../../../support/tunnelStandIn.ts";
import { testApp } from "../../../../support/app.ts";

/** A program that the test plays. */
interface Played {
  readonly launched: Launched;
  say(line: string): void;
  exit(code: number): void;
  readonly isOver: () => boolean;
}

let dataDir: string;
/** Where `cloudflared` is found; nothing of it is run. */
let programs: StandIns;
let tunnel: Tunnel;
let played: Played[];
let target: { host: string; port: number } | null;
let cannot: CannotLaunch | null;
let isDownloading: boolean;
let now: number;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  programs = await makeStandIns();
  dataDir = await mkdtemp(join(tmpdir(), "waypost-tunnel-"));
  played = [];
  target = { host: "127.0.0.1", port: 4081 };
  cannot = null;
  isDownloading = false;
  now = 0;
  const app = testApp({
    store: {
      secrets: { apiKey: "", hashKey: "", cookieKey: "" },
      saveSecrets: () => Promise.resolve(),
    },
    dataDir,
    clock: () => now,
    random: () => 0,
    log: () => {},
  });
  tunnel = await createTunnel(app, {
    target: () => target,
    system: { platform: process.platform, environment: { PATH: programs.folder } },
    download: {
      release: { version: "1", source: "https://example.org/", size: 1, sha256: "" },
      path: "",
      isGenuine: () => Promise.resolve(false),
      state: () => ({ running: isDownloading, failure: null }),
      start() {},
      close: () => Promise.resolve(),
    },
    launch(launched, say) {
      if (cannot !== null) return Promise.reject(cannot);
      const end = Promise.withResolvers<Ended>();
      let isOver = false;
      const finish = (how: Ended) => {
        isOver = true;
        end.resolve(how);
      };
      played.push({
        launched,
        say,
        exit: (code) => finish({ code, signal: null }),
        isOver: () => isOver,
      });
      return Promise.resolve({
        // Nobody's: nothing in these tests is sent a signal.
        pid: 4_000_000 + played.length,
        ended: end.promise,
        end: () => {
          finish({ code: null, signal: "SIGTERM" });
          return Promise.resolve();
        },
      });
    },
  });
});
afterEach(async () => {
  await tunnel.close();
  vi.useRealTimers();
  await rm(dataDir, { recursive: true, force: true });
  await programs.remove();
});

/** Until something is so; the disk is real, time is not. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
const stage = (wanted: Stage) => until(() => tunnel.state().stage === wanted);
const started = (count: number) => until(() => played.length === count);
const last = () => played.at(-1) as Played;

async function pass(milliseconds: number): Promise<void> {
  now += milliseconds;
  await vi.advanceTimersByTimeAsync(milliseconds);
}

/** A way whose program is there wherever these tests run. */
const own: Extract<Way, { way: "command" }> = {
  way: "command",
  command: `${process.execPath} {port}`,
};

async function begin(way: Way = own): Promise<void> {
  await tunnel.set(way, null);
  await tunnel.start();
}

test("tries come at a growing distance, half of it by chance, at most a minute", () => {
  const most = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((tries) => delayAfter(tries, () => 1));
  expect(most).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  expect(delayAfter(7, () => 0)).toBe(30_000);
});

test("a download that ends while its program is looked for is still told as running", async () => {
  isDownloading = true;
  const looking = tunnel.programs();
  isDownloading = false;
  const found = (await looking).find(({ name }) => name === "cloudflared");
  expect(found?.download?.running).toBe(true);
});

test("what ends is started again, later each time, and soon again after a good minute", async () => {
  await begin();
  for (const [tries, delay] of [
    [1, 500],
    [2, 1000],
    [3, 2000],
  ] as const) {
    await started(tries);
    last().say("no luck");
    last().exit(1);
    await stage("waiting");
    expect(tunnel.state()).toMatchObject({
      tries,
      nextTry: now + delay,
      problem: { code: "ended", values: { code: 1, said: "no luck" } },
    });
    await pass(delay);
  }
  await started(4);
  last().say("https://go.example.org");
  await stage("up");
  expect(tunnel.state()).toMatchObject({
    tries: 4,
    problem: null,
    nextTry: null,
    isTemporary: false,
  });
  await pass(60_000);
  expect(tunnel.state().tries).toBe(0);
  last().exit(0);
  await stage("waiting");
  expect(tunnel.state().nextTry).toBe(now + 500);
});

test("half a minute of nothing is told, and tried again; an output without an address is its owner's", async () => {
  await begin();
  const [silent] = played;
  await pass(30_000);
  await stage("waiting");
  expect(silent?.isOver()).toBe(true);
  expect(tunnel.state().problem).toMatchObject({ code: "silent", values: { seconds: 30 } });
  await pass(500);
  await started(2);
  last().say("connected");
  await pass(30_000);
  await stage("failed");
  expect(tunnel.state()).toMatchObject({
    isOn: true,
    nextTry: null,
    problem: { code: "noAddress" },
  });
  expect(last().isOver()).toBe(true);
});

test("with an address of its owner's a command is up once it goes on living", async () => {
  await begin({ ...own, address: "https://go.example.org" });
  expect(tunnel.state().stage).toBe("starting");
  await pass(2_000);
  expect(tunnel.state()).toMatchObject({ stage: "up", address: "https://go.example.org" });
});

test("an address that the owner entered isn't replaced by one in the output", async () => {
  const address = "https://go.example.org";
  await begin({ ...own, address });
  last().say("GET /spring referer=https://stranger.example");
  await pass(2_000);
  last().say("GET /spring referer=https://stranger.example");
  expect(tunnel.state()).toMatchObject({ stage: "up", address });
  await begin({ ...own, address, pattern: "Forwarding (\\S+)" });
  last().say("Forwarding https://go.example.org");
  await stage("up");
  expect(tunnel.state().address).toBe(address);
});

test("only the first address of a run counts, so that logged requests can't replace it", async () => {
  await begin();
  last().say("Forwarding https://calm-river.example.org");
  await stage("up");
  last().say('GET /spring "https://stranger.example/" "Mozilla/5.0 https://stranger.example"');
  last().say("Forwarding https://a.trycloudflare.com");
  expect(tunnel.state()).toMatchObject({
    address: "https://calm-river.example.org",
    isTemporary: false,
  });
  await tunnel.restart("requested");
  last().say("Forwarding https://a.trycloudflare.com");
  await stage("up");
  expect(tunnel.state()).toMatchObject({
    address: "https://a.trycloudflare.com",
    isTemporary: true,
  });
});

test("a program that is there and can't be run waits for its owner", async () => {
  cannot = new CannotLaunch(Object.assign(new Error("no"), { code: "EACCES" }));
  await begin();
  await stage("failed");
  expect(tunnel.state().problem).toMatchObject({
    code: "programUnusable",
    values: { reason: "EACCES" },
  });
});

test("a disk that refuses is told, and tried again", async () => {
  await tunnel.set(own, null);
  await mkdir(join(dataDir, "tunnel-run.json"));
  await tunnel.start();
  expect(tunnel.state()).toMatchObject({ stage: "waiting", problem: { code: "programUnusable" } });
  expect(played).toEqual([]);
  await rm(join(dataDir, "tunnel-run.json"), { recursive: true });
  await pass(500);
  await started(1);
});

test("a program that a planted file names isn't ended, and one that a killed run left behind is", async () => {
  const mark = "a-mark-that-somebody-chose";
  const echo = "process.stdin.pipe(process.stdout)";
  const child = spawn(process.execPath, ["-e", echo], {
    env: { ...process.env, [markVariable]: mark },
    detached: true,
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = once(child, "exit");
  child.stdin.on("error", () => undefined);
  const pid = child.pid ?? 0;
  const startedAs = await identityOf(pid);
  const file = join(dataDir, "tunnel-run.json");
  await writeFile(file, JSON.stringify({ mark, pid, startedAs, ownIn: 7 }));
  await tunnel.begin();
  child.stdin.write("alive");
  const heard = await Promise.race([once(child.stdout, "data"), exited]);
  expect(String(heard)).toBe("alive");
  await createTunnelFiles(disk, dataDir).writeRun({ mark, pid, startedAs });
  await tunnel.begin();
  await exited;
});

test.each([-1, 0, 1])("a run file never names process %d", (pid) => {
  const run = { mark: "x".repeat(16), pid, startedAs: "at some time" };
  expect(tunnelRunRecord.safeParse(run).success).toBe(false);
});

test("it follows the public door: closed, opened, elsewhere", async () => {
  await begin();
  last().say("https://go.example.org");
  await stage("up");
  tunnel.doorMoved();
  target = null;
  tunnel.doorMoved();
  await stage("failed");
  expect(tunnel.state().problem?.code).toBe("doorClosed");
  expect(played.map((one) => one.isOver())).toEqual([true]);
  target = { host: "127.0.0.1", port: 4999 };
  tunnel.doorMoved();
  await started(2);
  expect(last().launched.line).toEqual(["4999"]);
});

test("what is asked one after the other ends as the last one wants it", async () => {
  await tunnel.set(own, null);
  await Promise.all([
    tunnel.start(),
    tunnel.restart("woken"),
    tunnel.stop(),
    tunnel.start(),
    tunnel.stop(),
  ]);
  expect(tunnel.state()).toMatchObject({ stage: "off", isOn: false, pid: null });
  expect(played.every((one) => one.isOver())).toBe(true);
  await pass(120_000);
  expect(tunnel.state().stage).toBe("off");
  expect(tunnel.log().at(-1)?.text).toContain("asleep");
});

test("what its owner has to mend is not waited for, also where the program goes on trying", async () => {
  await begin({ way: "cloudflared-quick" });
  last().say(
    'ERR Register tunnel error from server side error="Unauthorized: Failed to get tunnel"',
  );
  expect(tunnel.state()).toMatchObject({ stage: "starting", problem: { code: "tokenWrong" } });
  await pass(1_000);
  await stage("failed");
  expect(last().isOver()).toBe(true);

  await tunnel.start();
  last().say("INF Registered tunnel connection connIndex=0 connection=a");
  last().say('WRN Connection terminated error="timeout: no recent network activity" connIndex=0');
  expect(tunnel.state()).toMatchObject({ stage: "starting", problem: { code: "networkGone" } });
  last().say("INF Registered tunnel connection connIndex=0 connection=b");
  expect(tunnel.state()).toMatchObject({ stage: "up", problem: null });
  last().say('WRN Connection terminated error="timeout: no recent network activity" connIndex=0');
  await pass(30_000);
  await stage("waiting");
  expect(last().isOver()).toBe(true);
});
