import { expect, test } from "vitest";
import { shippedLicences } from "../../scripts/licences.mjs";
import { makeSbom } from "../../scripts/sbom.mjs";

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
  const named = (list: readonly { readonly name: string; readonly version: string }[]) =>
    [...new Set(list.map(({ name, version }) => `${name}@${version}`))].toSorted();
  const { packages } = shippedLicences();
  expect(named(sbom.components)).toEqual(named(packages));
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
