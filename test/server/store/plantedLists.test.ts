import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { boundedJson, deepest, parseBounded } from "../../../src/server/store/boundedJson.ts";
import { disk } from "../../../src/server/store/fileSystem.ts";
import { createRecordFile } from "../../../src/server/store/recordFile.ts";
import { seal } from "../../../src/server/store/lines.ts";
import { salvage } from "../../../src/server/store/salvage.ts";
import { filesOf, link, newFolder, open } from "./testFolder.ts";

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

test("values are counted outside of texts, and lists in lists as those that they are", () => {
  const read = (text: string) => () => parseBounded(text, 6);
  expect(read('["a, b, c, [[[[[[ {", "\\",,,,,,,\\\\", 1, 2, 3, 4]')).not.toThrow();
  expect(read("[1, 2, 3, 4, 5, 6, 7]")).toThrow("more than 6 values");
  expect(read('{"a": [], "b": {}, "c": [1]}')).not.toThrow();
  expect(read('{"a": [], "b": {}, "c": [1, 2]}')).toThrow("more than 6 values");
  expect(read("[[[[[[[]]]]]]]")).toThrow("more than 6 values");
});

test("values at as many levels as there may be are read, and no deeper ones", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  expect(() => parseBounded(nested(deepest), 100)).not.toThrow();
  expect(() => parseBounded(nested(deepest + 1), 100)).toThrow("nested more than");
});

const mebibyte = 2 ** 20;

/** A folder whose journal goes on with this change, as whoever plants a folder can write it. */
async function planted(...records: readonly object[]): Promise<string> {
  const dir = newFolder();
  await (await open(dir)).close();
  const name = filesOf(dir, /^journal-/).at(-1) ?? "";
  const path = join(dir, name);
  const [head = ""] = readFileSync(path, "utf8").split("\n");
  const { commit } = JSON.parse(head) as { commit: number };
  const changes = records.map((record) => ({ put: "links", record }));
  appendFileSync(path, seal(JSON.stringify({ commit, changes })));
  return dir;
}

/** Bytes that a piece of work has taken more of than there were. */
async function memoryOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().heapUsed;
  await work();
  return process.memoryUsage().heapUsed - before;
}

const million = Array.from({ length: 1_000_000 }, () => 1);

test.each([
  ["in a list", { tags: million }, "tags.0: must be of type string, not 1"],
  ["in a list of a list", { rules: [{ conditions: million }] }, "rules: has too many entries"],
])(
  "a journal with a million wrong entries %s is damaged and costs little",
  async (_, fields, what) => {
    const dir = await planted({ ...link(1), ...fields });
    const start = async () => {
      await expect(open(dir)).rejects.toThrow(what);
    };
    expect(await memoryOf(start)).toBeLessThan(200 * mebibyte);
    const doctor = async () => {
      expect(await salvage(dir)).toMatchObject({ kept: 0 });
    };
    expect(await memoryOf(doctor)).toBeLessThan(200 * mebibyte);
  },
);

test("a long list whose last entries are wrong is as damaged as one whose first are", async () => {
  const tags = Array.from({ length: 100_000 }, (_, at) => (at < 60_000 ? `t${at}` : at));
  const dir = await planted({ ...link(1), tags });
  await expect(open(dir)).rejects.toThrow("tags.60000: must be of type string, not 60000");
});

test("a journal with more records than fit into memory says so", async () => {
  const long = { description: "A note. ".repeat(20_000) };
  const dir = await planted(...Array.from({ length: 10 }, (_, at) => link(at + 1, long)));
  await expect(open(dir, { freeMemory: () => 1_200_000 })).rejects.toThrow(
    "more records than fit into memory",
  );
});
