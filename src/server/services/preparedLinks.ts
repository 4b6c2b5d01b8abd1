import { type DeviceGroup, type DeviceName, devices, type Link } from "../resolve/model.ts";
import { destination } from "../resolve/destination.ts";
import type { LinkRecord } from "../store/records.ts";
import { isSpelledAs } from "../store/tables/foldAlias.ts";
import type { Store } from "../store/store.ts";

/** A link as visits need it. */
export interface PreparedLink {
  readonly id: number;
  readonly link: Link;
  /** The link as it is kept, for what pages say about it. */
  readonly record: LinkRecord;
}

export interface PreparedLinks {
  /** In any spelling that folds alike; `domain` undefined is the service's own address. */
  find(alias: string, domain: number | undefined): PreparedLink | undefined;
}

/** A record is never changed, only replaced, so what was made of it holds as long as it does. */
const preparedLinks = new WeakMap<LinkRecord, { readonly prepared: PreparedLink | undefined }>();

export function createPreparedLinks({
  links,
  bioPages,
}: Pick<Store, "links" | "bioPages">): PreparedLinks {
  /** What is spelled as a bio page's alias, and only like the link's, is the page's address. */
  function isOfPage(alias: string, link: LinkRecord): boolean {
    if (link.alias === alias || bioPages.size === 0) return false;
    const page = bioPages.byAlias(alias, link.domain);
    return page !== undefined && isSpelledAs(page.alias, alias) && !isSpelledAs(link.alias, alias);
  }

  return {
    find(alias, domain) {
      const record = links.byAlias(alias, domain);
      return record === undefined || isOfPage(alias, record) ? undefined : preparedLinkOf(record);
    },
  };
}

/** Undefined for a link that leads nowhere: the document may have been edited by hand. */
export function preparedLinkOf(record: LinkRecord): PreparedLink | undefined {
  const known = preparedLinks.get(record);
  if (known !== undefined) return known.prepared;
  const url = webAddress(record.url);
  const prepared = url === null ? undefined : { id: record.id, link: linkOf(record, url), record };
  preparedLinks.set(record, { prepared });
  return prepared;
}

function linkOf(record: LinkRecord, url: string): Link {
  const { deepLink } = record;
  const parameters = (record.parameters ?? []).filter(({ name }) => name !== "");
  const ready = <Target extends { readonly url: string }>(target: Target): Target => ({
    ...target,
    url: destination(target.url, parameters),
  });
  return {
    url: destination(url, parameters),
    type: record.type ?? { kind: "direct" },
    expiresAt: record.expiresAt === undefined ? null : Date.parse(record.expiresAt),
    isProtected: record.password !== undefined,
    hasMetadata: Boolean(record.metaTitle ?? record.metaDescription ?? record.metaImage),
    languages: usable(record.languages).map(({ language, url: target }) => ({
      language: primaryTag(language),
      url: destination(target, parameters),
    })),
    countries: usable(record.countries).map(ready),
    devices: usable(record.devices).flatMap(({ device, url: target }) =>
      isDevice(device) ? [{ device, url: destination(target, parameters) }] : [],
    ),
    deepLink:
      deepLink === undefined
        ? null
        : {
            apple: webAddress(deepLink.apple ?? ""),
            google: webAddress(deepLink.google ?? ""),
            auto: deepLink.auto,
          },
    pixels: record.pixels ?? [],
    // In the addresses already: a link is prepared once and followed many times.
    parameters: [],
  };
}

/** Targets with their addresses ready for `Location`, without those that have none. */
function usable<Target extends { readonly url: string }>(
  targets: readonly Target[] | undefined,
): Target[] {
  return (targets ?? []).flatMap((target) => {
    const url = webAddress(target.url);
    return url === null ? [] : [{ ...target, url }];
  });
}

/** An address ready for `Location`: `http` and `https` only, and nothing that breaks a header. */
export function webAddress(address: string): string | null {
  const parsed = URL.parse(address);
  return parsed?.protocol === "http:" || parsed?.protocol === "https:" ? parsed.href : null;
}

/** BCP 47: "pt-BR" → "pt". */
export function primaryTag(language: string): string {
  return (language.split(/[-_]/u, 1)[0] ?? "").toLowerCase();
}

function isDevice(name: string): name is DeviceName | DeviceGroup {
  return devices.some((device) => device === name);
}
