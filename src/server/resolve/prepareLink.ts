import { primaryTag } from "./languageTags.ts";
import { isDevice } from "../../contract/fields/devices.ts";
import type { Link, LinkDecisions, LinkType, Split } from "./model.ts";
import { prepareCondition, type StoredCondition } from "./rules/conditions.ts";
import type { Variant } from "./rules/split.ts";
import { webAddress } from "./webAddress.ts";

interface Parameter {
  readonly name: string;
  readonly value: string;
}

/**
 * The address with the link's parameters appended, by string work alone: a `URL` would
 * spell the address's own parameters and fragment anew, and they stay as they are.
 */
export function destination(address: string, parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return address;
  const hash = address.indexOf("#");
  const base = hash < 0 ? address : address.slice(0, hash);
  const fragment = hash < 0 ? "" : address.slice(hash);
  const added = parameters.map(({ name, value }) => `${encode(name)}=${encode(value)}`).join("&");
  return `${base}${joint(base)}${added}${fragment}`;
}

function joint(base: string): string {
  const query = base.indexOf("?");
  if (query < 0) return "?";
  const isOpen = query === base.length - 1 || base.endsWith("&");
  return isOpen ? "" : "&";
}

/** Half a surrogate pair would throw; an apostrophe is escaped as `new URL()` escapes it in a query. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("'", "%27");
}

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
 * A link as the decision needs it: prepared once and followed many times, so its parameters go into
 * its addresses here. Null for a link that leads nowhere: it may have been edited by hand.
 */
export function prepareLink(stored: StoredLink): Link | null {
  const parameters = (stored.parameters ?? []).filter(({ name }) => name !== "");
  const ready = (address: string): string | null => {
    const url = webAddress(address);
    return url === null ? null : destination(url, parameters);
  };
  const url = ready(stored.url);
  if (url === null) return null;

  const { deepLink } = stored;
  return {
    url,
    type: stored.type ?? { kind: "direct" },
    expiresAt: momentOf(stored.expiresAt),
    isProtected: stored.password !== undefined,
    hasMetadata: Boolean(stored.metaTitle ?? stored.metaDescription ?? stored.metaImage),
    languages: usable(stored.languages, ready).map((target) => ({
      ...target,
      language: primaryTag(target.language),
    })),
    countries: usable(stored.countries, ready),
    devices: usable(stored.devices, ready).flatMap(({ device, url: target }) =>
      isDevice(device) ? [{ device, url: target }] : [],
    ),
    // A store's address stays as it is: the parameters belong to the target behind it.
    deepLink:
      deepLink === undefined
        ? null
        : {
            apple: webAddress(deepLink.apple ?? ""),
            google: webAddress(deepLink.google ?? ""),
            auto: deepLink.auto,
          },
    pixels: stored.pixels ?? [],
    decisions: preparedDecisions(stored, ready),
  };
}

type Ready = (address: string) => string | null;

/** Milliseconds since 1970. A stored time is read: no clock is. */
function momentOf(stored: string | undefined): number | null {
  // oxlint-disable-next-line no-restricted-globals
  return stored === undefined ? null : Date.parse(stored);
}

function preparedDecisions(stored: StoredLink, ready: Ready): LinkDecisions | null {
  const { rules, startsAt, beforeUrl, afterUrl, maxClicks, split } = stored;
  if ([rules, startsAt, afterUrl, maxClicks, split].every((one) => one === undefined)) return null;
  return {
    startsAt: momentOf(startsAt),
    showsStart: stored.showsStart === true,
    beforeUrl: ready(beforeUrl ?? ""),
    afterUrl: ready(afterUrl ?? ""),
    maxClicks: maxClicks ?? null,
    rules: (rules ?? []).flatMap((rule, place) => {
      const url = ready(rule.url);
      const conditions = rule.conditions.map((one) => prepareCondition(one));
      // Of conditions that can't hold none is left out: the rule would hold for too many.
      const isUsable = rule.isOff !== true && conditions.length > 0;
      return url !== null && isUsable && conditions.every((one) => one !== null)
        ? [{ name: rule.name ?? String(place + 1), url, conditions }]
        : [];
    }),
    split: split === undefined ? null : preparedSplit(split, ready),
  };
}

/** Null where one of its addresses can't be used: the others would get more than their share. */
function preparedSplit(stored: NonNullable<StoredLink["split"]>, ready: Ready): Split | null {
  const variants = stored.variants.flatMap((variant) => {
    const url = ready(variant.url);
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

/** Targets with their addresses ready, without those that have none. */
function usable<Target extends { readonly url: string }>(
  targets: readonly Target[] | undefined,
  ready: (address: string) => string | null,
): Target[] {
  return (targets ?? []).flatMap((target) => {
    const url = ready(target.url);
    return url === null ? [] : [{ ...target, url }];
  });
}
