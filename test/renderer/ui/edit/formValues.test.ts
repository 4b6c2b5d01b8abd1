import { expect, test } from "vitest";
import { rebase } from "../../../../src/renderer/ui/edit/formValues.ts";

test("a form's own changes stay on top of what others changed", () => {
  const base = { url: "one", name: "one", tags: ["one"] };
  const mine = { ...base, name: "mine", tags: ["one"] };
  const present = { url: "theirs", name: "theirs", tags: ["theirs"] };
  expect(rebase({ base, mine }, present)).toEqual({
    base: present,
    mine: { url: "theirs", name: "mine", tags: ["theirs"] },
  });
});
