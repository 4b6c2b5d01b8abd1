import { expect, test } from "vitest";
import { moved } from "../../../../src/renderer/ui/inputs/moveItem.ts";

test("an entry of a list goes to another place, and the others close the gap", () => {
  expect(moved(["a", "b", "c", "d"], 0, 2)).toEqual(["b", "c", "a", "d"]);
  expect(moved(["a", "b", "c", "d"], 3, 1)).toEqual(["a", "d", "b", "c"]);
  expect(moved(["a"], 0, 0)).toEqual(["a"]);
});
