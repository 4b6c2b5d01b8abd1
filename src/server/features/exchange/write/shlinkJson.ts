import { type AnsweredRule, shlinkDevices } from "../../../../contract/fields/decisionFields.ts";
import { inTheApp } from "../appSchemes.ts";
import type { LeadingLink, WholeLink } from "./linkForms.ts";

/** Writes links as Shlink's API answers them, each with its redirect rules. */

interface ShlinkCondition {
  readonly type: string;
  readonly matchKey: string | null;
  readonly matchValue: string | null;
}

interface ShlinkRule {
  readonly longUrl: string;
  readonly conditions: readonly ShlinkCondition[];
}

type Condition = AnsweredRule["conditions"][number];

const ours: ReadonlySet<string> = new Set(["referrer-domain", "time-window"]);
const devices: ReadonlySet<string> = new Set(shlinkDevices);
/** A rule with several values becomes one rule for each, so there can be more than in Waypost. */
const mostRules = 200;
/** Characters of a link's rules: each has the parameters of the link in its URL. */
const mostOfRules = 2 ** 20;

/** Splits a condition into one for each value. Null: Shlink has no equivalent. */
function shlinkConditions({ type, key, value, not }: Condition): ShlinkCondition[] | null {
  if (not === true || ours.has(type)) return null;
  const values = value === undefined ? [null] : [value].flat();
  const found: ShlinkCondition[] = [];
  for (const one of values) {
    if (typeof one === "object" && one !== null) return null;
    if (one !== null && type === "device" && !devices.has(one)) return null;
    found.push({ type, matchKey: key ?? null, matchValue: one });
  }
  return found;
}

/** All combinations with one condition of each list. */
function combined(choices: readonly (readonly ShlinkCondition[])[]): ShlinkCondition[][] {
  return choices.reduce<ShlinkCondition[][]>(
    (all, some) => all.flatMap((before) => some.map((one) => [...before, one])),
    [[]],
  );
}

function rulesFor({ url, enabled, conditions }: AnsweredRule): ShlinkRule[] | null {
  const choices = conditions.map(shlinkConditions);
  const known = choices.flatMap((one) => (one === null ? [] : [one]));
  const count = known.reduce((product, { length }) => product * length, 1);
  if (!enabled || known.length < choices.length || count > mostRules) return null;
  return combined(known).map((one) => ({ longUrl: url, conditions: one }));
}

/** Rules that open the app stores of a deep link. Null: Shlink has no equivalent. */
function appRules(deeplink: WholeLink["deeplink"]): (ShlinkRule | null)[] {
  const { auto, ...stores } = { auto: false, ...deeplink };
  return Object.values(stores).map((address) => {
    const app = auto && typeof address === "string" ? inTheApp(address) : null;
    return (
      app && {
        longUrl: app.address,
        conditions: [{ type: "device", matchKey: null, matchValue: app.device }],
      }
    );
  });
}

export interface ShlinkRules {
  readonly rules: readonly ShlinkRule[];
  /** Whether rules or a deep link had to be left out. */
  readonly lacksRules: boolean;
  readonly lacksDeepLink: boolean;
}

/** As many as a link may have, the first ones first. */
function bounded(rules: readonly ShlinkRule[]): ShlinkRule[] {
  let size = 0;
  const excess = rules.findIndex((rule, place) => {
    size += rule.longUrl.length + JSON.stringify(rule.conditions).length;
    return place === mostRules || size > mostOfRules;
  });
  return excess < 0 ? [...rules] : rules.slice(0, excess);
}

/** The rules of a link whose own addresses `ready` gives their parameters. */
export function shlinkRules(
  { rules, deeplink }: Pick<WholeLink, "rules" | "deeplink">,
  ready: LeadingLink["ready"],
): ShlinkRules {
  const own = rules.map((rule) => rulesFor({ ...rule, url: ready(rule.url) }));
  const apps = appRules(deeplink);
  const all = [...own, ...apps.map((rule) => rule && [rule])].flatMap((one) => one ?? []);
  const first = bounded(all);
  return {
    rules: first,
    lacksRules: own.includes(null) || first.length < all.length,
    lacksDeepLink: apps.includes(null),
  };
}

/** Shlink writes an offset instead of Z. */
const moment = (instant: string) =>
  instant === "" ? null : instant.replace(/(\.\d+)?Z$/, "+00:00");

function shlinkItem({ link, to, short, ready }: LeadingLink): object {
  const { rules } = shlinkRules(link, ready);
  return {
    shortCode: link.alias,
    shortUrl: short,
    longUrl: to,
    dateCreated: moment(link.date),
    domain: link.domain === "" ? null : link.domain,
    title: link.name === "" ? null : link.name,
    tags: link.tags,
    visitsSummary: { total: link.clicks + link.earlierclicks },
    meta: {
      validSince: moment(link.starts),
      validUntil: moment(link.expiry),
      maxVisits: link.maxclicks === 0 ? null : link.maxclicks,
    },
    crawlable: false,
    forwardQuery: false,
    hasRedirectRules: rules.length > 0,
    redirectRules: rules.map((rule, place) => ({ ...rule, priority: place + 1 })),
  };
}

export function* shlinkJson(links: Iterable<LeadingLink>): Generator<string> {
  yield '{"shortUrls":{"data":[';
  let separator = "\n";
  // One at a time, unlike the other forms: their rules can take a megabyte each.
  for (const link of links) {
    yield separator + JSON.stringify(shlinkItem(link));
    separator = ",\n";
  }
  yield "\n]}}\n";
}
