import type { Link } from "../../../links/service.ts";
import { isObject } from "../../../../../util/isObject.ts";
import { shlinkDevices } from "../../../../../contract/fields/decisionFields.ts";
import type { CallOf } from "../../../../../contract/operation.ts";
import type { linkOperations } from "../../../../../contract/resources/links.ts";
import { invalid } from "./problems.ts";

type StoredRule = NonNullable<Link["rules"]>[number];
type SentRule = CallOf<typeof linkOperations.setLinkRules>["body"]["rules"][number];

/** Conditions that have the same name and meaning here, and what Shlink needs with each. */
const conditions: Readonly<Record<string, { readonly key?: true; readonly value?: true }>> = {
  device: { value: true },
  language: { value: true },
  "query-param": { key: true, value: true },
  "any-value-query-param": { key: true },
  "valueless-query-param": { key: true },
  "ip-address": { value: true },
  "geolocation-country-code": { value: true },
  "geolocation-city-name": { value: true },
  "before-date": { value: true },
  "after-date": { value: true },
  browser: { value: true },
};

const devices: ReadonlySet<string> = new Set(shlinkDevices);

/** Null: Shlink has no such condition. */
function presentCondition(condition: StoredRule["conditions"][number]) {
  const { type, key = null, values = [], window, not } = condition;
  if (window !== undefined || not === true || values.length > 1) return null;
  const [matchValue = null] = values;
  const isKnown = conditions[type] !== undefined;
  const isDevice = type !== "device" || devices.has(matchValue ?? "");
  return isKnown && isDevice ? { type, matchKey: key, matchValue } : null;
}

/** A link's rules as Shlink has them, and how many it can't have. */
export function presentRedirectRules({ url, rules = [] }: Pick<Link, "url" | "rules">) {
  const shown = rules.flatMap((rule) => {
    const all = rule.conditions.map(presentCondition);
    const known = all.filter((one) => one !== null);
    const isWhole = rule.isOff !== true && known.length === all.length;
    return isWhole ? [{ longUrl: rule.url, conditions: known }] : [];
  });
  return {
    body: {
      defaultLongUrl: url,
      redirectRules: shown.map(({ longUrl, conditions: all }, place) => ({
        longUrl,
        priority: place + 1,
        conditions: all,
      })),
    },
    hidden: rules.length - shown.length,
  };
}

function readCondition(sent: unknown) {
  if (!isObject(sent) || typeof sent["type"] !== "string") throw invalid("redirectRules");
  const { type, matchKey, matchValue } = sent;
  const needs = conditions[type];
  if (needs === undefined) throw invalid("redirectRules");
  const isKeyed = typeof matchKey === "string" && matchKey !== "";
  if (needs.key === true && !isKeyed) throw invalid("redirectRules");
  if (needs.value === true && typeof matchValue !== "string") throw invalid("redirectRules");
  return {
    type,
    ...(needs.key === true && { key: matchKey }),
    ...(needs.value === true && { value: matchValue }),
  };
}

/** The rules that a program sends; more is checked by the operation. */
export function readRedirectRules(body: Readonly<Record<string, unknown>>): SentRule[] {
  const { redirectRules } = body;
  if (!Array.isArray(redirectRules)) throw invalid("redirectRules");
  return redirectRules.map((rule: unknown) => {
    if (!isObject(rule) || !Array.isArray(rule["conditions"])) throw invalid("redirectRules");
    const read = { url: rule["longUrl"], conditions: rule["conditions"].map(readCondition) };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the operation's schema checks it
    return read as SentRule;
  });
}
