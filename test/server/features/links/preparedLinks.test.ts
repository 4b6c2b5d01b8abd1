import { expect, test } from "vitest";
import { preparedLinkOf } from "../../../../src/server/features/links/preparedLinks.ts";
import type { LinkRecord } from "../../../../src/server/store/records.ts";

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
      type: { kind: "direct" },
      expiresAt: null,
      isProtected: false,
      hasMetadata: false,
      languages: [],
      countries: [],
      devices: [],
      deepLink: null,
      pixels: [],
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
        parameters: [
          { name: "a", value: "b" },
          { name: "", value: "ignored" },
        ],
      }),
    )?.link,
  ).toEqual({
    url: "https://example.com/?a=b",
    type: { kind: "overlay", id: 3 },
    expiresAt: Date.parse("2026-01-01T00:00:00Z"),
    isProtected: true,
    hasMetadata: true,
    languages: [{ language: "pt", url: "https://example.com/pt?a=b" }],
    countries: [{ country: "DE", url: "https://example.com/de?a=b" }],
    devices: [{ device: "ipad", url: "https://example.com/ipad?a=b" }],
    deepLink: { apple: "https://apps.apple.com/app/id1", google: null, auto: true },
    pixels: [4],
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
