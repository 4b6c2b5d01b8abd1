import { describe, expect, test } from "vitest";
import { usableRecord } from "../../../../src/server/features/changes/usableRecord.ts";
import { handEditProblem } from "../../../../src/server/features/settings/handEdits.ts";
import type { LinkRecord } from "../../../../src/server/store/records.ts";

/** Addresses of rules, splits and dates that come from a file, the history or a hand. */

const bad = "javascript:alert(1)";
const good = "https://example.com/good";
const conditions = [{ type: "device", values: ["ios"] }];
const link: LinkRecord = {
  id: 1,
  alias: "spring",
  url: "https://example.com/own",
  createdAt: "2026-01-01T00:00:00.000Z",
};
const variants = (second: string) => [
  { id: "a", url: good, weight: 5000 },
  { id: "b", url: second, weight: 5000 },
];

const faulty = {
  rules: { rules: [{ url: bad, conditions }] },
  split: { split: { seed: "AAAAAAAAAAAAAAAAAAAAAA", variants: variants(bad) } },
  beforeUrl: { beforeUrl: bad },
  afterUrl: { afterUrl: bad },
} as const satisfies Readonly<Record<string, Partial<LinkRecord>>>;

describe.each(Object.entries(faulty))("%s", (field, wrong) => {
  test("with an address that can't be used doesn't come back", () => {
    expect(usableRecord("links", { ...link, ...wrong }, undefined)).toEqual({
      record: link,
      faults: [field],
    });
  });

  test("isn't taken from a hand, unless it was there before", () => {
    const record = { ...link, ...wrong };
    expect(handEditProblem({ put: "links", record }, link)).toEqual({
      field,
      detail: expect.stringContaining(bad),
    });
    expect(handEditProblem({ put: "links", record }, record)).toBeNull();
  });
});

test("of rules the others stay, of a split none; what is good stays as it is", () => {
  const rules = [
    { url: bad, conditions },
    { url: good, conditions },
  ];
  const split = { seed: "AAAAAAAAAAAAAAAAAAAAAA", variants: variants(good), winner: "b" };
  const whole = { ...link, split, beforeUrl: good, afterUrl: good };
  const withRules: LinkRecord = { ...whole, rules };
  expect(usableRecord("links", withRules, undefined)).toEqual({
    record: { ...whole, rules: rules.slice(1) },
    faults: ["rules"],
  });
  expect(usableRecord("links", whole, undefined)).toEqual({ record: whole, faults: [] });
  expect(handEditProblem({ put: "links", record: whole }, link)).toBeNull();
});
