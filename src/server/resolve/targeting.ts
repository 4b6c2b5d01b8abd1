import type { Link, Visit } from "./model.ts";

/** The target for the best language the visitor reads that the link has one for. */
export function languageTarget(link: Link, visit: Visit): string | null {
  if (link.languages.length === 0) return null;
  for (const language of visit.languages) {
    const target = link.languages.find((candidate) => candidate.language === language);
    if (target !== undefined) return target.url;
  }
  return null;
}

export function countryTarget(link: Link, visit: Visit): string | null {
  const target = link.countries.find((candidate) => candidate.country === visit.country);
  return target?.url ?? null;
}

/** In the link's own order, so that its owner says whether `iphone` goes before `mobile`. */
export function deviceTarget(link: Link, visit: Visit): string | null {
  const target = link.devices.find(
    ({ device }) => device === visit.device || device === visit.deviceGroup,
  );
  return target?.url ?? null;
}

/** The store or app address for the visitor's platform. */
export function deepLinkAddress(link: Link, visit: Visit): string | null {
  const { device } = visit;
  if (link.deepLink === null) return null;
  if (device === "iphone" || device === "ipad") return link.deepLink.apple;
  return device === "android" ? link.deepLink.google : null;
}
