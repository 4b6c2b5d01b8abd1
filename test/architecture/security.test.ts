import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const text = readFileSync(join(root, "SECURITY.md"), "utf8");

/** `path` or `path › title`, as the table names them. */
const named = [...text.matchAll(/`(test\/[^`›]+?)(?: › ([^`]+))?`/g)].map(
  ([, path = "", title = ""]) => ({ path, title }),
);

test("every test that SECURITY.md names exists", () => {
  expect(named.length).toBeGreaterThan(50);
  const missing = named.filter(({ path, title }) => {
    const file = join(root, path);
    if (!existsSync(file)) return true;
    return title !== "" && !readFileSync(file, "utf8").includes(title);
  });
  expect(missing).toEqual([]);
});

test("every row of the table has a verdict, and a test or a reason", () => {
  const rows = text.split("\n").filter((line) => /^\| \d/.test(line));
  expect(rows.length).toBeGreaterThan(80);
  const odd = rows.filter((row) => {
    const [, , verdict = "", evidence = ""] = row.split("|").map((cell) => cell.trim());
    return !["yes", "partly", "no", "–"].includes(verdict) || evidence === "";
  });
  expect(odd).toEqual([]);
});
