import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { serverForAll } from "../support/testServer.ts";
import { runHere } from "./runHere.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const service = serverForAll({ clock: () => Date.parse("2026-03-12T10:00:00Z") });
beforeAll(async () => {
  await waypost("add", "example.org/a", "--custom", "spring");
  await waypost("add", "example.org/b", "--custom", "silent");
});

const waypost = (...line: string[]) => runHere([...line, "--data", service.dataDir]);

test("a table of statistics is printed or saved as a CSV file", async () => {
  const printed = await waypost("statistics", "csv", "--what", "browsers");
  expect(printed).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^"key",/),
    stderr: "",
  });
  const saved = await waypost("statistics", "csv", "--what", "browsers", "--out", service.dataDir);
  const [, file = ""] = /^Wrote (.*) \(\d+ bytes\)\.$/m.exec(saved.stderr) ?? [];
  expect(await readFile(file, "utf8")).toBe(printed.stdout);
});

test("without clicks, statistics say so in words", async () => {
  expect(await waypost("statistics", "last")).toMatchObject({
    code: 0,
    stdout: "",
    stderr: expect.stringContaining("No clicks yet."),
  });
});

test("statistics are lines and tables for people", async () => {
  for (const referer of ["https://t.me/somewhere", "https://t.me/somewhere", ""]) {
    await service.visit("/spring", { "user-agent": firefox, ...(referer !== "" && { referer }) });
  }
  const { stdout } = await waypost("statistics", "show", "--from", "2026-03-11");
  expect(stdout).toMatch(/^From +2026-03-11 00:00:00\nTo +2026-03-12 23:59:59$/m);
  expect(stdout).toMatch(/^Clicks +3\nScans +0$/m);
  expect(stdout).toContain(
    [
      "",
      "DAY         CLICKS",
      "2026-03-11       0",
      `2026-03-12       3  ${"█".repeat(40)}`,
      "",
      "Countries",
      "NAME     CLICKS",
      "Unknown       3",
      "",
      "Referrers",
      "NAME                     CLICKS",
      "t.me                          2",
      "Direct, email and other       1",
      "",
    ].join("\n"),
  );

  const last = await waypost("statistics", "last", "--limit", "2");
  expect(last.stdout.split("\n").slice(0, 2)).toEqual([
    "DATE              LINK    BROWSER  SYSTEM  DEVICE  REFERRER  SOCIAL",
    "2026-03-12 10:00  spring  Firefox  Linux   linux",
  ]);

  const movers = await waypost("statistics", "movers");
  expect(movers.stdout).toMatch(/^Days +30\n\nRising\nLINK +CLICKS +BEFORE\nspring +3 +0\n/);
});
