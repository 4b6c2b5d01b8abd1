import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startTestServer } from "../../support/server.ts";

test("the data folder says how much room each kind of file takes", async () => {
  const server = await startTestServer();
  await mkdir(join(server.dataDir, "uploads", "deep"), { recursive: true });
  await writeFile(join(server.dataDir, "uploads", "deep", "logo.png"), Buffer.alloc(3_000_000));
  await writeFile(join(server.dataDir, "notes.txt"), "mine");

  const { body } = await server.api("GET", "/api/data", undefined, server.localKey);
  const { folder, total, free, kinds } = body.data;
  expect(folder).toBe(server.dataDir);
  expect(kinds[0]).toEqual({ kind: "pictures", files: 1, size: 3_000_000 });
  const kindNamed = (kind: string) => kinds.find((one: { kind: string }) => one.kind === kind);
  expect(kindNamed("other")).toEqual({ kind: "other", files: 1, size: 4 });
  expect(kindNamed("records").size).toBeGreaterThan(100);
  expect(total).toBe(kinds.reduce((sum: number, { size }: { size: number }) => sum + size, 0));
  expect(free).toBeGreaterThan(0);
  await server.stop();
});
