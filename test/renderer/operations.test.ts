import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type OperationName, operations } from "../../src/contract/operations.ts";

/** Operations the app doesn't need, each with the one it asks instead. */
const instead: Readonly<Partial<Record<OperationName, OperationName>>> = {
  // The contract has the same question twice.
  postAccount: "getAccount",
  // The trash restores records of every kind.
  restoreLink: "restoreFromTrash",
  // Statistics know ranges, filters and visitors as well.
  getHistory: "getStatistics",
  // The editor saves rules with everything else of a link.
  setLinkRules: "updateLink",
  // The inbox has the messages of all forms, and of one.
  listContactAnswers: "listInbox",
  readContactAnswers: "readInbox",
  deleteContactAnswers: "deleteInbox",
  deleteContactAnswer: "deleteInbox",
  // In the app, a key is made, renewed or revoked.
  updateKey: "addKey",
  // The list has everything about each.
  getWebhook: "listWebhooks",
};

const renderer = fileURLToPath(new URL("../../src/renderer/", import.meta.url));
const sources = readdirSync(renderer, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(join(renderer, file), "utf8"));

/** Whether the app asks for an operation, by its name or by its row. */
function isAsked(name: OperationName): boolean {
  const asked = new RegExp(`"${name}"|[oO]perations\\.${name}\\b`);
  return sources.some((text) => asked.test(text));
}

const names = Object.keys(operations) as OperationName[];

test("the app asks for every operation, or for another that answers the same", () => {
  expect(names.filter((name) => !isAsked(instead[name] ?? name))).toEqual([]);
});

test("an operation that the app asks for needs no other instead", () => {
  expect(names.filter((name) => instead[name] !== undefined && isAsked(name))).toEqual([]);
});
