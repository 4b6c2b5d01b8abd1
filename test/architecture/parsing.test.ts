import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../src");

/**
 * What comes from elsewhere is parsed by `boundedJson` or `parseBounded`, which bound its values: a megabyte may have a
 * million of them, for which visitors wait. All else that is parsed is here, with what bounds it.
 */
const allowed: Readonly<Record<string, string>> = {
  "app/packageDir.ts": "package.json of the program itself",
  "cli/commands/mcp.ts": "an answer of the own server",
  "cli/generated/flags.ts": "what you type",
  "contract/server/automation/webhookSnippets.ts": "an example for other programs",
  "main/settings.ts": "a short file",
  "main/updates.ts": "a short file",
  "mirror/home/cloudflare/request.ts": "an answer with a limit, without a schema",
  "mirror/home/madeLinks.ts": "a line with a limit",
  "mirror/wire/rows.ts": "a row of the copy, checked without a list of issues",
  "mirror/worker/control/control.ts": "a signed call with a limit",
  "server/api/readBody.ts": "a request with a limit",
  "server/features/automation/assistants/endpoint.ts": "a request with a limit",
  "server/features/automation/assistants/tools/readTools.ts": "what was serialized just before",
  "server/features/automation/facades/facade.ts": "a request with a limit",
  "server/features/exchange/fileThread.ts": "a message of the own thread",
  "server/features/exchange/read/cellValues.ts": "a cell, in a thread with a limit",
  "server/features/exchange/read/linkReader.ts": "a cell, in a thread with a limit",
  "server/features/exchange/read/productDecisions.ts": "a cell, in a thread with a limit",
  "server/store/boundedJson.ts": "the bound itself",
  "server/store/history/history.ts": "counts that the database wrote just before",
  "server/store/recordFile.ts": "what was serialized just before",
  "server/visitor/boundedCache.ts": "what was serialized just before",
};

test("JSON is parsed without a bound only where something else bounds it", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith("renderer/"));
  const parsing = files.filter((path) =>
    /^(?!\s*(?:\*|\/[*/])).*\bJSON\.parse\(/m.test(readFileSync(join(root, path), "utf8")),
  );
  expect(parsing.toSorted()).toEqual(Object.keys(allowed).toSorted());
});

test("lines of a file are gone through one by one, and never listed", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  const listing = files.filter(
    (path) =>
      path.endsWith(".ts") &&
      /(?:\.\.\.|Array\.from\()wholeLines\(/.test(readFileSync(join(root, path), "utf8")),
  );
  expect(listing).toEqual([]);
});
