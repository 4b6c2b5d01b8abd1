import { expect, test } from "vitest";
import type { RestoreChange } from "../../../../../src/contract/fields/restoreChange.ts";
import {
  isSelected,
  onlyOf,
  selectAll,
  toggleKind,
  toggleRecord,
} from "../../../../../src/renderer/features/exchange/backups/restoreSelection.ts";

function changeOf(kind: RestoreChange["kind"], ids: readonly number[], more = 0): RestoreChange {
  return {
    kind,
    added: ids.length + more,
    changed: 0,
    removed: 0,
    examples: ids.map((id) => ({ id, name: `${id}`, change: "added", fields: [] })),
  };
}

const links = changeOf("links", [1, 2, 3]);
const channels = changeOf("channels", [7], 400);
const changes = [links, channels];
const all = selectAll(changes);

test("everything is selected at first, and nothing has to be said", () => {
  expect(onlyOf(changes, all)).toBe("all");
  expect(isSelected(all, "links", 3)).toBe(true);
});

test("a kind is cleared and selected as a whole", () => {
  const without = toggleKind(all, "channels");
  expect(onlyOf(changes, without)).toEqual(["links"]);
  expect(onlyOf(changes, toggleKind(without, "channels"))).toBe("all");
  expect(onlyOf(changes, toggleKind(without, "links"))).toEqual([]);
});

test("one record of a kind, and all of them again", () => {
  const one = toggleRecord(toggleKind(all, "links"), links, 2);
  expect(onlyOf(changes, one)).toEqual(["links:2", "channels"]);
  const others = toggleRecord(all, links, 2);
  expect(onlyOf(changes, others)).toEqual(["links:1,3", "channels"]);
  expect(onlyOf(changes, toggleRecord(others, links, 2))).toBe("all");
  expect(onlyOf(changes, toggleKind(others, "links"))).toBe("all");
});

test("of more records than are shown, the hidden ones are in the whole kind only", () => {
  expect(onlyOf(changes, toggleRecord(all, channels, 7))).toEqual(["links"]);
  const one = toggleRecord(toggleKind(all, "channels"), channels, 7);
  expect(onlyOf(changes, one)).toEqual(["links", "channels:7"]);
});
