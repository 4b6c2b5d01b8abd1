import type { ImportFormat } from "../../../../contract/changes/imports.ts";
import { sentRule, sentSplit } from "../../../../contract/fields/decisionFields.ts";
import { variantIds, wholeSplit } from "../../../../contract/fields/splitShares.ts";
import { isObject } from "../../../../util/isObject.ts";
import { countryCode } from "../../../visitor/countryNames.ts";
import { onTheWeb, type StoreAddress } from "../appSchemes.ts";
import { type LeftOut, shownCell } from "./rows.ts";

/** Converts rules, splits and targets of other products to fields of the contract. */

/** Value of a column by its plain name, with JSON parsed. Undefined: empty or missing. */
type ValueOf = (column: string) => unknown;

type Rule = Readonly<Record<string, unknown>>;
type Stores = Partial<Record<StoreAddress["store"], string>>;

interface ReadRule {
  readonly rule: Rule;
  /** App store whose URL the rule had. */
  readonly store: StoreAddress | null;
}

interface Share {
  readonly url: unknown;
  /** Relative to the other shares, whatever their sum. */
  readonly share: unknown;
}

/** Values of a row that are listed one by one; others are counted with the first like them. */
const mostLeftOut = 40;

/** Collects the fields of one link, and values without an equivalent. */
function createDecisions() {
  const leftOut: (LeftOut & { cells?: number })[] = [];
  const rules: ReadRule[] = [];
  const targets: { readonly location: string; readonly link: string }[] = [];
  const others: Record<string, unknown> = {};

  function leave(column: string, value: unknown, why: LeftOut["why"] = "unsupported"): void {
    const like =
      leftOut.length < mostLeftOut
        ? undefined
        : leftOut.find((one) => one.column === column && one.why === why);
    if (like === undefined) leftOut.push({ column, cell: shownCell(value), why });
    else like.cells = (like.cells ?? 1) + 1;
  }

  return {
    leave,
    set(field: string, value: unknown) {
      others[field] = value;
    },
    /** Adds a rule; the URL of an app store becomes that of its web page. */
    addRule(column: string, { url, ...more }: Rule, sent: unknown = { url, ...more }): void {
      const store = typeof url === "string" ? onTheWeb(url) : null;
      const rule = { url: store?.address ?? url, ...more };
      if (sentRule.safeParse(rule).success) rules.push({ rule, store });
      else leave(column, sent);
    },
    addCountries(column: string, sent: unknown): void {
      if (sent === undefined) return;
      if (!isObject(sent)) return leave(column, sent, "unreadable");
      for (const [country, link] of Object.entries(sent)) {
        const location = countryCode(country);
        if (location !== null && isTarget(link)) targets.push({ location, link });
        else leave(column, { [country]: link });
      }
    },
    setSplit(column: string, shares: readonly Share[], more: object = {}): void {
      const weights = weightsOf(shares.map(({ share }) => Number(share)));
      const variants = shares.map(({ url }, place) => ({
        id: variantIds[place],
        url,
        weight: weights?.[place],
      }));
      const split = { variants, ...more };
      if (sentSplit.safeParse(split).success) others["split"] = split;
      else leave(column, shares);
    },
    read() {
      const { kept, stores } = withAppLinks(rules, targets.length === 0);
      return {
        leftOut,
        fields: {
          ...others,
          ...(kept.length > 0 && { rules: kept }),
          ...(targets.length > 0 && { geotarget: targets }),
          ...(Object.keys(stores).length > 0 && { deeplink: { ...stores, auto: true } }),
        },
      };
    },
  };
}

/**
 * Makes app links of rules that only open an app store on one device. App links come after rules and countries, so
 * none of those may be for the same visitors.
 */
function withAppLinks(rules: readonly ReadRule[], canHave: boolean) {
  const kept: Rule[] = [];
  const stores: Stores = {};
  /** Devices that no rule after the present one is for. */
  const free = new Set<string>(canHave ? ["android", "ios"] : []);
  for (const { rule, store } of rules.toReversed()) {
    if (store !== null && free.has(store.device) && isForAllOf(rule, store.device)) {
      stores[store.store] = store.address;
      continue;
    }
    kept.push(rule);
    for (const device of free) if (!isForOthers(rule, device)) free.delete(device);
  }
  return { kept: kept.toReversed(), stores };
}

/** What a rule asks of the device, in conditions of one value. */
function devicesOf({ conditions }: Rule): unknown[] {
  const all = (listIn(conditions) ?? []).filter(isObject);
  return all.filter(({ type, not }) => type === "device" && not !== true).map(({ value }) => value);
}

function isForAllOf(rule: Rule, device: string): boolean {
  const isAlone = listIn(rule["conditions"])?.length === 1 && rule["enabled"] !== false;
  return isAlone && devicesOf(rule)[0] === device;
}

function isForOthers(rule: Rule, device: string): boolean {
  return devicesOf(rule).some(
    (one) => typeof one === "string" && one !== device && one !== "mobile",
  );
}

type Decisions = ReturnType<typeof createDecisions>;

function isTarget(value: unknown): value is string {
  return typeof value === "string" && /^https?:\/\//i.test(value);
}

/** Scales shares to weights that sum to the whole. Undefined: they can't be scaled. */
function weightsOf(shares: readonly number[]): number[] | undefined {
  const total = shares.reduce((sum, share) => sum + share, 0);
  if (!(total > 0 && total < Infinity) || shares.some((share) => share < 0)) return undefined;
  const exact = shares.map((share) => (share * wholeSplit) / total);
  const weights = exact.map(Math.floor);
  const missing = wholeSplit - weights.reduce((sum, weight) => sum + weight, 0);
  const byRemainder = [...exact.keys()].toSorted(
    (one, other) => ((exact[other] ?? 0) % 1) - ((exact[one] ?? 0) % 1),
  );
  for (const place of byRemainder.slice(0, missing)) weights[place] = (weights[place] ?? 0) + 1;
  return weights;
}

function listIn(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** Adds a rule for visitors with one device. */
function addDevice(to: Decisions, column: string, device: string, url: unknown): void {
  if (url === undefined) return;
  const rule = { url, conditions: [{ type: "device", value: device }] };
  to.addRule(column, rule, url);
}

/** Shlink's types are the contract's, except for a parameter that must be empty. */
function shlinkCondition(sent: unknown): unknown {
  if (!isObject(sent)) return sent;
  const { type, matchKey, matchValue } = sent;
  const isEmpty = matchValue === null || matchValue === undefined || matchValue === "";
  const isValueless = type === "query-param" && isEmpty;
  return {
    type: isValueless ? "valueless-query-param" : type,
    ...(typeof matchKey === "string" && { key: matchKey }),
    ...(!isEmpty && { value: matchValue }),
  };
}

function priorityOf(rule: unknown): number {
  const priority = isObject(rule) ? Number(rule["priority"]) : Number.NaN;
  return Number.isNaN(priority) ? Number.MAX_SAFE_INTEGER : priority;
}

const byPriority = (rules: readonly unknown[]) =>
  rules.toSorted((one, other) => priorityOf(one) - priorityOf(other));

/** Reads a short URL of Shlink's API, with the rules that its rules endpoint answers. */
function fromShlink(valueOf: ValueOf, to: Decisions): void {
  const sent = valueOf("redirectrules");
  if (sent === undefined) {
    if (valueOf("hasredirectrules") === true) to.leave("hasRedirectRules", true, "missing");
    return;
  }
  const rules = listIn(sent);
  if (rules === undefined) return to.leave("redirectRules", sent, "unreadable");
  for (const rule of byPriority(rules)) {
    const { longUrl, conditions } = isObject(rule) ? rule : {};
    const read = listIn(conditions)?.map(shlinkCondition);
    to.addRule("redirectRules", { url: longUrl, conditions: read }, rule);
  }
}

/** Dub tries devices before countries, and countries before the test. */
function fromDub(valueOf: ValueOf, to: Decisions): void {
  addDevice(to, "ios", "ios", valueOf("ios"));
  addDevice(to, "android", "android", valueOf("android"));
  to.addCountries("geo", valueOf("geo"));
  const tests = valueOf("testvariants");
  if (tests === undefined) return;
  const shares = listIn(tests)?.map((one) =>
    isObject(one) ? { url: one["url"], share: one["percentage"] } : { url: one, share: 0 },
  );
  const ends = valueOf("testcompletedat");
  if (shares === undefined) to.leave("testVariants", tests, "unreadable");
  else to.setSplit("testVariants", shares, ends === undefined ? {} : { ends });
}

function fromShortIo(valueOf: ValueOf, to: Decisions): void {
  addDevice(to, "iphoneURL", "ios", valueOf("iphoneurl"));
  addDevice(to, "androidURL", "android", valueOf("androidurl"));
  const url = valueOf("spliturl");
  if (url === undefined) return;
  const percent = Number(valueOf("splitpercent") ?? Number.NaN);
  to.setSplit("splitURL", [
    { url: valueOf("originalurl"), share: 100 - percent },
    { url, share: percent },
  ]);
}

/** The link's own URL gets the share that the variants leave. */
function fromSpoo(valueOf: ValueOf, to: Decisions): void {
  to.addCountries("geo_rules", valueOf("georules"));
  if (valueOf("privatestats") === false) to.set("status", "public");
  if (valueOf("blockbots") === true) to.leave("block_bots", true);
  const status = valueOf("status");
  if (status === "INACTIVE" || status === "BLOCKED") to.leave("status", status);
  const sent = valueOf("abvariants");
  if (sent === undefined) return;
  const variants = listIn(sent)?.filter(isObject) ?? [];
  const shares = variants.map(({ url, weight }) => ({ url, share: weight }));
  const rest = 100 - shares.reduce((sum, { share }) => sum + Number(share), 0);
  to.setSplit("ab_variants", [
    ...(rest > 0 || shares.length < 2 ? [{ url: valueOf("longurl"), share: rest }] : []),
    ...shares,
  ]);
}

const linketryTypes: Readonly<Record<string, string>> = {
  country: "geolocation-country-code",
  device: "device",
  browser: "browser",
  language: "language",
  referer: "referrer-domain",
};

/** Parses a rule's settings, which are JSON in a text. */
function linketryRule(sent: unknown) {
  const { rule_type: type, rule_config: text } = isObject(sent) ? sent : {};
  let config: unknown = text;
  if (typeof text === "string") {
    try {
      config = JSON.parse(text);
    } catch {
      config = undefined;
    }
  }
  const shown = { rule_type: type, rule_config: text };
  return isObject(config)
    ? { type: String(type), config, shown }
    : { type: "unreadable", config: {}, shown };
}

/** Linketry's "mobile" excludes tablets, the contract's includes them. */
function linketryConditions(type: string, values: unknown): readonly object[] {
  const isPhone =
    type === "device" &&
    Array.isArray(values) &&
    values.includes("mobile") &&
    !values.includes("tablet");
  return [
    { type: linketryTypes[type], value: values },
    ...(isPhone ? [{ type: "device", value: "tablet", not: true }] : []),
  ];
}

/** A weighted rule matches every visit, so later rules never apply. */
function fromLinketry(valueOf: ValueOf, to: Decisions): void {
  if (valueOf("status") === "disabled") to.leave("status", "disabled");
  if (Number(valueOf("warningenabled") ?? 0) === 1) to.leave("warning_enabled", 1);
  const rules = valueOf("redirectrules") ?? [];
  if (!Array.isArray(rules)) to.leave("redirectRules", rules, "unreadable");
  let isTaken = false;
  for (const sent of byPriority(listIn(rules) ?? [])) {
    const rule = linketryRule(sent);
    const isOff = rule.config["enabled"] === false;
    if (isTaken || (rule.type === "weighted" && isOff)) {
      to.leave("redirectRules", rule.shown);
    } else if (rule.type === "weighted") {
      isTaken = true;
      const shares = (listIn(rule.config["targets"]) ?? []).filter(isObject);
      const [first] = shares;
      to.setSplit("redirectRules", [
        ...shares.map(({ url, weight = 1 }) => ({ url, share: weight })),
        // A split has at least two.
        ...(shares.length === 1 && first ? [{ url: first["url"], share: 0 }] : []),
      ]);
    } else {
      const { values, targetUrl } = rule.config;
      const conditions = linketryConditions(rule.type, values);
      to.addRule(
        "redirectRules",
        { url: targetUrl, conditions, ...(isOff && { enabled: false }) },
        rule.shown,
      );
    }
  }
}

const readers: Partial<Record<ImportFormat, (valueOf: ValueOf, to: Decisions) => void>> = {
  shlink: fromShlink,
  dub: fromDub,
  shortio: fromShortIo,
  spoo: fromSpoo,
  linketry: fromLinketry,
};

/** Reads the rules, splits and targets of a row, and lists values without an equivalent. */
export function productDecisions(format: ImportFormat, valueOf: ValueOf) {
  const decisions = createDecisions();
  readers[format]?.(valueOf, decisions);
  return decisions.read();
}
