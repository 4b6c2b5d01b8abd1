import type { Link, Visit } from "./model.ts";
import { destination } from "./parameters.ts";
import { isLive } from "./rotate.ts";
import {
  type Condition,
  factFor,
  type StoredCondition,
  type VisitFacts,
} from "./rules/conditions.ts";
import {
  type DrawnBy,
  drawnVariant,
  drawOf,
  hasStarted,
  isUsedUp,
  matchingRule,
} from "./rules/decide.ts";
import { countryTarget, deepLinkAddress, deviceTarget, languageTarget } from "./targeting.ts";

/** `passed`: it would hold, but one before it has decided; or nothing was asked of it any more. */
type RuleOutcome = "holds" | "fails" | "passed";

/** One of the things that a decision looks at, in the order in which it does. */
export interface ExplainedRule {
  readonly rule:
    | "starts"
    | "expiry"
    | "limit"
    | "password"
    | "rule"
    | "language"
    | "country"
    | "device"
    | "split"
    | "otherwise"
    | "preview"
    | "app"
    | "opens"
    | "pixels";
  /** Of which language, country, device, way of opening or moment (milliseconds since 1970); null: there is but one. */
  readonly value: string | null;
  /** Where it leads; null: it leads nowhere. */
  readonly url: string | null;
  readonly outcome: RuleOutcome;
  /** Of a rule of the link's own. */
  readonly conditions?: readonly ExplainedCondition[];
  /** Of the split. */
  readonly draw?: { readonly by: DrawnBy; readonly bucket: number | null };
}

export interface ExplainedCondition {
  readonly asks: StoredCondition;
  /** What the visit has; null: it isn't known, and nothing matches. */
  readonly fact: string | null;
  readonly holds: boolean | null;
}

function explainedCondition({ stored, holds }: Condition, facts: VisitFacts): ExplainedCondition {
  return { asks: stored, fact: factFor(stored, facts), holds: holds(facts) };
}

/** Why `resolve` decides as it does: every rule that the link has, and what became of it. */
export function explain(link: Link, visit: Visit): readonly ExplainedRule[] {
  const { decisions } = link;
  const ready = (address: string | null = null) => destination(address, link.parameters);
  const isEarly = decisions !== null && !hasStarted(decisions, visit.now);
  const isExpired = !isLive(link, visit.now);
  const isOver = isExpired || isUsedUp(decisions, visit);
  const needsPassword = link.isProtected && !visit.isUnlocked;
  const isClosed = isEarly || isOver || needsPassword;
  const rules: ExplainedRule[] = [];
  if (decisions !== null && decisions.startsAt !== null) {
    rules.push({
      rule: "starts",
      value: String(decisions.startsAt),
      url: isEarly ? ready(decisions.beforeUrl) : null,
      outcome: isEarly ? "holds" : "fails",
    });
  }
  if (link.expiresAt !== null) {
    rules.push({
      rule: "expiry",
      value: String(link.expiresAt),
      url: isExpired ? ready(decisions?.afterUrl) : null,
      outcome: isEarly ? "passed" : isExpired ? "holds" : "fails",
    });
  }
  if (decisions !== null && decisions.maxClicks !== null) {
    const isUsed = isUsedUp(decisions, visit);
    rules.push({
      rule: "limit",
      value: `${visit.detail?.clicks ?? 0} / ${decisions.maxClicks}`,
      url: isUsed ? ready(decisions.afterUrl) : null,
      outcome: isEarly || isExpired ? "passed" : isUsed ? "holds" : "fails",
    });
  }
  if (link.isProtected) {
    const outcome = isEarly || isOver ? "passed" : needsPassword ? "holds" : "fails";
    rules.push({ rule: "password", value: null, url: null, outcome });
  }

  /** Whether an address has been decided on. */
  let isChosen = isClosed;
  const add = (
    rule: ExplainedRule["rule"],
    targets: readonly { readonly value: string; readonly url: string; readonly fits: boolean }[],
    chosen: string | null,
  ) => {
    const held = isChosen ? -1 : targets.findIndex(({ fits, url }) => fits && url === chosen);
    for (const [place, { value, url, fits }] of targets.entries()) {
      const outcome = place === held ? "holds" : fits || isClosed ? "passed" : "fails";
      rules.push({ rule, value, url: ready(url), outcome });
    }
    isChosen ||= chosen !== null;
  };
  const isPreviewed = !isClosed && visit.isPreview && link.hasMetadata;
  const byRule = isPreviewed ? null : matchingRule(decisions, visit);
  for (const rule of decisions?.rules ?? []) {
    const { facts } = visit.detail ?? {};
    const conditions =
      facts === undefined ? [] : rule.conditions.map((one) => explainedCondition(one, facts));
    const fits = conditions.every(({ holds }) => holds === true);
    const outcome = rule === byRule && !isChosen ? "holds" : fits || isClosed ? "passed" : "fails";
    rules.push({ rule: "rule", value: rule.name, url: ready(rule.url), outcome, conditions });
  }
  isChosen ||= byRule !== null;
  const byLanguage = languageTarget(link, visit);
  add(
    "language",
    link.languages.map(({ language, url }) => ({
      value: language,
      url,
      fits: visit.languages.includes(language),
    })),
    byLanguage,
  );
  const byCountry = countryTarget(link, visit);
  add(
    "country",
    link.countries.map(({ country, url }) => ({
      value: country,
      url,
      fits: country === visit.country,
    })),
    byCountry,
  );
  add(
    "device",
    link.devices.map(({ device, url }) => ({
      value: device,
      url,
      fits: device === visit.device || device === visit.deviceGroup,
    })),
    deviceTarget(link, visit),
  );
  const drawn = isPreviewed ? null : drawnVariant(decisions, visit);
  if (decisions !== null && decisions.split !== null) {
    rules.push({
      rule: "split",
      value: drawn?.by?.variant ?? null,
      url: ready(drawn?.url),
      outcome: isChosen ? "passed" : drawn === null ? "fails" : "holds",
      ...(visit.detail !== undefined && { draw: drawOf(decisions.split, visit, visit.detail) }),
    });
  }
  isChosen ||= drawn !== null;
  rules.push({
    rule: "otherwise",
    value: null,
    url: link.url,
    outcome: isChosen ? "passed" : "holds",
  });

  if (link.hasMetadata) {
    const outcome = isPreviewed ? "holds" : isClosed ? "passed" : "fails";
    rules.push({ rule: "preview", value: null, url: null, outcome });
  }
  const app = deepLinkAddress(link, visit);
  const opensApp =
    !isClosed &&
    !isPreviewed &&
    app !== null &&
    byRule === null &&
    byLanguage === null &&
    byCountry === null;
  for (const [value, url] of [
    ["apple", link.deepLink?.apple ?? null],
    ["google", link.deepLink?.google ?? null],
  ] as const) {
    if (url === null) continue;
    const fits = url === app && (value === "apple") === (visit.device !== "android");
    const outcome = fits && opensApp ? "holds" : fits || isClosed ? "passed" : "fails";
    rules.push({ rule: "app", value, url, outcome });
  }
  if (link.type.kind !== "direct") {
    const outcome = isClosed || isPreviewed || opensApp ? "passed" : "holds";
    rules.push({ rule: "opens", value: link.type.kind, url: null, outcome });
  }
  if (link.pixels.length > 0) {
    const outcome = isClosed || isPreviewed ? "passed" : "holds";
    rules.push({ rule: "pixels", value: String(link.pixels.length), url: null, outcome });
  }
  return rules;
}
