import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/server.ts";
import { runHere } from "./runHere.ts";

let now = Date.UTC(2026, 5, 2, 12);
let service: TestServer;

beforeAll(async () => {
  service = await startTestServer({ clock: () => now, settings: { verifyDomains: "false" } });
});
afterAll(() => service.stop());

const data = () => ["--data", service.dataDir];

test("a link's address needs no scheme, and its note no other name", async () => {
  await runHere([
    "add",
    "example.org/x",
    "--custom",
    "bare",
    "--note",
    "for the letter",
    ...data(),
  ]);
  await runHere(["edit", "bare", "--geotarget", "DE=example.org/de", ...data()]);
  const { stdout } = await runHere(["show", "bare", "--json", ...data()]);
  expect(JSON.parse(stdout)).toMatchObject({
    details: {
      longurl: "https://example.org/x",
      description: "for the letter",
      location: { germany: "https://example.org/de" },
    },
  });
  expect(
    await runHere(["edit", "bare", "--note", "a", "--description", "b", ...data()]),
  ).toMatchObject({ code: 2, stderr: expect.stringContaining("--note is --description") });
});

describe("the clicks of a link", () => {
  test("are a table with bars", async () => {
    await runHere(["add", "https://example.org/", "--custom", "counted", ...data()]);
    await service.visit("/counted");
    now += 86_400_000;
    for (let visit = 0; visit < 4; visit += 1) await service.visit("/counted");
    const { stdout, stderr } = await runHere(["link", "history", "counted", ...data()]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(31);
    expect(lines[0]).toBe("DAY         CLICKS");
    expect(lines.slice(-3)).toEqual([
      "2026-06-01       0",
      `2026-06-02       1  ${"█".repeat(10)}`,
      `2026-06-03       4  ${"█".repeat(40)}`,
    ]);
    expect(stderr).toBe("5 clicks in all\n");
    const hours = await runHere(["link", "history", "counted", "--by", "hour", ...data()]);
    expect(hours.stdout).toContain(`\n2026-06-03 12:00       4  ${"█".repeat(40)}\n`);
  });
});

describe("what there is one of by one", () => {
  test("a campaign is shown with its links", async () => {
    await runHere(["campaign", "add", "--name", "Spring", "--public", ...data()]);
    const empty = await runHere(["campaign", "show", "1", ...data()]);
    expect(empty.stdout).toMatch(/^Name +Spring$/m);
    expect(empty.stderr).toContain("nothing in it");
    const link = ["add", "https://example.org/in", "--custom", "in-it", "--campaign", "1"];
    await runHere([...link, ...data()]);
    const { stdout, stderr } = await runHere(["campaign", "show", "1", ...data()]);
    expect(stdout).toMatch(/^Links +1$/m);
    expect(stdout).toMatch(/^ID +SHORT +CLICKS +MADE +LEADS TO$/m);
    expect(stdout).toContain("/in-it");
    expect(stderr).toBe("");
    const json = JSON.parse((await runHere(["campaign", "show", "1", "--json", ...data()])).stdout);
    expect(json).toMatchObject({
      error: 0,
      details: { id: 1, name: "Spring" },
      data: { result: 1, urls: [{ alias: "in-it" }] },
    });
  });

  test("a domain is shown", async () => {
    await runHere(["domain", "add", "go.example.org", ...data()]);
    const { stdout } = await runHere(["domain", "show", "1", ...data()]);
    expect(stdout).toMatch(/^Domain +https:\/\/go\.example\.org$/m);
  });
});
