import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { send, startTestServer } from "../support/server.ts";
import { waypost } from "../support/serviceProcess.ts";
import { chrome } from "../support/userAgents.ts";

import { newFolder } from "../server/store/testFolder.ts";
import { type CopyProcess, startCopy } from "./copyProcess.ts";
import { homeOf } from "./home.ts";

test("no click that a copy on a server has answered is lost or doubled, whichever side is killed or stopped", async () => {
  const folder = newFolder();
  const dataDir = newFolder();
  const given = "a-secret-that-its-owner-has-made-up";
  const first = await startCopy(folder, ["--port", "0", "--secret", "-"], `${given}\n`);
  expect(first.secret).toBe(given);
  const { port } = new URL(first.url);
  const restart = () => startCopy(folder, ["--port", port]);

  let home = homeOf(await startTestServer({ dataDir, log: () => {} }));
  await home.api("POST", "/api/url/add", { url: "https://example.org/x", custom: "spring" });
  const connected = await home.follow("/connect", { address: first.url, secret: given });
  expect(connected).toMatchObject({ problem: null, setUp: { problem: null } });

  let answered = 0;
  /** Visitors at once, until the copy is killed in their midst. */
  async function visitUntilKilled(copy: CopyProcess, visitors: number): Promise<void> {
    const visits = Array.from({ length: visitors }, async () => {
      for (;;) {
        try {
          const { status } = await send(copy.url, "/spring", { headers: { "user-agent": chrome } });
          if (status === 302) answered += 1;
        } catch {
          return;
        }
        if (answered === 60) void copy.stop("SIGKILL");
      }
    });
    await Promise.all(visits);
  }
  await visitUntilKilled(first, 8);
  // Its database was not closed.
  const second = await restart();
  await home.stop();
  await send(second.url, "/spring", { headers: { "user-agent": chrome } });
  home = homeOf(await startTestServer({ dataDir, log: () => {} }));
  onTestFinished(() => home.stop());
  const drained = await home.edge("POST", "/pull");
  expect(drained).toMatchObject({ problem: null, drain: { waiting: 0, lost: 0 } });
  const clicks = async () => (await home.api("GET", "/api/urls?q=spring")).body.data.urls[0].clicks;
  // One that was written while its answer was on its way may be counted, too.
  const counted = await clicks();
  expect(counted).toBeGreaterThanOrEqual(answered + 1);
  expect(counted).toBeLessThanOrEqual(answered + 1 + 8);

  expect((await second.stop("SIGTERM")).code).toBe(0);
  await home.api("POST", "/api/url/add", { url: "https://example.org/y", custom: "autumn" });
  expect((await home.edge("POST", "/push")).problem).toMatchObject({ code: "network" });
  const third = await restart();
  expect(await home.edge("POST", "/push")).toMatchObject({ problem: null });
  expect((await send(third.url, "/autumn")).status).toBe(302);
  expect((await home.edge("POST", "/check")).check).toMatchObject({ differences: 0 });
  await home.edge("POST", "/pull");
  expect(await clicks()).toBe(counted);
});

test("a copy on a server says in words why it doesn't start", async () => {
  const folder = newFolder();
  const outcomes = await Promise.all([
    waypost(["mirror"], { environment: { WAYPOST_DATA: "" } }),
    waypost(["mirror", "--data", folder, "--secret", "-"], { input: "short" }),
    waypost(["mirror", "--data", folder, "--port", "70000"]),
    waypost(["mirror", "--data", folder, "--proxies", "somewhere"]),
    waypost(["mirror", "--data", folder, "--bogus"]),
  ]);
  expect(outcomes.map(({ code, stderr }) => [code, stderr.split("\n")[0]])).toEqual([
    [2, "waypost: Choose a folder for the copy with --data."],
    [2, "waypost: A secret is one word of 32 to 400 characters."],
    [2, "waypost: --port must be a whole number from 0 to 65535."],
    [2, expect.stringContaining("Proxies are IP addresses or networks")],
    [2, expect.stringContaining("unknown option")],
  ]);
  const home = await startTestServer({ dataDir: join(folder, "home"), log: () => {} });
  onTestFinished(() => home.stop());
  const own = await waypost(["mirror", "--data", home.dataDir]);
  expect([own.code, own.stderr]).toEqual([2, expect.stringContaining("Choose another folder")]);
});
