import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { disk } from "../../../src/server/store/fileSystem.ts";
import { createEdgeFile } from "../../../src/server/store/recordFile.ts";
import { newEdgeRecord } from "../../support/mirroredFolder.ts";
import { newFolder } from "./testFolder.ts";

test("a record that couldn't be read again isn't written over the one before", async () => {
  const dir = newFolder();
  const file = createEdgeFile(disk, dir);
  const record = newEdgeRecord({ address: "https://waypost.example.workers.dev" });
  await file.write(record, true);
  const before = await readFile(join(dir, "edge.json"), "utf8");
  const tooLarge = file.write({ ...record, sequence: 2 ** 53 }, true);
  await expect(tooLarge).rejects.toThrow("edge.json couldn't be saved.");
  expect(await readFile(join(dir, "edge.json"), "utf8")).toBe(before);
  expect(await file.readOrSetAside(() => undefined)).toEqual({ record, isOwn: true });
});
