import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** In a process of its own: V8's flags are those of the whole process. */
async function youngSpaceAfter(call: string): Promise<number> {
  const program = `
    import { getHeapSpaceStatistics } from "node:v8";
    import { limitSemiSpaceGrowth } from ${JSON.stringify(new URL("../../../src/server/store/semiSpace.ts", import.meta.url).href)};
    const records = [];
    const work = async () => {
      for (let id = 0; id < 1_000_000; id += 1) records.push({ id, alias: "a" + id });
    };
    await ${call};
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    console.log(JSON.stringify([records.length, young.space_size / 2 ** 20]));
  `;
  const flags = ["--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  const [count, mebibytes] = JSON.parse(stdout) as [number, number];
  expect(count).toBe(1_000_000);
  return mebibytes;
}

test("records that are read in leave no large space for short-lived objects behind", async () => {
  const limited = await youngSpaceAfter("limitSemiSpaceGrowth(work)");
  // What it is for: without it V8 keeps up to five times as much, and less where it has to wait for the processor.
  expect(await youngSpaceAfter("work()")).toBeGreaterThan(2 * limited);
});
