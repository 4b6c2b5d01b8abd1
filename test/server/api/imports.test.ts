import { afterEach, beforeEach, expect, test } from "vitest";
import { type Importing, importing } from "../../support/importing.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";

let server: TestServer;
let files: Importing;

beforeEach(async () => {
  server = await startTestServer({ settings: { verifyDomains: "false" } });
  files = importing(server);
});
afterEach(() => server.stop());

const table = [
  "alias,url,title,tags,created,clicks",
  "spring,https://example.com/spring,Spring sale,news|garden,2024-03-05T12:00:00Z,12",
  "Spring,https://example.com/capital,,,,",
  "a,https://example.com/a,,,,",
  "api,https://example.com/reserved,,,,",
  "wrong,javascript:alert(1),,,,",
  "again,http://127.0.0.1:PORT/spring,,,,",
  "spring,https://example.com/twice,,,,",
  ",https://example.com/random,,,,",
].join("\n");

const withPort = (text: string) => text.replace("PORT", new URL(server.baseUrl).port);

async function links(): Promise<Record<string, string>> {
  const { body } = await server.api("GET", "/api/urls?limit=1000&archived=all");
  return Object.fromEntries(
    body.data.urls.map(({ alias, longurl }: Record<string, string>) => [alias, longurl]),
  );
}

test("what can come, comes; what can't is named by line and reason", async () => {
  const preview = await files.preview(withPort(table), { name: "links.csv" });
  expect(preview).toMatchObject({
    kind: "import",
    state: "done",
    result: {
      format: "csv",
      rows: 8,
      valid: 4,
      conflicts: 0,
      invalid: 4,
      file: "links.csv",
      problems: [{ line: 5 }, { line: 6 }, { line: 7 }, { line: 8 }],
    },
  });
  expect(await links()).toEqual({});
  const applied = await files.apply(preview);
  expect(applied).toMatchObject({
    kind: "apply",
    state: "done",
    result: { imported: 4, invalid: 4, skipped: 0, unchanged: 0 },
  });
  const here = await links();
  expect(Object.keys(here).toSorted()).toHaveLength(4);
  expect(here).toMatchObject({
    spring: "https://example.com/spring",
    Spring: "https://example.com/capital",
    a: "https://example.com/a",
  });
  expect((await server.visit("/a")).headers.location).toBe("https://example.com/a");
  expect((await server.visit("/Spring")).headers.location).toBe("https://example.com/capital");

  const { text, headers } = await files.failures(applied.id);
  expect(headers["content-disposition"]).toContain("failures.csv");
  expect(text.split("\n").filter(Boolean)).toHaveLength(5);
  expect(text).toContain("javascript:alert(1)");

  const second = await files.apply(await files.preview(withPort(table)));
  expect(second.result).toMatchObject({ imported: 0, unchanged: 4, invalid: 4 });
  expect(second.change).toBeNull();
  expect(await links()).toEqual(here);
});
