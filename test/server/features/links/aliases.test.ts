import { fixedSettings } from "../../../../src/server/features/settings/settings.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { reservedAliases } from "../../../../src/contract/fields/reservedAliases.ts";
import { createAliases } from "../../../../src/server/features/links/aliases.ts";
import { testApp } from "../../../support/app.ts";

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
  const notes = readFileSync(join(import.meta.dirname, "../../../../docs/contract.md"), "utf8");
  expect(notes).toContain(reservedAliases.map((word) => `\`${word}\``).join(", "));
});
