import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { shippedLicences, windowPackages } from "../../scripts/licences.mjs";

const { packages, texts } = shippedLicences();
const named = (name: string) => packages.find((one) => one.name === name);

test("what is shipped is listed with its version and terms, as the lockfile says", () => {
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const wanted = [...Object.keys(dependencies), ...windowPackages(), "electron"];
  expect(wanted.filter((name) => named(name) === undefined)).toEqual([]);
  expect(named("react")).toMatchObject({ licence: "MIT" });
  expect(texts[named("react")?.text ?? -1]).toContain("Permission is hereby granted");
  // What those need in turn.
  expect(named("scheduler")).toBeDefined();
  // What only builds and tests use is not shipped.
  expect(named("vitest")).toBeUndefined();
  expect(packages.filter(({ version, licence }) => version === "" || licence === "")).toEqual([]);
});

test("a package that is here brings its text along, but for those that have none", () => {
  const without = packages.filter(({ text }) => text === -1).map(({ name }) => name);
  expect(without.filter((name) => !name.startsWith("@resvg/resvg-js-"))).toEqual([
    "@lit-labs/ssr-dom-shim",
    "lazy-val",
    "react-remove-scroll-bar",
  ]);
});
