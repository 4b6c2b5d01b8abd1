import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fixedSettings } from "../../../../src/server/features/settings/settings.ts";
import { reservedAliases } from "../../../../src/contract/fields/reservedAliases.ts";
import { createAliases } from "../../../../src/server/features/links/aliases.ts";
import { testApp } from "../../../support/app.ts";
import { preparedLinkOf } from "../../../../src/server/features/links/preparedLinks.ts";
import type { LinkRecord } from "../../../../src/server/store/records.ts";

/** Dice that fall as they are told. */
function dice(...rolls: number[]): () => number {
  let next = 0;
  return () => rolls[next++ % rolls.length] ?? 0;
}

describe("random aliases", () => {
  test("are six characters of those that can't be mistaken", () => {
    let step = 0;
    const aliases = createAliases(
      testApp({
        random: () => (step++ % 997) / 997,
        settings: { ...fixedSettings({ "links.aliasLength": 6 }), prefix: "" },
      }),
    );
    const drawn = Array.from({ length: 2000 }, () => aliases.random(() => false)).join("");
    expect(drawn).toHaveLength(12_000);
    expect(drawn).not.toMatch(/[0Oo1lI]/);
    expect(new Set(drawn).size).toBe(56);
  });

  test("are drawn again when taken, and get longer when a length is full", () => {
    const aliases = createAliases(
      testApp({
        random: dice(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7),
        settings: { ...fixedSettings({ "links.aliasLength": 6 }), prefix: "" },
      }),
    );
    const seen: string[] = [];
    const alias = aliases.random((drawn) => {
      seen.push(drawn);
      return drawn.length === 6;
    });
    expect(alias).toHaveLength(7);
    expect(seen).toHaveLength(21);
  });

  test("never are reserved words", () => {
    const alphabet = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";
    const rolls = Array.from("assetsspring").map((letter) => (alphabet.indexOf(letter) + 0.5) / 56);
    const aliases = createAliases(
      testApp({
        random: dice(...rolls),
        settings: { ...fixedSettings({ "links.aliasLength": 6 }), prefix: "" },
      }),
    );
    expect(aliases.random(() => false)).toBe("spring");
  });
});

test("the first segment of the prefix is reserved, in any case", () => {
  const aliases = createAliases(
    testApp({
      random: Math.random,
      settings: { ...fixedSettings({ "links.aliasLength": 6 }), prefix: "/Short/links" },
    }),
  );
  expect(aliases.isAlias("short")).toBe(false);
  expect(aliases.isAlias("links")).toBe(true);
  expect(() => aliases.check("SHORT", "custom")).toThrow("That alias is reserved.");
});

test("aliases are kept in NFC, in the case they were given in", () => {
  const aliases = createAliases(
    testApp({
      random: Math.random,
      settings: { ...fixedSettings({ "links.aliasLength": 6 }), prefix: "" },
    }),
  );
  expect(aliases.check("Cafe\u0301", "custom")).toBe("Caf\u00e9");
  expect(aliases.check("हिन्दी", "custom")).toBe("हिन्दी".normalize("NFC"));
});

test("the reserved words are the ones that the documentation lists", () => {
  const notes = readFileSync(join(import.meta.dirname, "../../../../docs/api.md"), "utf8");
  expect(notes).toContain(reservedAliases.map((word) => `\`${word}\``).join(", "));
});

function record(given: Partial<LinkRecord> = {}): LinkRecord {
  return {
    id: 7,
    alias: "spring",
    url: "https://example.com",
    createdAt: "2026-01-01T00:00:00Z",
    ...given,
  };
}

test("a bare record is a direct link that leads to its normalised address", () => {
  const bare = record({ url: "HTTPS://Bücher.example/a b" });
  expect(preparedLinkOf(bare)).toEqual({
    id: 7,
    record: bare,
    link: {
      url: "https://xn--bcher-kva.example/a%20b",
      parameters: "",
      type: { kind: "direct" },
      expiresAt: null,
      isProtected: false,
      hasMetadata: false,
      languages: [],
      countries: [],
      devices: [],
      deepLink: null,
      pixels: [],
      decisions: null,
    },
  });
});

test("everything that decides is carried over", () => {
  expect(
    preparedLinkOf(
      record({
        type: { kind: "overlay", id: 3 },
        expiresAt: "2026-01-01T00:00:00Z",
        password: "scrypt$…",
        metaTitle: "Spring",
        languages: [{ language: "pt-BR", url: "https://example.com/pt" }],
        countries: [{ country: "DE", url: "https://example.com/de" }],
        devices: [{ device: "ipad", url: "https://example.com/ipad" }],
        deepLink: { apple: "https://apps.apple.com/app/id1", auto: true },
        pixels: [4],
        startsAt: "2025-01-01T00:00:00Z",
        beforeUrl: "https://example.com/before",
        afterUrl: "https://example.com/after",
        maxClicks: 5,
        parameters: [
          { name: "a", value: "b" },
          { name: "", value: "ignored" },
        ],
      }),
    )?.link,
  ).toEqual({
    url: "https://example.com/?a=b",
    parameters: "a=b",
    type: { kind: "overlay", id: 3 },
    expiresAt: Date.parse("2026-01-01T00:00:00Z"),
    isProtected: true,
    hasMetadata: true,
    languages: [{ language: "pt", url: "https://example.com/pt" }],
    countries: [{ country: "DE", url: "https://example.com/de" }],
    devices: [{ device: "ipad", url: "https://example.com/ipad" }],
    deepLink: { apple: "https://apps.apple.com/app/id1", google: null, auto: true },
    pixels: [4],
    decisions: {
      startsAt: Date.parse("2025-01-01T00:00:00Z"),
      showsStart: false,
      beforeUrl: "https://example.com/before",
      afterUrl: "https://example.com/after",
      maxClicks: 5,
      rules: [],
      split: null,
    },
  });
});

test("the same record gives the same route", () => {
  const one = record();
  expect(preparedLinkOf(one)).toBe(preparedLinkOf(one));
});

test.each(["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//x", "nonsense", ""])(
  "a record edited by hand to lead to %j leads nowhere",
  (url) => {
    expect(preparedLinkOf(record({ url }))).toBeUndefined();
    expect(preparedLinkOf(record({ countries: [{ country: "DE", url }] }))?.link.countries).toEqual(
      [],
    );
  },
);
