import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countryCode, countryName } from "../../../../src/server/visitor/countryNames.ts";
import { openCountries } from "../../../../src/server/features/clicks/countries.ts";

test.each([
  ["Germany", "DE"],
  ["germany", "DE"],
  ["de", "DE"],
  [" DE ", "DE"],
  ["USA", "US"],
  ["U.S.A.", "US"],
  ["United States", "US"],
  ["UK", "GB"],
  ["England", "GB"],
  ["Iran", "IR"],
  ["Russia", "RU"],
  ["Russian Federation", "RU"],
  ["South Korea", "KR"],
  ["North Korea", "KP"],
  ["Czech Republic", "CZ"],
  ["Czechia", "CZ"],
  ["Turkey", "TR"],
  ["Türkiye", "TR"],
  ["Côte d'Ivoire", "CI"],
  ["Cote d’Ivoire", "CI"],
  ["Ivory Coast", "CI"],
  ["Bosnia and Herzegovina", "BA"],
  ["Bosnia & Herzegovina", "BA"],
  ["St. Lucia", "LC"],
  ["Saint Lucia", "LC"],
  ["Hong Kong", "HK"],
  ["Vietnam", "VN"],
  ["Kosovo", "XK"],
])("%s is %s", (name, code) => {
  expect(countryCode(name)).toBe(code);
});

test.each(["", "Atlantis", "EU", "ZZ", "XX", "DD", "__proto__", "constructor"])(
  "%j is no country",
  (name) => {
    expect(countryCode(name)).toBeNull();
  },
);

test("every country can be named and found again by its name", () => {
  expect(countryName("DE")).toBe("Germany");
  expect(countryName("GB")).toBe("United Kingdom");
  expect(countryName("HK")).toBe("Hong Kong");
  expect(countryName("Unknown")).toBe("Unknown");
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
  const codes = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => countryCode(code) === code);
  expect(codes).toHaveLength(250);
  for (const code of codes) expect(countryCode(countryName(code).toLowerCase())).toBe(code);
});

test("addresses of both kinds have their country, also IPv4 written as IPv6", () => {
  const countries = openCountries();
  expect(countries.warning).toBeNull();
  expect(countries.lookup("8.8.8.8")).toBe("US");
  expect(countries.lookup("::ffff:8.8.8.8")).toBe("US");
  expect(countries.lookup("::ffff:808:808")).toBe("US");
  expect(countries.lookup("2001:200::1")).toBe("JP");
});

test.each(["127.0.0.1", "::1", "10.0.0.1", "192.168.1.1", "fe80::1%eth0", "", "nonsense"])(
  "%j has no country",
  (address) => {
    expect(openCountries().lookup(address)).toBeNull();
  },
);

test("without a database every country is unknown, and the owner is told", () => {
  const countries = openCountries(join(tmpdir(), "no", "such.mmdb"));
  expect(countries.lookup("8.8.8.8")).toBeNull();
  expect(countries.warning?.message).toMatch(/country database can.t be read.*such\.mmdb/);
});

test("a broken database is like none", async () => {
  const folder = await mkdtemp(join(tmpdir(), "waypost-countries-"));
  try {
    for (const content of ["", "not a database", Buffer.alloc(100_000, 7)]) {
      const file = join(folder, "broken.mmdb");
      // oxlint-disable-next-line no-await-in-loop
      await writeFile(file, content);
      const countries = openCountries(file);
      expect(countries.lookup("8.8.8.8")).toBeNull();
      expect(countries.warning?.message).toMatch(/can.t be read/);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
