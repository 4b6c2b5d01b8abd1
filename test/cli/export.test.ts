import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { unzipped } from "../support/exporting.ts";
import { serverForAll } from "../support/testServer.ts";
import { runHere } from "./runHere.ts";

let folder: string;

const server = serverForAll();
beforeAll(async () => {
  for (const custom of ["spring", "summer"]) {
    const tags = custom === "spring" ? ["garden"] : [];
    await server.api("POST", "/api/url/add", {
      url: `https://example.com/${custom}`,
      custom,
      tags,
    });
  }
  await server.api("POST", "/api/url/add", {
    url: "https://example.com/secret",
    custom: "secret",
    password: "open sesame",
  });
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "waypost-export-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const waypost = (...line: string[]) => runHere(["export", ...line, "--data", server.dataDir]);

test("links go to standard output, and what stays behind is said beside it", async () => {
  const { code, stdout, stderr } = await waypost("--format", "netlify");
  expect(code).toBe(0);
  expect(stdout).toContain("/spring https://example.com/spring 302\n");
  expect(stdout).not.toContain("https://example.com/secret");
  expect(stderr).toContain("Links with a password aren't included");
  expect(stderr).toContain("(1: secret).");
});

test("a lone dash is standard output, and no file of that name", async () => {
  const dashed = await waypost("--format", "csv", "--out", "-");
  expect(dashed).toEqual(await waypost("--format", "csv"));
  expect(await waypost("--format", "csv", "--out", "-", "--json")).toMatchObject({ code: 2 });
});

test("a filter chooses, by the names that the list takes", async () => {
  const { stdout } = await waypost("--format", "csv", "--tag", "garden");
  expect(stdout.split("\r\n").slice(1, -1)).toEqual([expect.stringMatching(/^spring,/)]);
  const { stdout: one } = await waypost("--format", "csv", "--id", "2");
  expect(one).toMatch(/\nsummer,/);
  expect(await waypost("--format", "csv", "--id", "2", "--tag", "x")).toMatchObject({ code: 2 });
  expect(await waypost("--format", "csv", "--id", "99")).toMatchObject({ code: 1 });
});

test("a file is written whole, and over another only where that is said", async () => {
  const path = join(folder, "links.json");
  await writeFile(path, "mine");
  const refused = await waypost("--format", "json", "--out", path);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("--replace")]);
  expect(await readFile(path, "utf8")).toBe("mine");
  const done = await waypost("--format", "json", "--out", path, "--replace", "--json");
  expect([done.code, JSON.parse(done.stdout)]).toMatchObject([
    0,
    { format: "json", file: path, links: 3, left: [] },
  ]);
  expect(JSON.parse(await readFile(path, "utf8")).links).toHaveLength(3);
  expect(await readdir(folder)).toEqual(["links.json"]);
});

test("a folder gets the file under its own name", async () => {
  const { code } = await waypost("--format", "apache", "--out", folder);
  expect(code).toBe(0);
  expect(await readdir(folder)).toEqual(["waypost-apache.zip"]);
  const files = await unzipped(await readFile(join(folder, "waypost-apache.zip")));
  expect([...files.keys()]).toEqual(["waypost/waypost.conf", "waypost/1.txt"]);
});

test("everything goes into one zip, with the clicks where that is said", async () => {
  await server.visit("/summer");
  const path = join(folder, "all.zip");
  expect(await waypost("--format", "zip", "--clicks", "--out", path)).toMatchObject({ code: 0 });
  const names = [...(await unzipped(await readFile(path))).keys()];
  expect(names).toContain("waypost.json");
  expect(names.some((name) => name.startsWith("clicks/"))).toBe(true);
  expect(names).not.toContain("secrets.json");
  expect(await waypost("--format", "zip", "--tag", "garden", "--out", path)).toMatchObject({
    code: 2,
  });
});

test("what the service refuses leaves no file", async () => {
  const path = join(folder, "none.csv");
  const { code } = await waypost(
    "--format",
    "csv",
    "--tag",
    "garden",
    "--from",
    "2026-01-01",
    "--out",
    path,
  );
  expect(code).toBe(1);
  expect(await readdir(folder)).toEqual([]);
});

test("clicks of a time go a line each", async () => {
  await server.visit("/spring");
  const { stdout } = await waypost("--format", "clicks-csv", "--id", "1", "--from", "2020-01-01");
  const lines = stdout.split("\r\n");
  expect(lines[0]).toBe(
    "date,short,alias,domain,country,browser,os,device,referrer,social,language,bot,imported,rule,variant,drawn",
  );
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`,"spring",`);
});

test("a folder that isn't there is told in plain words", async () => {
  const out = join(folder, "none", "links.csv");
  const { code, stderr } = await waypost("--format", "csv", "--out", out);
  expect([code, stderr]).toEqual([
    1,
    `waypost: ${out} couldn't be written: its folder doesn't exist.\n`,
  ]);
});

test("archived links that a filter leaves out are said", async () => {
  const url = "https://example.com/old";
  await server.api("POST", "/api/url/add", { url, custom: "old", tags: ["attic"], archived: true });
  const { stdout, stderr } = await waypost("--format", "json", "--tag", "attic");
  expect(JSON.parse(stdout).links).toEqual([]);
  expect(stderr).toBe("Not included: 1 archived link. To include archived links: --archived all\n");
  expect(await waypost("--format", "csv", "--tag", "attic", "--archived", "all")).toMatchObject({
    stdout: expect.stringContaining("\nold,"),
    stderr: "",
  });
});
