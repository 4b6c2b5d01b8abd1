import { primaryTag } from "./languageTags.ts";
import { isDevice } from "../../contract/fields/devices.ts";
import type { Link, LinkDecisions, LinkType, Split } from "./model.ts";
import { prepareCondition, type StoredCondition } from "./rules/conditions.ts";
import type { Variant } from "./rules/split.ts";
import { destination, encodedParameters, type Parameter } from "./parameters.ts";
import { webAddress } from "./webAddress.ts";

/** What of a stored link decides, whoever stores it. Fields that are empty are left out. */
export interface StoredLink {
  readonly url: string;
  readonly type?: LinkType | undefined;
  /** RFC 3339. */
  readonly expiresAt?: string | undefined;
  /** Whether there is one is all that decides. */
  readonly password?: string | undefined;
  readonly metaTitle?: string | undefined;
  readonly metaDescription?: string | undefined;
  readonly metaImage?: string | undefined;
  /** BCP 47. */
  readonly languages?: readonly Readonly<{ language: string; url: string }>[] | undefined;
  readonly countries?: readonly Readonly<{ country: string; url: string }>[] | undefined;
  readonly devices?: readonly Readonly<{ device: string; url: string }>[] | undefined;
  readonly deepLink?:
    | Readonly<{ apple?: string | undefined; google?: string | undefined; auto: boolean }>
    | undefined;
  readonly pixels?: readonly number[] | undefined;
  readonly parameters?: readonly Parameter[] | undefined;
  readonly rules?:
    | readonly Readonly<{
        name?: string | undefined;
        url: string;
        conditions: readonly StoredCondition[];
        isOff?: true | undefined;
      }>[]
    | undefined;
  /** RFC 3339. */
  readonly startsAt?: string | undefined;
  readonly showsStart?: true | undefined;
  readonly beforeUrl?: string | undefined;
  readonly afterUrl?: string | undefined;
  readonly maxClicks?: number | undefined;
  readonly split?:
    | Readonly<{
        seed: string;
        variants: readonly Variant[];
        endsAt?: string | undefined;
        winner?: string | undefined;
      }>
    | undefined;
}

/**
 * A link as the decision needs it: prepared once and followed many times. Null for a link that leads
 * nowhere: it may have been edited by hand.
 */
export function prepareLink(stored: StoredLink): Link | null {
  const url = webAddress(stored.url);
  if (url === null) return null;

  const parameters = encodedParameters(stored.parameters);
  const { deepLink } = stored;
  return {
    url: destination(url, parameters),
    parameters,
    type: stored.type ?? { kind: "direct" },
    expiresAt: momentOf(stored.expiresAt),
    isProtected: stored.password !== undefined,
    hasMetadata: Boolean(stored.metaTitle ?? stored.metaDescription ?? stored.metaImage),
    languages: usable(stored.languages).map((target) => ({
      ...target,
      language: primaryTag(target.language),
    })),
    countries: usable(stored.countries),
    devices: usable(stored.devices).flatMap(({ device, url: target }) =>
      isDevice(device) ? [{ device, url: target }] : [],
    ),
    deepLink:
      deepLink === undefined
        ? null
        : {
            apple: webAddress(deepLink.apple ?? ""),
            google: webAddress(deepLink.google ?? ""),
            auto: deepLink.auto,
          },
    pixels: stored.pixels ?? [],
    decisions: preparedDecisions(stored),
  };
}

/** Milliseconds since 1970. A stored time is read: no clock is. */
function momentOf(stored: string | undefined): number | null {
  // oxlint-disable-next-line no-restricted-globals
  return stored === undefined ? null : Date.parse(stored);
}

function preparedDecisions(stored: StoredLink): LinkDecisions | null {
  const { rules, startsAt, beforeUrl, afterUrl, maxClicks, split } = stored;
  if ([rules, startsAt, afterUrl, maxClicks, split].every((one) => one === undefined)) return null;
  return {
    startsAt: momentOf(startsAt),
    showsStart: stored.showsStart === true,
    beforeUrl: webAddress(beforeUrl ?? ""),
    afterUrl: webAddress(afterUrl ?? ""),
    maxClicks: maxClicks ?? null,
    rules: (rules ?? []).flatMap((rule, place) => {
      const url = webAddress(rule.url);
      const conditions = rule.conditions.map((one) => prepareCondition(one));
      // Of conditions that can't hold none is left out: the rule would hold for too many.
      const isUsable = rule.isOff !== true && conditions.length > 0;
      return url !== null && isUsable && conditions.every((one) => one !== null)
        ? [{ name: rule.name ?? String(place + 1), url, conditions }]
        : [];
    }),
    split: split === undefined ? null : preparedSplit(split),
  };
}

/** Null where one of its addresses can't be used: the others would get more than their share. */
function preparedSplit(stored: NonNullable<StoredLink["split"]>): Split | null {
  const variants = stored.variants.flatMap((variant) => {
    const url = webAddress(variant.url);
    return url === null ? [] : [{ ...variant, url }];
  });
  if (variants.length !== stored.variants.length) return null;
  return {
    seed: stored.seed,
    variants,
    endsAt: momentOf(stored.endsAt),
    winner: variants.find(({ id }) => id === stored.winner) ?? null,
  };
}

/** Targets without those that have no web address. */
function usable<Target extends { readonly url: string }>(
  targets: readonly Target[] = [],
): Target[] {
  return targets.flatMap((target) => {
    const url = webAddress(target.url);
    return url === null ? [] : [{ ...target, url }];
  });
}
