import { type LeftBehind, leftBehind } from "../../../../contract/changes/exports.ts";
import type { LinkRecord } from "../../../store/records.ts";
import { leadOf } from "./staticLinks.ts";

export type LeftWhat = LeftBehind["what"];

const shown = 20;

const sayings: Readonly<Record<LeftWhat, string>> = {
  password: "Links with a password are left out: here they would lead on without it",
  expired: "Links that have expired are left out",
  nowhere: "Links whose address leads nowhere are left out",
  alias: "Links with an alias that no address can have are left out",
  targets: "Addresses by country, device or language: everybody is led to the link's own address",
  page: "Frames, splash pages and overlays: these links lead on at once",
  pixels: "Tracking pixels don't fire",
  deeplink: "Apps aren't opened: everybody is led to the link's own address",
  preview: "Titles, texts and pictures for link previews",
  expiry: "These links expire later in Waypost, and don't here",
  counting: "Nothing counts the clicks any more",
  names: "Notes, campaigns, channels, dates and numbers of clicks",
  domain: "Of one alias on several domains only the first comes along",
  host: "Links of a domain that differs from another in its port alone, or that has no plain name, are left out",
  short: "Short addresses don't come along: bookmarks lead to the targets",
  codes: "Printed QR codes (/q/…) that can't lead on from here",
  campaigns: "Addresses of public campaigns (rotators and lists) lead nowhere from here",
  biopages: "Addresses of bio pages lead nowhere from here",
};

/** What a link has that only Waypost itself can do. */
function featuresOf(record: LinkRecord): LeftWhat[] {
  const { countries, devices, languages, type, pixels, deepLink, expiresAt } = record;
  const has = (list: readonly unknown[] | undefined) => (list?.length ?? 0) > 0;
  const features: [LeftWhat, boolean][] = [
    ["targets", has(countries) || has(devices) || has(languages)],
    ["page", type !== undefined && type.kind !== "direct"],
    ["pixels", has(pixels)],
    ["deeplink", deepLink !== undefined],
    ["preview", Boolean(record.metaTitle ?? record.metaDescription ?? record.metaImage)],
    ["expiry", expiresAt !== undefined],
  ];
  return features.flatMap(([what, isSo]) => (isSo ? [what] : []));
}

/** Which of these things each link has, added up; a link that is left out loses nothing else. */
export function createSurvey(now: number) {
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
      const { closed } = leadOf(record, now);
      if (closed !== undefined) return note(closed, record);
      leading += 1;
      for (const what of featuresOf(record)) note(what, record);
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
    `Short links of Waypost, as they led on at ${made}.`,
    "They lead on from here without Waypost, with the same status (302) to the same addresses.",
    ...(lines.length === 0 ? [] : ["What could not come along:", ...lines]),
    "Printed QR codes that lead to web addresses lead on too (/q/…). Pages of statistics and QR pictures are not here.",
  ];
}
