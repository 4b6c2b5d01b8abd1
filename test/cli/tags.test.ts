import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/server.ts";
import { runHere } from "./runHere.ts";

let service: TestServer;

beforeAll(async () => {
  service = await startTestServer();
  await waypost("add", "example.org/a", "--custom", "one", "--tags", "Spring,Sale");
  await waypost("add", "example.org/b", "--custom", "two", "--tags", "spring", "--archived");
  await waypost("add", "example.org/c", "--custom", "three", "--tags", String.raw`a\,b,c`);
});
afterAll(() => service.stop());

const waypost = (...line: string[]) => runHere([...line, "--data", service.dataDir]);
const answer = async (...line: string[]) => JSON.parse((await waypost(...line, "--json")).stdout);
const aliases = async (...flags: string[]): Promise<string[]> =>
  (await answer("list", ...flags)).data.urls.map(({ alias }: { alias: string }) => alias);

describe("the list of links", () => {
  test.each([
    [["--tag", "spring"], ["one"]],
    [
      ["--tag", "spring", "--archived", "all"],
      ["two", "one"],
    ],
    [["--tag", "spring,sale"], ["one"]],
    [["--tag", "spring", "--tag", "nobody"], []],
    [["--tag", String.raw`a\,b`], ["three"]],
    [["--archived", "true"], ["two"]],
    [
      ["--madeAfter", "2020-01-01", "--made-before", "2100-01-01"],
      ["three", "one"],
    ],
    [
      ["--no-clicks-since", "2100-01-01", "--max-clicks", "0"],
      ["three", "one"],
    ],
    [["--minClicks", "1"], []],
    [["--search", "three"], ["three"]],
    [["--q", "three"], ["three"]],
    [
      ["--no-expired", "--no-protected", "--order", "alias"],
      ["one", "three"],
    ],
    [
      ["--order", "alias", "--direction", "desc"],
      ["three", "one"],
    ],
  ])("takes %j", async (flags, expected) => {
    expect(await aliases(...flags)).toEqual(expected);
  });

  test("says what a filter can't be", async () => {
    expect(await waypost("list", "--archived", "maybe")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--archived takes one of true, false, all"),
    });
    expect(await waypost("list", "--channel", "99")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("channel names no channel: 99."),
    });
    expect(await waypost("list", "--madeAfter", "soon")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("madeAfter must be a date"),
    });
  });
});

test("a filter whose name begins with no keeps its value in every spelling", async () => {
  await waypost("add", "example.org/d", "--custom", "followed", "--tags", "fresh");
  await waypost("add", "example.org/e", "--custom", "quiet", "--tags", "fresh");
  await service.visit("/followed");
  for (const flag of ["--no-clicks-since", "--noClicksSince"]) {
    expect(await aliases("--tag", "fresh", flag, "2020-01-01")).toEqual(["quiet"]);
    expect(
      await answer("bulk", "--tag", "fresh", flag, "2020-01-01", "--delete", "--preview"),
    ).toMatchObject({ matched: 1, removed: 1 });
  }
  await waypost("bulk", "--tag", "fresh", "--delete", "--yes");
});

test("tags are listed, renamed, joined and deleted", async () => {
  expect(await waypost("tags")).toMatchObject({
    code: 0,
    stdout:
      "TAG     LINKS  CLICKS\na,b         1       0\nc           1       0\nSale        1       0\nSpring      2       0\n",
  });
  expect(await waypost("tags", "rename", "SPRING", "Season")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^Tag has been updated successfully\.\nLinks {3}2\nChange {2}\d+\n$/,
    ),
  });
  expect(await waypost("tags", "rename", "sale", "season")).toMatchObject({ code: 0 });
  expect((await answer("tags", "--search", "s")).data.tags).toEqual([
    { tag: "Season", links: 2, clicks: 0 },
  ]);
  expect(await answer("tags", "delete", "season")).toEqual({
    error: 0,
    message: "Tag has been deleted successfully.",
    links: 2,
    change: expect.any(Number) as number,
  });
  expect(await waypost("tags", "delete", "season")).toMatchObject({
    code: 1,
    stderr: "waypost: Tag does not exist.\n",
  });
});

test("views are kept, listed and forgotten", async () => {
  const { stdout } = await waypost("views", "add", "Sales", "--query", '{"tag":["Sale"]}');
  expect(stdout).toMatch(/^\d+\n$/);
  expect((await answer("views")).data.views).toMatchObject([
    { id: Number(stdout), name: "Sales", kind: "links", query: { tag: ["Sale"] } },
  ]);
  expect(await waypost("views", "remove", stdout.trim())).toMatchObject({ code: 0 });
  expect(await waypost("views")).toMatchObject({
    stderr: expect.stringContaining("No views yet."),
  });
});
