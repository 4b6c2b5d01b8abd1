import { readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeDataDir, startTestServer } from "../support/server.ts";

/** A folder that was closed with one link in it, at `edit`. */
async function editedFolder(edit: (text: string) => string): Promise<string> {
  const dataDir = await makeDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startTestServer({ dataDir });
  await server.api("POST", "/api/url/add", { url: "https://example.org/1", custom: "spring" });
  await server.close();
  const path = join(dataDir, "waypost.json");
  const before = readFileSync(path, "utf8");
  const after = edit(before);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
  return dataDir;
}

for (const [what, from, to, said] of [
  ["a reserved alias", '"alias":"spring"', '"alias":"api"', "alias is reserved"],
  ["a reserved alias in capitals", '"alias":"spring"', '"alias":"API"', "alias is reserved"],
  ["an alias with a space", '"alias":"spring"', '"alias":"a b"', "alias must have only letters"],
  [
    "a javascript: target",
    "https://example.org/1",
    "javascript:alert(1)",
    "url must be a full URL that starts with http:// or https://",
  ],
] as const) {
  test(`the start refuses ${what} from an edit by hand, with line and field`, async () => {
    const dataDir = await editedFolder((text) => text.replace(from, to));
    const document = readFileSync(join(dataDir, "waypost.json"), "utf8");
    await expect(startTestServer({ dataDir })).rejects.toThrow(
      new RegExp(`waypost\\.json, line \\d+: links 1: ${said}`),
    );
    expect(readFileSync(join(dataDir, "waypost.json"), "utf8")).toBe(document);
  });
}

test("the start takes a valid target from an edit by hand", async () => {
  const dataDir = await editedFolder((text) =>
    text.replace("https://example.org/1", "https://example.org/2"),
  );
  const server = await startTestServer({ dataDir });
  onTestFinished(() => server.stop());
  expect((await server.visit("/spring")).headers.location).toBe("https://example.org/2");
});
