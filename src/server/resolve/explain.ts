import type { Link, Visit } from "./model.ts";
import { isLive } from "./rotate.ts";
import { countryTarget, deepLinkAddress, deviceTarget, languageTarget } from "./targeting.ts";

/** `passed`: it would hold, but one before it has decided; or nothing was asked of it any more. */
type RuleOutcome = "holds" | "fails" | "passed";

/** One of the things that a decision looks at, in the order in which it does. */
export interface ExplainedRule {
  readonly rule:
    | "expiry"
    | "password"
    | "language"
    | "country"
    | "device"
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
}

/** Why `resolve` decides as it does: every rule that the link has, and what became of it. */
export function explain(link: Link, visit: Visit): readonly ExplainedRule[] {
  const isExpired = !isLive(link, visit.now);
  const needsPassword = link.isProtected && !visit.isUnlocked;
  const isClosed = isExpired || needsPassword;
  const rules: ExplainedRule[] = [];
  if (link.expiresAt !== null) {
    rules.push({
      rule: "expiry",
      value: String(link.expiresAt),
      url: null,
      outcome: isExpired ? "holds" : "fails",
    });
  }
  if (link.isProtected) {
    const outcome = isExpired ? "passed" : needsPassword ? "holds" : "fails";
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
      rules.push({ rule, value, url, outcome });
    }
    isChosen ||= chosen !== null;
  };
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
  rules.push({
    rule: "otherwise",
    value: null,
    url: link.url,
    outcome: isChosen ? "passed" : "holds",
  });

  const isPreviewed = !isClosed && visit.isPreview && link.hasMetadata;
  if (link.hasMetadata) {
    const outcome = isPreviewed ? "holds" : isClosed ? "passed" : "fails";
    rules.push({ rule: "preview", value: null, url: null, outcome });
  }
  const app = deepLinkAddress(link, visit);
  const opensApp =
    !isClosed && !isPreviewed && app !== null && byLanguage === null && byCountry === null;
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
