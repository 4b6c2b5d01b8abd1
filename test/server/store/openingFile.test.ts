import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  openingFolder,
  removeOpeningFile,
  writeOpeningFile,
} from "../../../src/server/store/openingFile.ts";

const dir = mkdtempSync(join(tmpdir(), "waypost-opening-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test("a page of a command that was killed is removed by the next one", () => {
  const killed = writeOpeningFile(dir, "http://127.0.0.1:4082/#key=k");
  const recent = writeOpeningFile(dir, "http://127.0.0.1:4082/#key=k");
  const longAgo = new Date(statSync(killed.path).mtimeMs - 61_000);
  utimesSync(killed.path, longAgo, longAgo);
  const next = writeOpeningFile(dir, "http://127.0.0.1:4082/#key=k");
  expect([killed, recent, next].map(({ path }) => existsSync(path))).toEqual([false, true, true]);
  for (const page of [recent, next]) page.remove();
});

test.each(["", "../..", "x".repeat(100_000), "\0"])("nothing is removed for %j", (ticket) => {
  const page = writeOpeningFile(dir, "http://127.0.0.1:4082/go/#key=k");
  removeOpeningFile(dir, ticket);
  expect(page.isUsed()).toBe(false);
  page.remove();
});

describe.runIf(process.platform === "linux")("its folder on Linux", () => {
  test("is the data folder where a browser in a snap can read it", () => {
    const visible = join(dir, "links");
    expect(openingFolder(visible, dir)).toBe(visible);
  });

  test("is the home folder where the data folder is hidden or elsewhere", () => {
    expect(openingFolder(join(dir, ".local/share/waypost"), dir)).toBe(dir);
    expect(openingFolder("/srv/waypost", dir)).toBe(dir);
  });

  test("is the data folder where others can write to the home folder", () => {
    const shared = mkdtempSync(join(dir, "shared-"));
    chmodSync(shared, 0o777);
    expect(openingFolder(join(shared, ".waypost"), shared)).toBe(join(shared, ".waypost"));
    expect(openingFolder("/srv/waypost", join(dir, "missing"))).toBe("/srv/waypost");
  });
});
