import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { schema } from "../../../src/mirror/worker/control/schema.ts";
import { startLocalEdge } from "../../support/localEdge.ts";
import { makeMirroredFolder } from "../../support/mirroredFolder.ts";
import { makeDataDir, startTestServer } from "../../support/server.ts";

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
  const asked = server.api("POST", "/api/edge/drain", undefined, server.localKey);
  await server.api("GET", "/api/urls");
  unlocked.resolve();
  expect((await asked).body.data).toMatchObject({ problem: null, drain: { waiting: 0 } });
  await server.stop();
  await edge.close();
});
