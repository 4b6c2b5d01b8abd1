import type { Lookups, VisitedDomain } from "./visitModel.ts";

export interface AddressParts {
  readonly domains: Pick<Lookups["domains"], "baseOf">;
  readonly settings: {
    readonly prefix: string;
    readonly shortBase: string;
    readonly formerBases: readonly string[];
  };
}

interface Named {
  readonly alias: string;
  readonly domain?: number | undefined;
}

/** What addresses begin with where the visitor is. */
export function baseHere({ settings }: AddressParts, domain: VisitedDomain | null): string {
  return domain === null ? settings.shortBase : domain.domain;
}

/** The path that addresses have where the visitor is: proxies may strip it, so it is written again. */
export function prefixHere({ settings }: AddressParts, domain: VisitedDomain | null): string {
  return domain === null ? settings.prefix : "";
}

/** The whole address of a link or a bio page, as it is printed. */
export function shortAddress({ domains }: AddressParts, { alias, domain }: Named): string {
  return `${domains.baseOf(domain)}/${encodeURIComponent(alias)}`;
}

/** The same for a visitor who is on `here`: a path alone where that leads there too. */
export function addressFrom(parts: AddressParts, here: VisitedDomain | null, named: Named): string {
  return named.domain === here?.id
    ? `${prefixHere(parts, here)}/${encodeURIComponent(named.alias)}`
    : shortAddress(parts, named);
}
