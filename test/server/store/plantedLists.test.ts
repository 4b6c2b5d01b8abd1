import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { boundedJson } from "../../../src/server/store/boundedJson.ts";
import { disk } from "../../../src/server/store/fileSystem.ts";
import { createRecordFile } from "../../../src/server/store/recordFile.ts";
import { newFolder } from "./testFolder.ts";

const schema = z.object({ hooks: z.array(z.object({ id: z.number(), name: z.string() })) });

test.each([
  ["objects", "{}"],
  ["numbers", "1"],
  ["lists", "[]"],
])(
  "a file with a million %s, planted beside the document, is damaged and costs little",
  async (_, one) => {
    const dir = newFolder();
    writeFileSync(join(dir, "some.json"), `{"hooks":[${`${one},`.repeat(999_999)}${one}]}`);
    const file = createRecordFile({ files: disk, dir, name: "some.json", schema });
    const before = process.memoryUsage().heapUsed;
    expect(await file.read()).toBeNull();
    // A schema that looks at each of them says three million times what is wrong.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 2 ** 20);
    const told: string[] = [];
    await file.readOrSetAside((aside) => told.push(aside));
    expect(told).toEqual(["some.json.damaged"]);
  },
);

test("as many entries as are used are read", () => {
  const list = (count: number) => Buffer.from(`[${"1,".repeat(count - 1)}1]`);
  expect(boundedJson(list(20_000))).toHaveLength(20_000);
  expect(boundedJson(list(20_001))).toBeUndefined();
  expect(boundedJson(list(20_001), 30_000)).toHaveLength(20_001);
});
