import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/server.ts";
import { runHere } from "./runHere.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.api("POST", "/api/url/add", { url: "https://example.org/", tags: ["spring"] });
});
afterAll(() => server.stop());

test.each([
  ["list --tag file", 'No link has the tag "file".'],
  ["list --tag spring --tag file", 'No link has the tags "spring" and "file".'],
  ["list --status public --protected", "No link matches --status, --protected."],
  ["list --tag spring --search zzz", "No link matches --search, --tag."],
  ["list --search zzz", 'No link matches "zzz".'],
])("%s", async (line, says) => {
  const { code, stderr } = await runHere([...line.split(" "), "--data", server.dataDir]);
  expect([code, stderr.trim()]).toEqual([0, says]);
});

test("help names what a command takes, and none of a command that doesn't exist", async () => {
  expect(await runHere(["links", "--help"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('unknown command "links". Did you mean link?') as string,
  });
  const { stdout } = await runHere(["--help"]);
  expect(stdout).toMatch(/ add \[options\] <url> /);
  const browsers = (await runHere(["statistics", "show", "--help"])).stdout;
  expect(browsers).not.toContain("for example 'Spring sale'");
});
