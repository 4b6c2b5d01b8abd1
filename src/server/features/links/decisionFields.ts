import { randomBytes } from "node:crypto";
import {
  type AnsweredRule,
  type SentCondition,
  type SentRule,
  type SentSplit,
} from "../../../contract/fields/decisionFields.ts";
import { unreachableRules } from "../../../contract/fields/unreachableRules.ts";
import type { Timestamps } from "../../common/timestamps.ts";
import {
  prepareCondition,
  type StoredCondition as PresentedCondition,
} from "../../resolve/rules/conditions.ts";
import { network } from "../../resolve/rules/networks.ts";
import type { App } from "../../common/context.ts";
import type { LinkRecord } from "../../store/records.ts";

/** Rules, splits and dates between the form in which callers send them and the record's. */

type StoredRule = NonNullable<LinkRecord["rules"]>[number];
type StoredCondition = StoredRule["conditions"][number];
type AnsweredCondition = AnsweredRule["conditions"][number];
type Renders = Pick<Timestamps, "render">;
type StoredSplit = NonNullable<LinkRecord["split"]>;

type AddFault = (field: string, detail: string) => void;

export function readRules(
  sent: readonly SentRule[],
  timestamps: Timestamps,
  addFault: AddFault,
): StoredRule[] {
  function readCondition(one: SentCondition, field: string): StoredCondition {
    if ("window" in one) {
      const { window, ...about } = one;
      const stored = { ...about, window: { ...window, zone: window.zone ?? timestamps.timeZone } };
      if (prepareCondition(stored) === null) {
        addFault(
          `${field}.value.zone`,
          `must be a time zone such as Europe/Berlin, not "${window.zone}"`,
        );
      }
      return stored;
    }
    if (!("values" in one)) return one;
    const { type, values } = one;
    if (type === "ip-address") {
      const wrong = values.find((value) => network(value) === null);
      if (wrong !== undefined) {
        addFault(
          `${field}.value`,
          `must be an IP address, a prefix such as 10.0.0.0/8 or a pattern such as 1.2.*.4, not "${wrong}"`,
        );
      }
    }
    if (type !== "before-date" && type !== "after-date") return one;
    return { ...one, values: values.map((value) => timestamps.parse(value)) };
  }

  return sent.map(({ url, name, enabled, conditions }, place) => ({
    url,
    ...(name !== undefined && name !== "" && { name }),
    ...(enabled === false && { isOff: true }),
    conditions: conditions.map((one, index) =>
      readCondition(one, `rules[${place}].conditions[${index}]`),
    ),
  }));
}

/** What a condition compares with, as callers send it. */
function presentValue({ type, values, window }: PresentedCondition, timestamps: Renders) {
  if (window !== undefined) return { value: { ...window, days: [...window.days] } };
  if (values === undefined) return {};
  const isDate = type === "before-date" || type === "after-date";
  const shown = isDate ? values.map((value) => timestamps.render(value)) : values;
  const [only] = shown;
  return { value: shown.length === 1 && only !== undefined ? only : [...shown] };
}

export function presentCondition(one: PresentedCondition, timestamps: Renders): AnsweredCondition {
  return {
    // It has been checked when it was sent.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    type: one.type as AnsweredCondition["type"],
    ...(one.key !== undefined && { key: one.key }),
    ...presentValue(one, timestamps),
    ...(one.not === true && { not: true as const }),
  };
}

export function presentRules(rules: readonly StoredRule[], timestamps: Renders): AnsweredRule[] {
  return rules.map(({ url, name, isOff, conditions }) => ({
    url,
    ...(name !== undefined && { name }),
    enabled: isOff !== true,
    conditions: conditions.map((one) => presentCondition(one, timestamps)),
  }));
}

/** The seed stays as long as the test does: without its variants a split is another one. */
export function readSplit(
  { variants, ends, winner, restart }: SentSplit,
  before: StoredSplit | undefined,
  { timestamps, clock }: Pick<App, "timestamps" | "clock">,
): StoredSplit {
  const split = {
    seed: randomBytes(16).toString("base64url"),
    startedAt: new Date(clock()).toISOString(),
    variants,
    ...(ends !== undefined && { endsAt: timestamps.parse(ends) }),
    ...(winner !== undefined && { winner }),
  };
  return restart === true ? split : ofSameTest(split, before);
}

/** The split with the seed of another, so that visitors stay with their variants. */
export function ofSameTest(split: StoredSplit, other: StoredSplit | undefined): StoredSplit {
  if (other === undefined) return split;
  const { startedAt: _, ...same } = split;
  const { seed, startedAt } = other;
  return { ...same, seed, ...(startedAt !== undefined && { startedAt }) };
}

/** Sentences about rules that no visit reaches. */
export function unreachableSentences(rules: readonly StoredRule[]): string[] {
  return unreachableRules(rules).map(
    ({ place, by }) =>
      `Rule ${place + 1} never applies: rule ${by + 1} comes first and already matches all of these visits.`,
  );
}
