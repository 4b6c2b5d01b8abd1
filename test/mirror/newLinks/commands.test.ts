import { afterAll, beforeAll, expect, test } from "vitest";
import { runHere } from "../../cli/runHere.ts";
import { startWithCopy, type WithCopy } from "./phone.ts";

let all: WithCopy;

beforeAll(async () => {
  all = await startWithCopy();
});
afterAll(() => all.close());

const here = (...line: readonly string[]) => runHere(["edge", ...line, "--data", all.home.dataDir]);

test("the command line pairs, lists and removes browsers, and tells what became of their links", async () => {
  expect((await here("browsers")).stderr).toContain("edge pair");
  const paired = await here("pair");
  expect(paired).toMatchObject({ code: 0, stdout: expect.stringMatching(/^http\S+\n$/) });
  const cookie = await all.phone.pair(new URL(paired.stdout.trim()).pathname);
  await all.phone.make(cookie, { url: "https://example.org/", alias: "both" });
  await all.home.api("POST", "/api/url/add", { url: "https://example.org/", custom: "both" });
  const pulled = await here("pull");
  expect(pulled.stdout).toMatch(/Browsers\s+1 paired browser/);
  expect(pulled.stderr).toMatch(/The alias both was taken.*http/);
  expect((await here("clear-notes")).code).toBe(0);
  expect((await here("status")).stderr).not.toContain("both");

  const listed = (await here("browsers")).stdout;
  const [id = ""] = /^[\w-]{16}(?=\s+Chrome, Linux)/m.exec(listed) ?? [];
  expect((await here("unpair")).code).toBe(2);
  expect((await here("unpair", id, "--all")).code).toBe(2);
  expect(await here("unpair", "nobody")).toMatchObject({ code: 1 });
  expect(await here("unpair", id)).toMatchObject({ code: 0, stdout: "Removed the browser.\n" });
  expect(await here("unpair", "--all")).toMatchObject({ code: 0 });
});
