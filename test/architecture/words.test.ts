import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

/** Documents keep to the style guide in CONTRIBUTING.md, "How Waypost writes". */

const root = resolve(import.meta.dirname, "../..");
const documents = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`),
];

/** Words that the guide replaces. */
const replaced = [
  /\banew\b/i,
  /\bby now\b/i,
  /\bmeanwhile\b/i,
  /\bfrom then on\b/i,
  /\bany more\b/i,
  /\ball the same\b/i,
  /\bwhoever\b/i,
  /\bshall\b/i,
  /\bmend(s|ed|ing)?\b/i,
  /\bis (said|told)\b/i,
  /\b(take|takes|taken|taking) (it |them )?back\b/i,
  /\b(bring|brings|brought|come|comes) along\b/i,
  /\bputs? back\b/i,
  /\bleads? on\b/i,
  /\bpseudonyms?\b/i,
  /\bcolour/i,
  /\be-mail/i,
  /\bshort address/i,
  /\bways? out\b/i,
  /\b(every|some)body\b/i,
];

/** A document's prose: no code, no tables, no list of words that aren't used. */
function prose(document: string): string {
  const [text = ""] = readFileSync(join(root, document), "utf8").split("### Glossary");
  return text
    .replaceAll(/```.*?```/gs, "")
    .replaceAll(/`[^`]*`/g, "x")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^(?:\||#).*$/gm, "");
}

/** What the guide itself quotes is no use of it. */
const unquoted = (text: string) => text.replaceAll(/"[^"]*"|“[^”]*”/g, "x");

test.each(documents)("%s uses none of the words that the style guide replaces", (document) => {
  const text = unquoted(prose(document));
  expect(replaced.flatMap((word) => word.exec(text)?.[0] ?? [])).toEqual([]);
});

test.each(documents)("%s has at most one sentence in 25 with more than 30 words", (document) => {
  const sentences = prose(document)
    .split(/\n\s*\n|\n(?=[-*\d])|(?<=[.?!:])\s+/)
    .map((sentence) => sentence.trim().split(/\s+/))
    .filter((words) => words.length > 2);
  const long = sentences.filter((words) => words.length > 30).map((words) => words.join(" "));
  expect(long.slice(Math.floor(sentences.length / 25))).toEqual([]);
});

test("README.md has at most 1,000 words outside code", () => {
  const text = readFileSync(join(root, "README.md"), "utf8").replaceAll(/```.*?```/gs, "");
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(1_000);
});
