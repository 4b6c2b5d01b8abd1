import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeDataDir, startTestServer, type TestServer } from "../support/server.ts";

/** What a former program answered from its folder; `{baseUrl}` stands for where it ran. */
interface FormerAnswers {
  readonly apiKey: string;
  readonly answers: Readonly<Record<string, object>>;
  readonly visits: Readonly<
    Record<string, { readonly status: number; readonly location?: string }>
  >;
}

const fixtures = join(import.meta.dirname, "store/fixtures");

/** On purpose, since version 2: the login name of whoever ran the service is in no answer. */
function withoutLoginName(answer: string): string {
  return answer
    .replace('"username":"rose"', '"username":"owner"')
    .replaceAll("/u/rose/", "/u/owner/");
}

describe.each([
  { version: 1, now: "2026-03-12T18:00:00Z", toldNow: withoutLoginName },
  { version: 2, now: "2026-04-12T18:00:00Z", toldNow: (answer: string) => answer },
])("a folder of version $version", ({ version, now, toldNow }) => {
  const fixture = join(fixtures, `version-${version}`);
  const former = JSON.parse(readFileSync(join(fixture, "answers.json"), "utf8")) as FormerAnswers;

  let server: TestServer;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await makeDataDir();
    cpSync(join(fixture, "folder"), dataDir, { recursive: true });
    server = await startTestServer({
      dataDir,
      clock: () => Date.parse(now),
      baseUrl: "https://go.example.org",
      settings: { verifyDomains: "false", "geo.provider": "cloudflare" },
    });
  });
  afterAll(() => server.stop());

  test("opens with its changes and clicks that were pending, and is backed up first", () => {
    expect(server.apiKey).toBe(former.apiKey);
    const [backup = ""] = readdirSync(join(dataDir, "backups")).filter((name) =>
      name.startsWith("before-version-"),
    );
    const text = readFileSync(join(dataDir, "backups", backup), "utf8");
    expect(JSON.parse(text)).toMatchObject({ waypost: version });
    expect(text).toContain("https://example.org/late");
  });

  test.each(Object.entries(former.answers))("and %s is answered alike", async (path, answer) => {
    const { body } = await server.api("GET", path, undefined, server.localKey);
    const expected = JSON.stringify(answer).replaceAll("{baseUrl}", server.baseUrl);
    expect(body).toMatchObject(JSON.parse(toldNow(expected)) as object);
  });

  test.each(Object.entries(former.visits))(
    "and a visit to %s gets the same",
    async (path, gets) => {
      const { status, headers } = await server.visit(path);
      expect({ status, ...(headers.location && { location: headers.location }) }).toEqual(gets);
    },
  );
});
