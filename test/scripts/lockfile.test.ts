import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { missingOptional } from "../../scripts/lockfile.mjs";

const optional = { "tool-linux-x64-gnu": "1.0.0", "tool-win32-x64-msvc": "1.0.0" };
const tool = { version: "1.0.0", optionalDependencies: optional };
const linux = { version: "1.0.0", optional: true };

test("what npm forgot for other systems is found, with the systems it is for", () => {
  const entries = { "node_modules/tool": tool, "node_modules/tool-linux-x64-gnu": linux };
  expect(missingOptional(entries)).toEqual({
    "node_modules/tool-win32-x64-msvc": {
      version: "1.0.0",
      resolved: "https://registry.npmjs.org/tool-win32-x64-msvc/-/tool-win32-x64-msvc-1.0.0.tgz",
      cpu: ["x64"],
      optional: true,
      os: ["win32"],
    },
  });
});

test("two versions of a library each get their own", () => {
  const entries = {
    "node_modules/tool": tool,
    "node_modules/tool-linux-x64-gnu": linux,
    "node_modules/tool-win32-x64-msvc": linux,
    "node_modules/other/node_modules/tool": {
      version: "2.0.0",
      optionalDependencies: { "tool-linux-x64-gnu": "2.0.0" },
    },
  };
  expect(missingOptional(entries)).toMatchObject({
    "node_modules/other/node_modules/tool/node_modules/tool-linux-x64-gnu": {
      version: "2.0.0",
      libc: ["glibc"],
    },
  });
});

test("the lockfile is whole, so that npm ci takes it (else: node scripts/completeLockfile.mjs)", () => {
  const file = join(import.meta.dirname, "../../package-lock.json");
  const { packages } = JSON.parse(readFileSync(file, "utf8")) as {
    packages: Parameters<typeof missingOptional>[0];
  };
  expect(Object.keys(missingOptional(packages))).toEqual([]);
});
