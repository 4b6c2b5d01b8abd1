import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { StoreFull } from "../../../src/server/store/store.ts";
import { mountHere } from "../../support/smallDisk.ts";
import { click, link, linksOf, newFolder, open } from "./testFolder.ts";

/** Needs the right to mount; failures.system.test.ts says the same through injected failures. */
test("a disk that is really full loses nothing, and works again once there is room", async (context) => {
  const dir = newFolder();
  if (!mountHere(dir, "size=3m")) return context.skip();
  const ballast = join(dir, "ballast");
  const store = await open(dir, { compactAfterBytes: 200_000 });
  writeFileSync(ballast, Buffer.alloc(1_000_000));
  let id = 0;
  async function fill(): Promise<never> {
    for (;;) {
      id += 1;
      const record = link(id, { description: "d".repeat(2000) });
      await store.commit([{ put: "links", record }]);
    }
  }
  await expect(fill()).rejects.toBeInstanceOf(StoreFull);
  expect(store.links.size).toBe(id - 1);
  await click(store, 1);
  rmSync(ballast);
  await store.commit([{ put: "links", record: link(id) }]);
  await store.close();
  const again = await open(dir);
  expect(linksOf(again).map((record) => record.id)).toEqual(
    Array.from({ length: id }, (_, index) => index + 1),
  );
  await again.close();
});

test("a disk that is really read-only is refused with a sentence", async (context) => {
  const dir = newFolder();
  if (!mountHere(dir, "size=3m")) return context.skip();
  const store = await open(dir);
  await store.commit([{ put: "links", record: link(1) }]);
  await store.close();
  execFileSync("mount", ["-o", "remount,ro", dir]);
  await expect(open(dir)).rejects.toThrow(/may not write to/);
  execFileSync("mount", ["-o", "remount,rw", dir]);
  const again = await open(dir);
  expect(again.links.size).toBe(1);
  await again.close();
});
