import { expect, test } from "vitest";
import { decideInstall, isSameTree } from "../../scripts/install.mjs";

const installed = { hasModules: true, stamp: "a", wanted: "a", matchesLockfile: true };

test.each([
  ["a fresh clone installs", { hasModules: false, stamp: null, matchesLockfile: false }, "install"],
  ["nothing changed: nothing to do", {}, "keep"],
  ["a newer lockfile installs", { wanted: "b", matchesLockfile: false }, "install"],
  ["an install that never ended is done again", { stamp: null, matchesLockfile: false }, "install"],
  ["what somebody installed by hand is kept when it is right", { stamp: null }, "adopt"],
  ["a lockfile that changed in form only is taken over", { wanted: "b" }, "adopt"],
] as const)("%s", (_sentence, over, expected) => {
  expect(decideInstall({ ...installed, ...over })).toBe(expected);
});

const lockfile = {
  "": { version: "1.0.0" },
  "node_modules/a": { version: "1.0.0" },
  "node_modules/b": { version: "2.0.0", optional: true },
};

test.each([
  [
    "all of it",
    { "node_modules/a": { version: "1.0.0" }, "node_modules/b": { version: "2.0.0" } },
    true,
  ],
  ["all but what is for other systems", { "node_modules/a": { version: "1.0.0" } }, true],
  ["another version", { "node_modules/a": { version: "1.0.1" } }, false],
  ["a package less", {}, false],
  [
    "a package more",
    { "node_modules/a": { version: "1.0.0" }, "node_modules/c": { version: "1.0.0" } },
    false,
  ],
])("%s installed: fits the lockfile or not", (_sentence, there, expected) => {
  expect(isSameTree(lockfile, there)).toBe(expected);
});
