import { expect, test } from "vitest";
import { matching, matchOf } from "../../../../src/renderer/app/palette/matching.ts";

test.each([
  ["new", { label: "New link" }, 0],
  ["link", { label: "New link" }, 1],
  ["light", { label: "Theme: Dark", also: "light dark" }, 2],
  ["ink", { label: "New link" }, 3],
  ["theme", { label: "New link", also: "create" }, null],
  ["", { label: "New link" }, 0],
] as const)("%j finds %j at rank %j", (typed, named, rank) => {
  expect(matchOf(typed, named)).toBe(rank);
});

test("what begins with what was typed comes first, and what only has it in it is apart", () => {
  const names = ["Renewals", "Short link: new", "Create", "New link"].map((label) => ({
    label,
    ...(label === "Create" && { also: "new" }),
  }));
  const { strong, weak } = matching("new", names);
  expect(strong.map(({ label }) => label)).toEqual(["New link", "Short link: new", "Create"]);
  expect(weak.map(({ label }) => label)).toEqual(["Renewals"]);
});
