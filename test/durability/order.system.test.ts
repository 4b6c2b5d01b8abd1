import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { startService } from "../support/serviceProcess.ts";

/** One system call of a trace that was written with `strace -f -y`. */
interface SystemCall {
  readonly name: string;
  readonly text: string;
  /** Places in the trace, so that calls of several threads can be put in order. */
  readonly begin: number;
  readonly end: number;
}

/** Joins what other threads interrupted: `fdatasync(21</f> <unfinished ...>` and its `resumed`. */
function readTrace(trace: string): SystemCall[] {
  const calls: SystemCall[] = [];
  const unfinished = new Map<string, { name: string; text: string; begin: number }>();
  for (const [place, line] of trace.split("\n").entries()) {
    const [, thread = "", rest = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const resumed = /^<\.\.\. (\w+) resumed>(.*)$/.exec(rest);
    if (resumed !== null) {
      const started = unfinished.get(thread);
      unfinished.delete(thread);
      if (started !== undefined) {
        calls.push({ ...started, text: started.text + (resumed[2] ?? ""), end: place });
      }
      continue;
    }
    const name = /^(\w+)\(/.exec(rest)?.[1];
    if (name === undefined) continue;
    if (rest.endsWith("<unfinished ...>")) {
      unfinished.set(thread, { name, text: rest.slice(0, -16), begin: place });
    } else calls.push({ name, text: rest, begin: place, end: place });
  }
  return calls.toSorted((a, b) => a.begin - b.begin);
}

/** The path of the descriptor that a call works on. */
function pathOf({ text }: SystemCall): string | undefined {
  return /^\w+\(\d+<([^>]*)>/.exec(text)?.[1];
}

function isSync({ name, text }: SystemCall): boolean {
  return (name === "fsync" || name === "fdatasync") && /\) += 0$/.test(text);
}

const canTrace = process.platform === "linux" && spawnSync("strace", ["-f", "true"]).status === 0;
if (!canTrace) console.log("The order of system calls is not tested: strace is not here.");

const traced =
  "write,writev,pwrite64,pwritev,sendto,sendmsg,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat";

/** What is written anew at each start tells of a running process; nobody needs it after a crash. */
const passing = new Set(["run.json"]);

/** The first journal that the database doesn't have as a whole. */
function nextJournal(dataDir: string): number {
  const path = join(dataDir, "waypost.sqlite");
  if (!existsSync(path)) return 0;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return Number(database.prepare("select journal from taken").get()?.["journal"]);
  } catch {
    // It is being made.
    return 0;
  } finally {
    database.close();
  }
}

test.skipIf(!canTrace)(
  "a change is on disk before it is acknowledged, and a renamed file before and after its rename",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "waypost-order-"));
    const trace = join(folder, "trace");
    const dataDir = join(folder, "data");
    // What it leaves in its journal goes into the history at the next start.
    const former = await startService(dataDir);
    await former.api("POST", "/api/url/add", { url: "https://example.org/before" });
    expect(await former.stop()).toMatchObject({ code: 0 });
    const service = await startService(dataDir, [], {
      before: ["strace", "-f", "-y", "-s", "4096", "-e", `trace=${traced}`, "-o", trace],
      // File calls that go through io_uring are in no trace.
      environment: { UV_USE_IO_URING: "0" },
    });
    onTestFinished(async () => {
      await service.stop("SIGKILL").catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    });
    // Soon after a start the database has what the last run left in its journals; then they may go.
    await expect.poll(() => nextJournal(dataDir), { timeout: 30_000 }).toBeGreaterThan(1);
    expect((await service.api("GET", "/api/changes")).status).toBe(200);
    const sentinel = "https://example.org/on-disk-before-the-answer";
    const made = await service.api("POST", "/api/url/add", { url: sentinel, custom: "traced" });
    expect(made.status).toBe(200);
    const removed = await service.api("DELETE", "/api/url/2/delete");
    expect(removed.status).toBe(200);
    expect(await service.stop()).toMatchObject({ code: 0 });

    const calls = readTrace(readFileSync(trace, "utf8"));
    const isJournal = (call: SystemCall) => /journal-\d+\.ndjson$/.test(pathOf(call) ?? "");
    const expectSynced = (recordText: string, answerText: string) => {
      const record = calls.find(
        (call) => /^p?write/.test(call.name) && isJournal(call) && call.text.includes(recordText),
      );
      const answer = calls.find(
        (call) => call.text.includes("HTTP/1.1 200") && call.text.includes(answerText),
      );
      const sync = calls.find(
        (call) =>
          isSync(call) &&
          record !== undefined &&
          pathOf(call) === pathOf(record) &&
          call.begin > record.end,
      );
      expect({ record, answer, sync }).toEqual({
        record: expect.anything(),
        answer: expect.anything(),
        sync: expect.anything(),
      });
      expect(sync?.end).toBeLessThan(answer?.begin ?? 0);
    };
    expectSynced(sentinel, "/traced");
    expectSynced('\\"remove\\":\\"links\\"', "Link has been deleted successfully");

    const renames = calls.filter(
      ({ name, text }) => name.startsWith("rename") && text.endsWith(" = 0"),
    );
    const looked = renames.flatMap((call) => {
      const [from = "", to = ""] = Array.from(call.text.matchAll(/"([^"]+)"/g), ([, path]) => path);
      // Node keeps compiled modules in a folder of its own, which is nobody's data.
      const isKept = to.startsWith(dataDir) && !passing.has(basename(to));
      return isKept ? [{ call, from, to }] : [];
    });
    expect(looked.map(({ to }) => basename(to))).toContain("waypost.json");
    for (const { call, from, to } of looked) {
      const isOnFile = (other: SystemCall) => pathOf(other) === from && other.end < call.begin;
      const lastWrite = calls.findLast((other) => /^p?write/.test(other.name) && isOnFile(other));
      const fileSync = calls.findLast((other) => isSync(other) && isOnFile(other));
      expect(fileSync?.begin, `${from} is synced before it is renamed`).toBeGreaterThan(
        lastWrite?.end ?? 0,
      );
      expect(
        calls.some(
          (other) => isSync(other) && pathOf(other) === dirname(to) && other.begin > call.end,
        ),
        `the folder is synced after ${basename(to)} got its name`,
      ).toBe(true);
    }

    const isLog = (call: SystemCall) => pathOf(call)?.endsWith("waypost.sqlite-wal") === true;
    const kept = calls.find((call) => /^p?write/.test(call.name) && isLog(call));
    const logSync = calls.find(
      (call) => isSync(call) && isLog(call) && call.begin > (kept?.end ?? 0),
    );
    const journalGone = calls.find(
      ({ name, text }) => name.startsWith("unlink") && text.includes("journal-000001.ndjson"),
    );
    expect({ kept, logSync, journalGone }).toEqual({
      kept: expect.anything(),
      logSync: expect.anything(),
      journalGone: expect.anything(),
    });
    expect(logSync?.end).toBeLessThan(journalGone?.begin ?? 0);
  },
);
