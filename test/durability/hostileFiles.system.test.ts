import { expect, test } from "vitest";
import { hostileFiles } from "./hostileFiles.ts";

test("files that are made to hurt take little memory, and end in words", async () => {
  // Blocks are measured where nothing else runs: npm run torture.
  const { faults, ...figures } = await hostileFiles(3, () => {}, { memory: 200, block: 1000 });
  console.log(`hostile files: ${JSON.stringify(figures)}`);
  expect(faults).toEqual([]);
});
