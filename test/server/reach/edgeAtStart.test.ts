import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
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
