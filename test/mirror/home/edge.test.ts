import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { schema } from "../../../src/mirror/worker/control/schema.ts";
import { createContactSubmissions } from "../../../src/server/features/overlays/contactSubmissions.ts";
import { clickLine } from "../../../src/server/store/clicks/clickLine.ts";
import { type LocalEdge, startLocalEdge } from "../../support/localEdge.ts";
import { savedInMemory, rowsInMemory, startMirroredHome } from "../../support/mirroredHome.ts";
import { counts, link, newFolder, now, openForTest } from "../../server/store/testFolder.ts";
import type { EdgeAnswer } from "../../../src/server/store/mirrorInbox/takenAnswers.ts";
import { loadedAtStart, src } from "../../support/loadedFrom.ts";
import { makeMirroredFolder } from "../../support/mirroredFolder.ts";
import { makeDataDir, startTestServer } from "../../support/server.ts";

const clicks = 600;
const answers = 2;

function leaveLines({ database }: LocalEdge): void {
  const click = database.sqlite.prepare("insert into clicks (line) values (?)");
  for (let number = 0; number < clicks; number += 1) {
    click.run(clickLine({ at: now - number, link: 1 }));
  }
  const answer = database.sqlite.prepare(
    "insert into answers (overlay, visitor, at, line) values (1, '', ?, ?)",
  );
  for (let number = 0; number < answers; number += 1) {
    const fields = { message: `${number}` };
    const line: EdgeAnswer = { at: now, overlay: 1, link: 1, fields, visitor: "" };
    answer.run(now, JSON.stringify(line));
  }
}

test.each(["cutBefore", "cutAfter"] as const)(
  "a network that is %s any one call of a drain loses no click and no answer, and doubles none",
  async (wire) => {
    const edge = await startLocalEdge();
    onTestFinished(() => edge.close());
    for (const statement of schema) edge.database.sqlite.exec(statement);
    const keeper = counts();
    const store = await openForTest(newFolder(), { keeper });
    const createdAt = "2026-01-01T00:00:00Z";
    await store.commit([
      { put: "links", record: link(1) },
      { put: "overlays", record: { id: 1, type: "contact", name: "Questions", createdAt } },
    ]);
    const contactAnswers = createContactSubmissions({ store, clock: () => now });
    const saved = savedInMemory(edge);

    let lost = 0;
    let calls = 0;
    while (calls >= lost) {
      lost += 1;
      leaveLines(edge);
      const source = rowsInMemory();
      const home = { edge, source, saved, clicks: store.clicks, answers: contactAnswers };
      const { mirror } = startMirroredHome(home);
      calls = 0;
      edge.cut(() => {
        calls += 1;
        return calls === lost ? wire : "open";
      });
      await mirror.drain();
      expect(mirror.state().problem?.code).toBe(calls < lost ? undefined : "network");
      edge.cut(() => "open");
      await mirror.drain();
      expect(mirror.state()).toMatchObject({ problem: null, linesWaiting: 0 });
      await mirror.close();
      expect(keeper.total()).toBe(lost * clicks);
      expect(contactAnswers.countsOf(1).answers).toBe(lost * answers);
    }
    expect(calls).toBeGreaterThan(4);
  },
);

test("what is kept of the mirror is read before anybody is answered", async () => {
  const dataDir = await makeDataDir();
  await writeFile(join(dataDir, "edge.json"), "{");
  const readAt: string[] = [];
  const service = await startTestServer({
    dataDir,
    log(line) {
      // Where the service answers is written as soon as it does.
      const isAnswering = existsSync(join(dataDir, "run.json"));
      if (line.includes("edge.json")) readAt.push(isAnswering ? "late" : "early");
    },
  });
  expect(readAt).toEqual(["early"]);
  await service.stop();
  await rm(dataDir, { recursive: true });
});

test("a sync that is asked for while the mirror still opens waits for it", async () => {
  const edge = await startLocalEdge();
  for (const statement of schema) edge.database.sqlite.exec(statement);
  const dataDir = await makeDataDir();
  await makeMirroredFolder(dataDir, edge);
  const path = join(dataDir, "secrets.json");
  const secrets: object = JSON.parse(await readFile(path, "utf8"));
  await writeFile(
    path,
    JSON.stringify({
      ...secrets,
      edgeSecret: { keeper: "keychain", value: Buffer.from(edge.secret).toString("base64") },
    }),
  );
  const unlocked = Promise.withResolvers<void>();
  const server = await startTestServer({
    dataDir,
    secretKeeper: {
      name: "keychain",
      isPlain: false,
      encrypt: (text) => Buffer.from(text),
      async decrypt(sealed) {
        await unlocked.promise;
        return Buffer.from(sealed).toString();
      },
    },
  });
  const asked = server.api("POST", "/api/edge/pull", undefined, server.localKey);
  await server.api("GET", "/api/urls");
  unlocked.resolve();
  expect((await asked).body.data).toMatchObject({ problem: null, drain: { waiting: 0 } });
  await server.stop();
  await edge.close();
});

const home = join(src, "mirror", "home");

test("a server without a mirror loads nothing that one is made of", () => {
  const loaded = loadedAtStart();
  const ofHome = loaded.filter((file) => file.startsWith(home));
  expect(ofHome.map((file) => file.slice(home.length + 1)).toSorted()).toEqual([
    "edge.ts",
    "edgeRecord.ts",
    "handedLimits.ts",
    "handlers.ts",
    "model.ts",
    "ownServer.ts",
    "presentState.ts",
    "setUpProgress.ts",
  ]);
  for (const room of ["wire", "worker"]) {
    expect(loaded.filter((file) => file.startsWith(join(src, "mirror", room)))).toEqual([]);
  }
});
