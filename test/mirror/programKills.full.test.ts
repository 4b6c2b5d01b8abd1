import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { clickLine } from "../../src/server/store/clicks/clickLine.ts";
import { addLinks, newFolder, open } from "../server/store/testFolder.ts";
import { startService, waypost } from "../support/serviceProcess.ts";
import { diceFrom } from "./parity/dice.ts";
import { startCopy } from "./copyProcess.ts";

const [kills, clicks, links] = [50, 100_000, 10];
/** Milliseconds of a download before a kill, at most. */
const longestMoment = 120;

test(`${clicks} clicks come home once each from a copy on a server, through ${kills} kills of both sides`, async () => {
  const dice = diceFrom(27);
  const [dataDir, folder] = [newFolder(), newFolder()];
  const store = await open(dataDir);
  await addLinks(store, links);
  await store.close();
  let copy = await startCopy(folder, ["--port", "0"]);
  const { port } = new URL(copy.url);
  let home = await startService(dataDir);
  onTestFinished(async () => {
    await home.stop("SIGKILL");
  });
  const connect = ["edge", "connect", "--address", copy.url, "--secret", "-", "--unencrypted"];
  expect(await waypost([...connect, "--data", dataDir], { input: copy.secret })).toMatchObject({
    code: 0,
  });

  /** As the command line on this computer asks. */
  async function pull(): Promise<number> {
    const { localKey, baseUrl } = JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8"));
    const headers = { authorization: `Bearer ${localKey}` };
    const answer = await fetch(`${baseUrl}/api/edge/pull`, { method: "POST", headers });
    const { data } = (await answer.json()) as {
      data: { problem: unknown; drain: { waiting: number } };
    };
    return data.problem === null ? data.drain.waiting : Number.NaN;
  }

  const openCopy = () => new DatabaseSync(join(folder, "copy.sqlite"), { timeout: 10_000 });

  let left = 0;
  /** As visits leave them. */
  function leaveClicks(upTo: number): void {
    const database = openCopy();
    const insert = database.prepare("insert into clicks (line) values (?)");
    database.exec("begin immediate");
    const first = Date.now() - 3_600_000;
    for (; left < upTo; left += 1) {
      const click = { at: first + left, link: 1 + (left % links), visitor: `visitor ${left}` };
      insert.run(clickLine({ ...click, browser: "Chrome", os: "Linux", device: "linux" }));
    }
    database.exec("commit");
    database.close();
  }

  function isAllTaken(): boolean {
    const database = openCopy();
    const state = database.prepare("select clicks_taken as taken from state").get();
    database.close();
    return Number(state?.["taken"]) === left;
  }

  let cutOff = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    leaveClicks((clicks * kill) / kills);
    const killed = new AbortController();
    const asking = (async () => {
      while (!killed.signal.aborted) await pull().catch(() => wait(5));
    })();
    await wait(dice.below(longestMoment));
    await (kill % 2 === 0 ? copy : home).stop("SIGKILL");
    killed.abort();
    await asking;
    if (!isAllTaken()) cutOff += 1;
    if (kill % 2 === 0) copy = await startCopy(folder, ["--port", port]);
    else home = await startService(dataDir);
  }
  expect(cutOff).toBeGreaterThan(kills / 2);
  await expect.poll(pull, { timeout: 120_000 }).toBe(0);
  expect(isAllTaken()).toBe(true);
  const { data } = (await (await home.api("GET", "/api/urls")).json()) as {
    data: { urls: readonly { clicks: number }[] };
  };
  expect(data.urls.map((one) => one.clicks)).toEqual(
    Array.from({ length: links }, () => clicks / links),
  );
}, 600_000);
