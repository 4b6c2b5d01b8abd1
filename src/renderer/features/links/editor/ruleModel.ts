import type { TFunction } from "i18next";
import { completeAddress } from "../../../../contract/fields/completeAddress.ts";
import type {
  AnsweredRule,
  ConditionType,
  RuleToSend,
} from "../../../../contract/fields/decisionFields.ts";
import { unreachableRules } from "../../../../contract/fields/unreachableRules.ts";
import { isMoment } from "../../../i18n/typedMoment.ts";

/** A rule as the form holds it. */
export interface RuleValue {
  /** Tells it from the others while their order changes. */
  readonly id: number;
  readonly url: string;
  readonly name: string;
  readonly isOff: boolean;
  readonly conditions: readonly ConditionValue[];
}

export interface ConditionValue {
  readonly type: ConditionType;
  readonly isNot: boolean;
  /** Name of the query parameter. */
  readonly key: string;
  readonly values: readonly string[];
  readonly window: TimeWindow;
}

export interface TimeWindow {
  /** 1 (Monday) to 7. */
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
  /** Empty: the account's. */
  readonly zone: string;
}

/** What a condition is about, and what can be asked of it. */
export const subjects = {
  country: ["geolocation-country-code"],
  city: ["geolocation-city-name"],
  language: ["language"],
  device: ["device"],
  browser: ["browser"],
  referrer: ["referrer-domain"],
  parameter: ["query-param", "any-value-query-param", "valueless-query-param"],
  ip: ["ip-address"],
  date: ["before-date", "after-date"],
  time: ["time-window"],
} as const satisfies Readonly<Record<string, readonly ConditionType[]>>;
export type Subject = keyof typeof subjects;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own keys
export const subjectNames = Object.keys(subjects) as Subject[];

export function subjectOf(type: ConditionType): Subject {
  const found = subjectNames.find((name) => subjects[name].some((one) => one === type));
  return found ?? "country";
}

export function typesOf(subject: Subject): readonly ConditionType[] {
  return subjects[subject];
}

export function isKeyed(type: ConditionType): boolean {
  return typesOf("parameter").includes(type);
}

/** Whether the condition compares with values that are given. */
export function hasValues(type: ConditionType): boolean {
  return !["any-value-query-param", "valueless-query-param", "time-window"].includes(type);
}

const officeHours: TimeWindow = { days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00", zone: "" };

export function conditionOf(
  type: ConditionType,
  values: readonly string[] = [],
  isNot = false,
): ConditionValue {
  return { type, isNot, key: "", values, window: officeHours };
}

export function ruleValues(answered: readonly AnsweredRule[] | undefined): readonly RuleValue[] {
  return (answered ?? []).map(({ url, name = "", enabled, conditions }, id) => ({
    id,
    url,
    name,
    isOff: !enabled,
    conditions: conditions.map(conditionValue),
  }));
}

export function conditionValue({
  type,
  key = "",
  value = [],
  not,
}: AnsweredRule["conditions"][number]): ConditionValue {
  const isWindow = typeof value === "object" && "days" in value;
  return {
    type,
    isNot: not === true,
    key,
    values: isWindow ? [] : typeof value === "string" ? [value] : value,
    window: isWindow ? value : officeHours,
  };
}

export function sentRules(rules: readonly RuleValue[]): RuleToSend[] {
  return rules.map(({ url, name, isOff, conditions }) => ({
    url: completeAddress(url),
    ...(name.trim() !== "" && { name: name.trim() }),
    enabled: !isOff,
    conditions: conditions.map(({ type, isNot, key, values, window }) => ({
      type,
      ...(isKeyed(type) && { key: key.trim() }),
      ...(hasValues(type) && { value: values.length > 1 ? [...values] : (values[0] ?? "") }),
      ...(type === "time-window" && {
        value: {
          days: [...window.days],
          from: clockOf(window.from),
          to: clockOf(window.to),
          zone: window.zone.trim() || undefined,
        },
      }),
      ...(isNot && { not: true }),
    })),
  }));
}

/** A time of day as people type it: 9:00 or 09:00. */
export function isTime(typed: string): boolean {
  return /^(?:[01]?\d|2[0-3]):[0-5]\d$/.test(typed.trim());
}

function clockOf(typed: string): string {
  return typed.trim().padStart("09:00".length, "0");
}

function isDateType(type: ConditionType): boolean {
  return typesOf("date").includes(type);
}

/** Sentences about what isn't given yet, by where it stands in the form. */
export function ruleFaults(
  rules: readonly RuleValue[],
  t: TFunction,
): Readonly<Record<string, string>> {
  const missing = t("faults.missing");
  const faults: [place: string, sentence: string][] = [];
  rules.forEach(({ url, conditions }, place) => {
    if (url.trim() === "") faults.push([`rules[${place}].url`, missing]);
    conditions.forEach(({ type, key, values, window }, index) => {
      const at = `rules[${place}].conditions[${index}]`;
      const [value = ""] = values;
      if (isKeyed(type) && key.trim() === "") faults.push([`${at}.key`, missing]);
      if (type === "time-window" && window.days.length === 0)
        faults.push([`${at}.value`, t("rules.noDays")]);
      else if (type === "time-window" && ![window.from, window.to].every(isTime))
        faults.push([`${at}.value`, t("rules.timeFault")]);
      if (hasValues(type) && value.trim() === "") faults.push([`${at}.value`, missing]);
      else if (isDateType(type) && !isMoment(value))
        faults.push([`${at}.value`, t("faults.expiry")]);
    });
  });
  return Object.fromEntries(faults);
}

export const ruleTemplates = ["appStores", "officeHours", "launchDay", "abTest"] as const;
export type RuleTemplate = (typeof ruleTemplates)[number];

export type RuleDraft = Omit<RuleValue, "id">;

export function blankRule(...conditions: readonly ConditionValue[]): RuleDraft {
  return {
    url: "",
    name: "",
    isOff: false,
    conditions: conditions.length > 0 ? conditions : [conditionOf("geolocation-country-code")],
  };
}

/** Rules that a template adds; their destinations are still to be given. */
export function templateRules(template: RuleTemplate): readonly RuleDraft[] {
  switch (template) {
    case "appStores":
      return [
        blankRule(conditionOf("device", ["ios"])),
        blankRule(conditionOf("device", ["android"])),
      ];
    case "officeHours":
      return [blankRule(conditionOf("time-window"))];
    case "launchDay":
      return [blankRule(conditionOf("before-date"))];
    case "abTest":
      return [];
  }
}

/** For each rule that no visit reaches, the rule before it that takes all of its visits. */
export function rulesInFront(rules: readonly RuleValue[]): ReadonlyMap<number, RuleValue> {
  const compared = rules.map(({ conditions, isOff }) => ({
    isOff,
    conditions: conditions.map(({ type, key, isNot, values, window }) => ({
      type,
      not: isNot,
      ...(isKeyed(type) && { key }),
      ...(hasValues(type) && { values }),
      ...(type === "time-window" && { window }),
    })),
  }));
  return new Map(
    unreachableRules(compared).flatMap(({ place, by }) => {
      const [rule, front] = [rules[place], rules[by]];
      return rule === undefined || front === undefined ? [] : [[rule.id, front] as const];
    }),
  );
}

/** The rules with others behind them. */
export function withRules(
  rules: readonly RuleValue[],
  added: readonly RuleDraft[],
  place = rules.length,
): readonly RuleValue[] {
  const first = Math.max(-1, ...rules.map(({ id }) => id)) + 1;
  return [
    ...rules.slice(0, place),
    ...added.map((rule, index) => ({ ...rule, id: first + index })),
    ...rules.slice(place),
  ];
}
