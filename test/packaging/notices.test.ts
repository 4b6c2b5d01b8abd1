import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { shippedLicences, windowPackages } from "../../scripts/licences.mjs";
import { makeSbom } from "../../scripts/sbom.mjs";

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

test("the bill of materials lists what is shipped, each with its hash, and nothing else", () => {
  const sbom = makeSbom();
  expect(sbom).toMatchObject({
    bomFormat: "CycloneDX",
    metadata: {
      component: {
        name: "waypost",
        type: "application",
        purl: expect.stringMatching(/^pkg:npm\/waypost@/) as string,
      },
    },
  });
  const versions = (list: readonly { readonly name: string; readonly version: string }[]) =>
    [...new Set(list.map(({ name, version }) => `${name}@${version}`))].toSorted();
  expect(versions(sbom.components)).toEqual(versions(packages));
  for (const component of sbom.components) {
    expect(component).toMatchObject({
      purl: expect.stringMatching(/^pkg:npm\/.+@/) as string,
      hashes: [{ alg: "SHA-512", content: expect.stringMatching(/^[0-9a-f]{128}$/) as string }],
    });
  }
  const refs = new Set(sbom.dependencies.map(({ ref }) => ref));
  const missing = sbom.dependencies.flatMap(({ dependsOn = [] }) =>
    dependsOn.filter((one) => !refs.has(one)),
  );
  expect([refs.size, missing]).toEqual([sbom.components.length + 1, []]);
});
