import { type LeftBehind, leftBehind } from "../../../../contract/changes/exports.ts";
import type { LinkRecord } from "../../../store/records.ts";
import { destination, encodedParameters } from "../../../resolve/parameters.ts";
import { presentRules } from "../../links/decisionFields.ts";
import { shlinkRules } from "../write/shlinkJson.ts";
import { leadOf, type Present } from "./staticLinks.ts";

export type LeftWhat = LeftBehind["what"];

const shown = 20;

const sayings: Readonly<Record<LeftWhat, string>> = {
  password: "Links with a password aren't included, because they would redirect without it",
  expired: "Expired links aren't included",
  nowhere: "Links whose destination isn't valid aren't included",
  alias: "Links whose alias can't be used in a URL aren't included",
  targets:
    "Targeting by country, device or language isn't included. All visitors go to the link's own destination",
  rules: "Rules aren't included. All visitors go to the link's own destination",
  conditions:
    "Rules that are off, too large, or have conditions that Shlink doesn't support aren't included",
  split: "Splits aren't included. All visitors go to the link's own destination",
  starts: "Start dates aren't included. These links work immediately",
  limits: "Click limits aren't included. These links never end because of clicks",
  outside: "Destinations before the start and after the end aren't included",
  page: "Frames, splash pages and overlays aren't included. These links redirect immediately",
  pixels: "Tracking pixels aren't included",
  deeplink: "App links aren't included. All visitors go to the link's own destination",
  preview: "Social previews aren't included",
  expiry: "Expiry dates aren't included. These links never expire here",
  counting: "Clicks are no longer counted",
  names: "Notes, campaigns, channels, dates and click counts aren't included",
  notes: "Notes, campaigns and channels aren't included",
  domain: "If an alias exists on several domains, only the first link is included",
  host: "Links aren't included if their domain differs from another one only in its port, or has no plain name",
  short: "Short URLs aren't included. Bookmarks open the destinations",
  codes: "Printed QR codes (/q/…) that can't be redirected aren't included",
  campaigns: "Rotator links and link lists of public campaigns aren't included",
  biopages: "Bio pages aren't included",
};

/** What a link has that only Waypost itself can do. */
function featuresOf(record: LinkRecord, now: number): LeftWhat[] {
  const { countries, devices, languages, type, pixels, deepLink, expiresAt } = record;
  const { rules, split, startsAt, maxClicks, beforeUrl, afterUrl } = record;
  const isLater = (moment: string | undefined) => moment !== undefined && Date.parse(moment) > now;
  const ends = expiresAt !== undefined || maxClicks !== undefined;
  const has = (list: readonly unknown[] | undefined) => (list?.length ?? 0) > 0;
  const features: [LeftWhat, boolean][] = [
    ["targets", has(countries) || has(devices) || has(languages)],
    ["rules", rules?.some(({ isOff }) => isOff !== true) === true],
    ["split", split !== undefined && (split.endsAt === undefined || isLater(split.endsAt))],
    ["starts", isLater(startsAt)],
    ["limits", maxClicks !== undefined],
    ["outside", (beforeUrl !== undefined && isLater(startsAt)) || (afterUrl !== undefined && ends)],
    ["page", type !== undefined && type.kind !== "direct"],
    ["pixels", has(pixels)],
    ["deeplink", deepLink !== undefined],
    ["preview", Boolean(record.metaTitle ?? record.metaDescription ?? record.metaImage)],
    ["expiry", expiresAt !== undefined],
  ];
  return features.flatMap(([what, isSo]) => (isSo ? [what] : []));
}

/** What Shlink's API has of these, where all of it can be said. */
function withoutShlink(record: LinkRecord, features: readonly LeftWhat[]): LeftWhat[] {
  const rules = presentRules(record.rules ?? [], { render: (instant) => instant });
  const parameters = encodedParameters(record.parameters);
  const { lacksRules, lacksDeepLink } = shlinkRules(
    { rules, deeplink: record.deepLink ?? null },
    (address) => destination(address, parameters),
  );
  const has: ReadonlySet<LeftWhat> = new Set([
    "rules",
    "starts",
    "limits",
    "expiry",
    ...(lacksDeepLink ? [] : ["deeplink" as const]),
  ]);
  const others = features.filter((what) => !has.has(what));
  return lacksRules ? [...others, "conditions"] : others;
}

/**
 * Which of these things each link has, added up; a link that is left out loses nothing else.
 *
 * @param hasRules whether the format has rules, dates and limits, as Shlink has them
 */
export function createSurvey(present: Present, { hasRules = false } = {}) {
  const found = new Map<LeftWhat, { links: number; aliases: string[] }>();
  let leading = 0;

  function note(what: LeftWhat, { alias }: { readonly alias: string }): void {
    const known = found.get(what) ?? { links: 0, aliases: [] };
    known.links += 1;
    if (known.aliases.length < shown) known.aliases.push(alias);
    found.set(what, known);
  }

  return {
    add(record: LinkRecord): void {
      const { closed } = leadOf(record, present);
      if (closed !== undefined) return note(closed, record);
      leading += 1;
      const features = featuresOf(record, present.now);
      for (const what of hasRules ? withoutShlink(record, features) : features) note(what, record);
    },
    note,
    /** Links that come along. */
    get leading() {
      return leading;
    },
    /** In the order of the contract; what is `always` so concerns every link that comes along. */
    left(always: readonly LeftWhat[]): LeftBehind[] {
      return leftBehind.flatMap((what) => {
        const known = always.includes(what) ? { links: leading, aliases: [] } : found.get(what);
        return known === undefined ? [] : [{ what, ...known, says: sayings[what] }];
      });
    },
  };
}

/** The lines of a file's head, without what marks a comment there. Aliases have letters, digits, - and _ alone, and so do codes. */
export function headLines(left: readonly LeftBehind[], made: string): string[] {
  const lines = left.map(({ links, says, aliases }) => {
    const plain = aliases.filter((alias) => /^(?:[qr]\/)?[\p{L}\p{M}\p{Nd}_-]+$/u.test(alias));
    const named = plain.length === 0 ? "" : `: ${plain.join(", ")}`;
    const more = named !== "" && links > plain.length ? ", …" : "";
    return `- ${says} (${links}${named}${more}).`;
  });
  return [
    `Short links from Waypost, as of ${made}.`,
    "They redirect without Waypost, with the same status (302) to the same destinations.",
    ...(lines.length === 0 ? [] : ["Not included:", ...lines]),
    "Printed QR codes for web addresses (/q/…) redirect too. Statistics pages and QR code images aren't included.",
  ];
}
