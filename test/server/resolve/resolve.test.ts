import { describe, expect, test } from "vitest";
import * as fc from "fast-check";
import { prepareLink, type StoredLink } from "../../../src/server/resolve/prepareLink.ts";
import { explain } from "../../../src/server/resolve/explain.ts";
import { resolve } from "../../../src/server/resolve/resolve.ts";
import { link, visit, visitFacts } from "./builders.ts";
import { destination, encodedParameters } from "../../../src/server/resolve/parameters.ts";
import { isLive, rotate } from "../../../src/server/resolve/rotate.ts";
import type { DecidedBy, Decision, Visit } from "../../../src/server/resolve/model.ts";
import { decidedLink, detailedVisit, generatedVisit, storedLink } from "./generated.ts";
import { bucketOf } from "../../../src/server/resolve/rules/split.ts";
import { runs } from "../../support/full.ts";

const languages = [
  { language: "de", url: "https://example.com/de" },
  { language: "fa", url: "https://example.com/fa" },
];
const countries = [{ country: "DE", url: "https://example.com/germany" }];
const devices = [
  { device: "iphone", url: "https://example.com/iphone" },
  { device: "mobile", url: "https://example.com/mobile" },
] as const;
const deepLink = {
  apple: "https://apps.apple.com/app/id1",
  google: "https://play.google.com/store/apps/details?id=a",
  auto: true,
};

function redirectTo(to: string) {
  return { kind: "direct", to, pixels: [] };
}

describe("before a link opens", () => {
  test("no link is not found", () => {
    expect(resolve(null, visit())).toEqual({ kind: "notFound" });
  });

  test("a link is expired from its very instant on", () => {
    const ending = link({ expiresAt: 1_000 });
    expect(resolve(ending, visit({ now: 999 }))).toEqual(redirectTo("https://example.com/"));
    expect(resolve(ending, visit({ now: 1_000 }))).toEqual({ kind: "expired", elsewhere: null });
  });

  test("an expired link doesn't ask for its password", () => {
    const both = link({ expiresAt: 1, isProtected: true });
    expect(resolve(both, visit())).toEqual({ kind: "expired", elsewhere: null });
  });

  test("a protected link shows nothing, not even to a link preview", () => {
    const hidden = link({ isProtected: true, hasMetadata: true });
    expect(resolve(hidden, visit({ isPreview: true }))).toEqual({ kind: "password" });
  });

  test("a protected link opens once its password was given", () => {
    const hidden = link({ isProtected: true });
    expect(resolve(hidden, visit({ isUnlocked: true }))).toEqual(
      redirectTo("https://example.com/"),
    );
  });

  test("a link preview gets the preview page where there is metadata, else what a person gets", () => {
    const fetcher = visit({ isPreview: true });
    expect(resolve(link({ hasMetadata: true }), fetcher)).toEqual({
      kind: "preview",
      to: "https://example.com/",
      pixels: [],
    });
    expect(resolve(link(), fetcher)).toEqual(redirectTo("https://example.com/"));
  });
});

describe("where a link leads", () => {
  test("language goes before country, country before device", () => {
    const targeted = link({ languages, countries, devices });
    const visitor = visit({ languages: ["de"], country: "DE", device: "iphone" });
    expect(resolve(targeted, visitor)).toEqual(redirectTo("https://example.com/de"));
    expect(resolve(targeted, { ...visitor, languages: ["en"] })).toEqual(
      redirectTo("https://example.com/germany"),
    );
    expect(resolve(targeted, { ...visitor, languages: [], country: "FR" })).toEqual(
      redirectTo("https://example.com/iphone"),
    );
    expect(resolve(targeted, visit({ device: "windows", deviceGroup: "desktop" }))).toEqual(
      redirectTo("https://example.com/"),
    );
  });

  test("the language that the visitor likes better wins, in whatever order the link has them", () => {
    expect(resolve(link({ languages }), visit({ languages: ["en", "fa", "de"] }))).toEqual(
      redirectTo("https://example.com/fa"),
    );
  });

  test("an unknown country or device matches no target", () => {
    expect(resolve(link({ countries, devices }), visit())).toEqual(
      redirectTo("https://example.com/"),
    );
  });

  test("a device matches by its name or its group, whichever the link names first", () => {
    const iphone = visit({ device: "iphone", deviceGroup: "mobile" });
    expect(resolve(link({ devices }), iphone)).toEqual(redirectTo("https://example.com/iphone"));
    expect(resolve(link({ devices: devices.toReversed() }), iphone)).toEqual(
      redirectTo("https://example.com/mobile"),
    );
    expect(resolve(link({ devices }), visit({ device: "android", deviceGroup: "mobile" }))).toEqual(
      redirectTo("https://example.com/mobile"),
    );
  });

  test("the parameters go onto whichever address was chosen", () => {
    const parameters = [{ name: "utm_source", value: "letter" }];
    const tagged = prepareLink({ url: "https://example.com/", languages, parameters });
    expect(resolve(tagged, visit({ languages: ["de"] }))).toEqual(
      redirectTo("https://example.com/de?utm_source=letter"),
    );
  });
});

describe("deep links", () => {
  test("an iPhone, an iPad and an Android get their store, with the device's target behind it", () => {
    const app = link({ deepLink, devices, pixels: [4] });
    const apple = { kind: "deepLink", app: deepLink.apple, auto: true, pixels: [4] };
    expect(resolve(app, visit({ device: "iphone", deviceGroup: "mobile" }))).toEqual({
      ...apple,
      to: "https://example.com/iphone",
    });
    expect(resolve(app, visit({ device: "ipad", deviceGroup: "tablet" }))).toEqual({
      ...apple,
      to: "https://example.com/",
    });
    expect(resolve(app, visit({ device: "android", deviceGroup: "mobile" }))).toEqual({
      kind: "deepLink",
      app: deepLink.google,
      auto: true,
      to: "https://example.com/mobile",
      pixels: [4],
    });
  });

  test("every other device, and a platform without a store address, follows the link", () => {
    expect(resolve(link({ deepLink }), visit({ device: "mac" }))).toEqual(
      redirectTo("https://example.com/"),
    );
    const onlyApple = link({ deepLink: { ...deepLink, google: null } });
    expect(resolve(onlyApple, visit({ device: "android" }))).toEqual(
      redirectTo("https://example.com/"),
    );
  });

  test("a language or country target wins over the store", () => {
    const app = link({ deepLink, countries });
    expect(resolve(app, visit({ device: "iphone", country: "DE" }))).toEqual(
      redirectTo("https://example.com/germany"),
    );
  });
});

describe("how a link goes there", () => {
  const to = "https://example.com/";

  test("each type has its own decision, and carries the pixels", () => {
    const pixels = [3, 4];
    expect(resolve(link({ pixels }), visit())).toEqual({ kind: "direct", to, pixels });
    expect(resolve(link({ pixels, type: { kind: "frame" } }), visit())).toEqual({
      kind: "frame",
      to,
      pixels,
    });
    expect(resolve(link({ pixels, type: { kind: "splash" } }), visit())).toEqual({
      kind: "splash",
      to,
      pixels,
    });
    expect(resolve(link({ pixels, type: { kind: "splash", id: 7 } }), visit())).toEqual({
      kind: "splash",
      id: 7,
      to,
      pixels,
    });
    expect(resolve(link({ pixels, type: { kind: "overlay", id: 5 } }), visit())).toEqual({
      kind: "overlay",
      id: 5,
      to,
      pixels,
    });
  });

  test("a target changes where the link leads, not how", () => {
    expect(resolve(link({ type: { kind: "frame" }, countries }), visit({ country: "DE" }))).toEqual(
      { kind: "frame", to: "https://example.com/germany", pixels: [] },
    );
  });
});

const source = [{ name: "utm_source", value: "letter" }];

test.each([
  ["https://example.com/", "https://example.com/?utm_source=letter"],
  ["https://example.com/?a=1", "https://example.com/?a=1&utm_source=letter"],
  ["https://example.com/?", "https://example.com/?utm_source=letter"],
  ["https://example.com/?a=1&", "https://example.com/?a=1&utm_source=letter"],
  ["https://example.com/#part", "https://example.com/?utm_source=letter#part"],
  ["https://example.com/?a=1#part?b", "https://example.com/?a=1&utm_source=letter#part?b"],
])("%s with a parameter is %s", (address, expected) => {
  expect(destination(address, encodedParameters(source))).toBe(expected);
});

test("an address without parameters stays as it is", () => {
  expect(destination("https://example.com/?a=1#b", encodedParameters([]))).toBe(
    "https://example.com/?a=1#b",
  );
});

test("names and values are escaped, also those that can break a header or an address", () => {
  expect(
    destination(
      "https://example.com/",
      encodedParameters([
        { name: "a b", value: "1&2=3#4" },
        { name: "r", value: "\r\nX: 1" },
        { name: "q", value: "it's ‹ünïcode›" },
        { name: "half", value: "\ud800" },
      ]),
    ),
  ).toBe(
    "https://example.com/?a%20b=1%262%3D3%234&r=%0D%0AX%3A%201&q=it%27s%20%E2%80%B9%C3%BCn%C3%AFcode%E2%80%BA&half=%EF%BF%BD",
  );
});

test("any parameter can be read back, and the address needs no further normalising", () => {
  const parameter = fc.record({
    name: fc.string({ unit: "grapheme", minLength: 1 }),
    value: fc.string({ unit: "grapheme" }),
  });
  fc.assert(
    fc.property(fc.array(parameter), fc.webUrl({ withQueryParameters: true }), (added, address) => {
      const normalised = new URL(address).href;
      const result = destination(normalised, encodedParameters(added));
      const read = [...new URL(result).searchParams].slice(-added.length || Infinity);
      expect(read).toEqual(added.map(({ name, value }) => [name, value]));
      expect(new URL(result).href).toBe(result);
    }),
  );
});

describe("a link's parameters", () => {
  const at = (place: string) => `https://example.com/${place}`;
  const stored: StoredLink = {
    url: at("own"),
    parameters: source,
    languages: [{ language: "de", url: at("german") }],
    countries: [{ country: "DE", url: at("germany") }],
    devices: [{ device: "iphone", url: at("iphone") }],
    rules: [{ url: at("rule"), conditions: [{ type: "any-value-query-param", key: "a" }] }],
    startsAt: "2026-02-01T00:00:00Z",
    beforeUrl: at("before"),
    expiresAt: "2026-03-01T00:00:00Z",
    afterUrl: at("after"),
  };
  const split = { seed: "s", variants: [{ id: "v", url: at("variant"), weight: 10_000 }] };
  const now = Date.parse("2026-02-02T00:00:00Z");
  const visitWith = (sent: readonly string[]): Visit => {
    const facts = visitFacts({ now, parameter: () => sent });
    return visit({ now, detail: { facts, clicks: 0, splitKey: "k", isBot: false, roll: 0 } });
  };
  const plain = visitWith([]);

  test.each<[place: string, more: Partial<StoredLink>, visited: Visit]>([
    ["own", {}, plain],
    ["german", {}, { ...plain, languages: ["de"] }],
    ["germany", {}, { ...plain, country: "DE" }],
    ["iphone", {}, { ...plain, device: "iphone" }],
    ["rule", {}, visitWith([""])],
    ["variant", { split }, plain],
    ["variant", { split: { ...split, endsAt: "2026-02-01T00:00:00Z", winner: "v" } }, plain],
    ["before", {}, { ...plain, now: 0 }],
    ["after", {}, { ...plain, now: Date.parse("2026-04-01T00:00:00Z") }],
  ])("are appended once wherever it leads: %s", (place, more, visited) => {
    const prepared = prepareLink({ ...stored, ...more }) ?? link();
    const ready = `${at(place)}?utm_source=letter`;
    const decision = resolve(prepared, visited);
    expect("to" in decision ? decision.to : "elsewhere" in decision && decision.elsewhere).toBe(
      ready,
    );
    const [held] = explain(prepared, visited).filter(({ outcome }) => outcome === "holds");
    expect(held?.url).toBe(ready);
  });

  test("are kept once however many addresses it has", () => {
    const targets = Array.from({ length: 100 }, () => at(""));
    const value = "<".repeat(2_000);
    const prepared = prepareLink({
      url: at(""),
      countries: targets.map((url) => ({ country: "DE", url })),
      languages: targets.map((url) => ({ language: "de", url })),
      parameters: Array.from({ length: 25 }, () => ({ name: "p", value })),
    });
    expect(JSON.stringify(prepared).length).toBeLessThan(25 * 3 * value.length * 3);
  });
});

test("a link is live until the moment it expires", () => {
  expect(isLive(link(), 1_000)).toBe(true);
  expect(isLive(link({ expiresAt: 1_001 }), 1_000)).toBe(true);
  expect(isLive(link({ expiresAt: 1_000 }), 1_000)).toBe(false);
});

test("each live link is chosen as often, whatever the dice say", () => {
  expect([0, 0.33, 0.34, 0.66, 0.67, 0.999_999].map((roll) => rotate(3, roll))).toEqual([
    0, 0, 1, 1, 2, 2,
  ]);
  expect(rotate(100_000, 1 - Number.EPSILON / 2)).toBe(99_999);
});

test("nothing live, nothing chosen", () => {
  expect(rotate(0, 0.5)).toBeNull();
});

/**
 * "What a visitor gets" once more, as a list of questions in the order of the specification, with
 * none of the shortcuts of the real one.
 */
function reference(stored: StoredLink, visited: Visit): Decision {
  const { detail, now } = visited;
  const hasCome = (moment: string | undefined) => moment !== undefined && Date.parse(moment) <= now;
  const withParameters = (url: string): string => {
    const whole = new URL(url);
    for (const { name, value } of stored.parameters ?? []) {
      if (name === "") continue;
      const added = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
      whole.search = whole.search === "" ? `?${added}` : `${whole.search}&${added}`;
    }
    return whole.href;
  };
  const elsewhere = (url: string | undefined) => (url === undefined ? null : withParameters(url));

  if (stored.startsAt !== undefined && !hasCome(stored.startsAt)) {
    const startsAt = stored.showsStart ? Date.parse(stored.startsAt) : null;
    return { kind: "notStarted", startsAt, elsewhere: elsewhere(stored.beforeUrl) };
  }
  const isUsedUp = detail !== undefined && detail.clicks >= (stored.maxClicks ?? Infinity);
  if (hasCome(stored.expiresAt) || isUsedUp)
    return { kind: "expired", elsewhere: elsewhere(stored.afterUrl) };
  if (stored.password !== undefined && !visited.isUnlocked) return { kind: "password" };
  const hasMetadata = [stored.metaTitle, stored.metaDescription, stored.metaImage].some(Boolean);
  const isPreviewed = visited.isPreview && hasMetadata;

  const matching: string[] = [];
  let by: DecidedBy | undefined;
  for (const [place, rule] of (isPreviewed ? [] : (stored.rules ?? [])).entries()) {
    const areMet = rule.conditions.map(({ type, key, values, not }) => {
      if (type === "geolocation-city-name" || detail === undefined) return false;
      const isCountry = type === "geolocation-country-code";
      if (isCountry && visited.country === null) return false;
      const isMet = isCountry
        ? values?.includes(visited.country ?? "") === true
        : detail.facts.parameter(key ?? "").length > 0;
      return isMet !== (not === true);
    });
    if (rule.isOff || areMet.includes(false)) continue;
    matching.push(rule.url);
    by = { rule: rule.name ?? String(place + 1) };
    break;
  }
  for (const spoken of visited.languages)
    for (const target of stored.languages ?? [])
      if (target.language === spoken) matching.push(target.url);
  for (const target of stored.countries ?? [])
    if (visited.country !== null && target.country === visited.country) matching.push(target.url);
  const isForPlaceOrLanguage = matching.length > 0;
  for (const target of stored.devices ?? [])
    if ([visited.device, visited.deviceGroup].some((known) => known === target.device))
      matching.push(target.url);
  const { split } = stored;
  if (matching.length === 0 && split !== undefined && detail !== undefined && !isPreviewed) {
    const [a, b] = split.variants;
    const { splitKey, roll } = detail;
    if (hasCome(split.endsAt))
      matching.push(
        ...split.variants.filter(({ id }) => id === split.winner).map(({ url }) => url),
      );
    else {
      const isMachine = detail.isBot || visited.isPreview;
      const bucket = splitKey === null ? roll * 10_000 : bucketOf(split.seed, splitKey);
      const largest = (a?.weight ?? 0) >= (b?.weight ?? 0) ? a : b;
      const drawn = isMachine ? largest : bucket < (a?.weight ?? 0) ? a : b;
      matching.push(drawn?.url ?? "");
      const isByChance = splitKey === null && !isMachine;
      by = { variant: drawn?.id ?? "", ...(isByChance && { drawn: "chance" as const }) };
    }
  }
  matching.push(stored.url);
  const to = withParameters(matching[0] ?? "");

  if (isPreviewed) return { kind: "preview", to, pixels: [] };
  const { pixels = [], type = { kind: "direct" } } = stored;
  const open = { to, pixels, ...(by !== undefined && { by }) };
  if (stored.deepLink !== undefined && !isForPlaceOrLanguage) {
    const isApple = visited.device === "iphone" || visited.device === "ipad";
    const isGoogle = visited.device === "android";
    const app = isApple ? stored.deepLink.apple : isGoogle ? stored.deepLink.google : undefined;
    if (app !== undefined) return { kind: "deepLink", app, auto: stored.deepLink.auto, ...open };
  }
  if (type.kind === "frame") return { kind: "frame", ...open };
  if (type.kind === "splash") return { kind: "splash", id: type.id, ...open };
  if (type.kind === "overlay") return { kind: "overlay", id: type.id, ...open };
  return { kind: "direct", ...open };
}

test("every link and visit gets what the specification read aloud would give", () => {
  fc.assert(
    fc.property(storedLink, generatedVisit, (one, other) => {
      expect(resolve(prepareLink(one), other)).toEqual(reference(one, other));
    }),
    { numRuns: runs(1_000) },
  );
});

test("so does every link with rules, split, dates and a limit, and says what decided", () => {
  const met = new Set<string>();
  fc.assert(
    fc.property(decidedLink, detailedVisit, (one, other) => {
      const decision = resolve(prepareLink(one), other);
      expect(decision).toEqual(reference(one, other));
      met.add(decision.kind);
      for (const name of Object.keys(("by" in decision && decision.by) || {})) met.add(name);
    }),
    { numRuns: runs(2_000) },
  );
  for (const name of ["notStarted", "expired", "password", "preview", "rule", "variant"])
    expect(met).toContain(name);
});
