import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import type { AnsweredRule } from "../../../../../src/contract/fields/decisionFields.ts";
import { addBodyOf, updateBodyOf } from "../../../../../src/renderer/ui/edit/recordBodies.ts";
import { faultsIn } from "../../../../../src/renderer/ui/edit/recordFaults.ts";
import {
  linkModel,
  type LinkValues,
} from "../../../../../src/renderer/features/links/editor/linkModel.ts";
import {
  blankRule,
  conditionOf,
  rulesInFront,
  ruleValues,
  sentRules,
  templateRules,
  withRules,
} from "../../../../../src/renderer/features/links/editor/ruleModel.ts";
import {
  abTest,
  movedShare,
  noSplit,
  sharedEvenly,
  weightOf,
  withVariant,
} from "../../../../../src/renderer/features/links/editor/splitModel.ts";

const url = "https://example.org/";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys do for sentences here
const keys = ((key: string) => key) as TFunction;

const answered: AnsweredRule[] = [
  {
    url: "https://example.org/de",
    name: "Neighbors",
    enabled: true,
    conditions: [
      { type: "geolocation-country-code", value: ["DE", "AT"], not: true },
      { type: "query-param", key: "from", value: "mail" },
      { type: "any-value-query-param", key: "ref" },
    ],
  },
  {
    url: "https://example.org/open",
    enabled: false,
    conditions: [
      {
        type: "time-window",
        value: { days: [1, 2], from: "09:00", to: "17:00", zone: "Europe/Berlin" },
      },
    ],
  },
];

function faults(values: Partial<LinkValues>) {
  return Object.fromEntries(
    faultsIn(linkModel, { ...linkModel.empty, url, ...values }, null, keys),
  );
}

const before: LinkValues = { ...linkModel.empty, url, rules: ruleValues(answered) };

test("rules are sent as they were answered", () => {
  // As it goes over the wire.
  expect(JSON.parse(JSON.stringify(sentRules(ruleValues(answered))))).toEqual(answered);
});

test("an edit of rules says what they were; removing the last one clears them", () => {
  const [first] = before.rules;
  expect(updateBodyOf(linkModel, { ...before, rules: [] }, before)).toEqual({
    url,
    clear: ["rules"],
    expect: { url, rules: sentRules(before.rules) },
  });
  const body = updateBodyOf(linkModel, { ...before, rules: before.rules.slice(0, 1) }, before);
  expect(body["rules"]).toEqual(sentRules(first === undefined ? [] : [first]));
});

test("a link without rules, dates, limit or split sends none of them", () => {
  expect(addBodyOf(linkModel, { ...linkModel.empty, url })).toEqual({ url });
});

test("a new rule has an id of its own wherever it goes", () => {
  const rules = withRules(before.rules, [blankRule()], 1);
  expect(rules.map(({ id }) => id)).toEqual([0, 2, 1]);
  expect(templateRules("appStores").map(({ conditions }) => conditions[0]?.values)).toEqual([
    ["ios"],
    ["android"],
  ]);
});

test("what a rule lacks is told at its place", () => {
  const rules = withRules(
    [],
    [
      blankRule(conditionOf("geolocation-country-code"), conditionOf("query-param", ["x"])),
      { ...blankRule(conditionOf("before-date", ["soon"])), url },
    ],
  );
  expect(faults({ rules })).toMatchObject({
    "rules[0].url": "faults.missing",
    "rules[0].conditions[0].value": "faults.missing",
    "rules[0].conditions[1].key": "faults.missing",
    "rules[1].conditions[0].value": "faults.expiry",
  });
});

test("hours of a time window are typed with or without a leading zero, and must be hours", () => {
  const [, open] = before.rules;
  if (open === undefined) throw new Error("There are two.");
  const at = (from: string) => [
    {
      ...open,
      conditions: open.conditions.map((one) => ({ ...one, window: { ...one.window, from } })),
    },
  ];
  expect(sentRules(at("9:00"))).toEqual(sentRules(at("09:00")));
  expect(faults({ rules: at("9:00") })).toEqual({});
  expect(faults({ rules: at("25:00") })).toMatchObject({
    "rules[0].conditions[0].value": "rules.timeFault",
  });
});

test("a rule that another one takes all visits from is told with that one", () => {
  const of = (...values: readonly string[]) =>
    blankRule(conditionOf("geolocation-country-code", values));
  const rules = withRules([], [of("DE", "AT"), of("AT"), of("CH"), { ...of("DE"), isOff: true }]);
  expect([...rulesInFront(rules)].map(([id, { id: front }]) => [id, front])).toEqual([[1, 0]]);
  const not = (...values: readonly string[]) =>
    blankRule(conditionOf("geolocation-country-code", values, true));
  expect(rulesInFront(withRules([], [not("DE"), not("DE", "AT")])).size).toBe(1);
  expect(rulesInFront(withRules([], [not("DE", "AT"), not("DE")])).size).toBe(0);
});

test("a start after the expiry and a limit that is no number are faults", () => {
  expect(
    faults({ starts: "2027-02-01 00:00:00", expiry: "2027-01-01 00:00:00", maxclicks: "ten" }),
  ).toEqual({ starts: "schedule.startsFault", maxclicks: "schedule.maxClicksFault" });
  expect(faults({ starts: "2027-01-01 00:00:00", maxclicks: "1000000000" })).toEqual({});
});

test("clearing that visitors learn the start says what it was", () => {
  const told = { ...before, startspublic: true };
  expect(updateBodyOf(linkModel, { ...told, startspublic: false }, told)).toEqual({
    url,
    clear: ["startspublic"],
    expect: { url, startspublic: true },
  });
});

test("weights are percentages with at most two decimals, in either script's separator", () => {
  expect(["50", "33.33", "12,5", "0"].map(weightOf)).toEqual([5000, 3333, 1250, 0]);
  expect(["", "x", "1.234", "-1"].map(weightOf)).toEqual([null, null, null, null]);
});

test("equal shares sum to the whole", () => {
  const three = withVariant(abTest(url).variants, []);
  expect(sharedEvenly(three).map(({ weight }) => weight)).toEqual(["33.34", "33.33", "33.33"]);
});

test("a new variant doesn't take the id of one that was removed", () => {
  const former = withVariant(abTest(url).variants, []);
  const left = former.slice(0, 2);
  expect(withVariant(left, former).at(-1)?.id).toBe("d");
  expect(withVariant(left, []).at(-1)?.id).toBe("c");
});

test("a split's shares have to sum to 100%, and each variant has a destination", () => {
  const split = { ...noSplit, variants: withVariant(abTest(url).variants, []) };
  expect(faults({ split })).toMatchObject({ "split.variants[1].url": "faults.missing" });
  const uneven = split.variants.map((one) => ({ ...one, url, weight: "50" }));
  expect(faults({ split: { ...noSplit, variants: uneven } })).toEqual({
    "split.variants": "split.sumFault",
  });
});

test("the share of visitors that move counts what lies between other boundaries", () => {
  const variants = (...weights: readonly string[]) =>
    weights.map((weight, place) => ({ id: "abc"[place] ?? "", url: `${url}${place}`, weight }));
  expect(movedShare(variants("50", "50"), variants("50", "50"))).toBe(0);
  expect(movedShare(variants("50", "50"), variants("40", "60"))).toBe(1000);
  expect(movedShare(variants("50", "30", "20"), variants("50", "40", "10"))).toBe(1000);
  // Only an address changed.
  const [a, b] = variants("50", "50");
  if (a === undefined || b === undefined) throw new Error("There are two.");
  expect(movedShare([a, b], [a, { ...b, url: "https://example.org/other" }])).toBe(5000);
});
