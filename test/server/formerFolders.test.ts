import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDataDir, startTestServer, type TestServer } from "../support/server.ts";

/** What a former program answered from its folder; `{baseUrl}` stands for where it ran. */
interface FormerAnswers {
  readonly apiKey: string;
  readonly answers: Readonly<Record<string, object>>;
  readonly visits: Readonly<
    Record<string, { readonly status: number; readonly location?: string }>
  >;
}

const fixture = join(import.meta.dirname, "store/fixtures/version-1");
const former = JSON.parse(readFileSync(join(fixture, "answers.json"), "utf8")) as FormerAnswers;

let server: TestServer;
let dataDir: string;
beforeAll(async () => {
  dataDir = await makeDataDir();
  cpSync(join(fixture, "folder"), dataDir, { recursive: true });
  server = await startTestServer({
    dataDir,
    clock: () => Date.parse("2026-03-12T18:00:00Z"),
    baseUrl: "https://go.example.org",
    settings: { verifyDomains: "false", "geo.provider": "cloudflare" },
  });
});
afterAll(() => server.stop());

test("a folder of version 1 opens with its changes and clicks that were pending, and is backed up first", () => {
  expect(server.apiKey).toBe(former.apiKey);
  const [backup = ""] = readdirSync(join(dataDir, "backups")).filter((name) =>
    name.startsWith("before-version-"),
  );
  const text = readFileSync(join(dataDir, "backups", backup), "utf8");
  expect(JSON.parse(text)).toMatchObject({ waypost: 1 });
  expect(text).toContain("https://example.org/late");
});

/** On purpose, since version 2: the login name of whoever ran the service is in no answer. */
function withoutLoginName(answer: string): string {
  return answer
    .replace('"username":"rose"', '"username":"owner"')
    .replaceAll("/u/rose/", "/u/owner/");
}

test.each(Object.entries(former.answers))("and %s is answered alike", async (path, answer) => {
  const { body } = await server.api("GET", path, undefined, server.localKey);
  const expected = JSON.stringify(answer).replaceAll("{baseUrl}", server.baseUrl);
  expect(body).toMatchObject(JSON.parse(withoutLoginName(expected)) as object);
});

test.each(Object.entries(former.visits))("and a visit to %s gets the same", async (path, gets) => {
  const { status, headers } = await server.visit(path);
  expect({ status, ...(headers.location && { location: headers.location }) }).toEqual(gets);
});
