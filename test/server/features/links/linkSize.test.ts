import { expect, test } from "vitest";
import { longestDecisions } from "../../../../src/contract/fields/decisionFields.ts";
import { longestParameters, longestTargets } from "../../../../src/contract/fields/linkFields.ts";
import { usableRecord } from "../../../../src/server/features/changes/usableRecord.ts";
import { excessOf } from "../../../../src/server/features/links/linkSize.ts";
import type { LinkRecord } from "../../../../src/server/store/records.ts";
import { link } from "../../store/records.ts";

/** Lists of exactly so many bytes as JSON. */
function languages(bytes: number): NonNullable<LinkRecord["languages"]> {
  const empty = Buffer.byteLength(JSON.stringify([{ language: "en", url: "" }]));
  return [{ language: "en", url: "a".repeat(bytes - empty) }];
}
const countries = [{ country: "DE", url: "https://example.com/" }];
const bytesOfCountries = Buffer.byteLength(JSON.stringify(countries));

const excess = (after: Partial<LinkRecord>, before?: Partial<LinkRecord>) =>
  excessOf(after, before).map(({ field }) => field);

test("lists may take 64 KiB as JSON together, and a byte more is one too many", () => {
  const whole = languages(longestTargets - bytesOfCountries);
  expect(excess({ countries, languages: whole })).toEqual([]);
  expect(
    excess({ countries, languages: languages(longestTargets - bytesOfCountries + 1) }),
  ).toEqual(["languagetarget"]);
});

test("bytes are counted, not characters", () => {
  const url = "é".repeat(longestTargets / 2);
  expect(excess({ languages: [{ language: "en", url }] })).toEqual(["languagetarget"]);
});

test("of several lists, those that grew most are named until the others have room", () => {
  const parameters = [{ name: "a", value: "b".repeat(longestParameters - 2) }];
  const before = { languages: languages(longestTargets - 100) };
  expect(excess({ ...before, countries, parameters }, before)).toEqual(["parameters"]);
  const devices = [{ device: "ios", url: "c".repeat(longestTargets * 2) }];
  expect(excess({ ...before, devices, parameters }, before)).toEqual([
    "devicetarget",
    "parameters",
  ]);
});

test("parameters may take 16 KiB in a URL, and a byte more is one too many", () => {
  const parameters = (bytes: number) => {
    const rest = bytes - "a=".length;
    return [{ name: "a", value: "<".repeat(Math.floor(rest / 3)) + "b".repeat(rest % 3) }];
  };
  expect(excess({ parameters: parameters(longestParameters) })).toEqual([]);
  expect(excess({ parameters: parameters(longestParameters + 1) })).toEqual(["parameters"]);
  const before = { parameters: parameters(2 * longestParameters) };
  expect(excess({ parameters: parameters(2 * longestParameters - 1) }, before)).toEqual([]);
  expect(excess({ parameters: parameters(2 * longestParameters + 1) }, before)).toEqual([
    "parameters",
  ]);
});

test("parameters that are left out make room for targets", () => {
  const parameters = [{ name: "a", value: "b".repeat(longestParameters) }];
  expect(excess({ parameters, languages: languages(longestTargets) })).toEqual(["parameters"]);
});

test("parameters of an edited history that can't be any have no size", () => {
  for (const parameters of ["a", [null], [{ name: 1 }]]) {
    expect(excessOf({ parameters })).toEqual([]);
  }
});

test("rules and split have a limit of their own", () => {
  const rules = [{ url: "a".repeat(longestDecisions), conditions: [] }];
  expect(excess({ rules, languages: languages(longestTargets) })).toEqual(["rules"]);
});

test("a link that was larger before may stay so and shrink, and may not grow", () => {
  const before = { languages: languages(2 * longestTargets) };
  expect(excess({ ...before, alias: "other" }, before)).toEqual([]);
  expect(excess({ languages: languages(2 * longestTargets - 1) }, before)).toEqual([]);
  expect(excess({ languages: languages(2 * longestTargets + 1) }, before)).toEqual([
    "languagetarget",
  ]);
  expect(excess({ ...before, countries }, before)).toEqual(["geotarget"]);
});

test("from a backup or the history, links of a bio page that are too long are left out", () => {
  const url = `https://example.com/${"a".repeat(8_000)}`;
  const links = Array.from({ length: 9 }, () => ({ title: "Shop", url }));
  const small = { id: 1, alias: "ava", name: "Ava", createdAt: "2026-03-05T12:00:00Z" };
  const large = { ...small, links };
  expect(usableRecord("bioPages", large, undefined)).toEqual({ record: small, faults: ["links"] });
  expect(usableRecord("bioPages", large, large)).toEqual({ record: large, faults: [] });
});

test("from a backup or the history, the largest lists are left out, and the link stays", () => {
  const url = `https://example.com/${"a".repeat(8_000)}`;
  const devices = Array.from({ length: 50 }, () => ({ device: "ios", url }));
  const small = { ...link(1), countries };
  const large = { ...small, devices };
  expect(usableRecord("links", large, undefined)).toEqual({ record: small, faults: ["devices"] });
  expect(usableRecord("links", large, large)).toEqual({ record: large, faults: [] });
});
