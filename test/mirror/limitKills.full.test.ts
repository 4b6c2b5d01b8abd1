import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { untilKilled } from "../durability/killRounds.ts";
import { startLocalEdge } from "../support/localEdge.ts";
import { makeMirroredFolder } from "../support/mirroredFolder.ts";
import { makeDataDir } from "../support/server.ts";
import { startService } from "../support/serviceProcess.ts";
import { chrome } from "../support/userAgents.ts";
import { diceFrom } from "./parity/dice.ts";

const rounds = 15;
const destination = "https://example.org/offer";

test(`${rounds} kills while limits change hands give no click too many, and lose none for good`, async () => {
  const dice = diceFrom(7);
  const edge = await startLocalEdge();
  const dataDir = await makeDataDir();
  await makeMirroredFolder(dataDir, edge);
  const start = () => startService(dataDir, ["--base-url", edge.address]);
  let home = await start();
  onTestFinished(async () => {
    await home.stop("SIGKILL");
    await edge.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** As the command line on this computer asks. */
  async function push(): Promise<boolean> {
    const { localKey } = JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8"));
    const headers = { authorization: `Bearer ${localKey}` };
    const answer = await fetch(`${home.ready.baseUrl}/api/edge/push`, { method: "POST", headers });
    const { data } = (await answer.json()) as {
      data: { problem: unknown; push: { waiting: number } };
    };
    return data.problem === null && data.push.waiting === 0;
  }
  const sync = () => expect.poll(push, { timeout: 60_000 }).toBe(true);

  let through = 0;
  async function visit(base: string): Promise<void> {
    const headers = { "user-agent": chrome };
    const answer = await fetch(`${base}/offer`, { headers, redirect: "manual" });
    if (answer.headers.get("location") === destination) through += 1;
  }
  const visits = (base: string, count: number) =>
    Array.from({ length: count }, () => untilKilled(visit(base)));
  async function clicks(): Promise<number> {
    const answer = await home.api("GET", "/api/url/1");
    return ((await answer.json()) as { data: { clicks: number } }).data.clicks;
  }
  async function update(fields: object): Promise<void> {
    const answer = await home.api("PUT", "/api/url/1/update", { url: destination, ...fields });
    expect(answer.status).toBe(200);
  }

  let limit = 5;
  await home.api("POST", "/api/url/add", { url: destination, custom: "offer", maxclicks: limit });
  await sync();
  for (let round = 0; round < rounds; round += 1) {
    const { origin } = new URL(home.ready.baseUrl);
    const isTakenBack = dice.isOften(50);
    await update(isTakenBack ? { password: "a long password" } : { maxclicks: limit });
    const all = [
      untilKilled(push().then(() => undefined)),
      ...visits(edge.address, 3),
      ...visits(origin, 2),
    ];
    await wait(dice.below(250));
    await home.stop("SIGKILL");
    await Promise.all(all);
    expect(through).toBeLessThanOrEqual(limit);

    home = await start();
    await update({ maxclicks: limit, clear: ["password"] });
    await Promise.all(visits(new URL(home.ready.baseUrl).origin, 2));
    await sync();
    await Promise.all(visits(edge.address, 8));
    await edge.settled();
    await sync();
    expect(through).toBe(limit);
    expect(await clicks()).toBe(limit);
    limit += 5;
    await update({ maxclicks: limit });
  }
}, 900_000);
