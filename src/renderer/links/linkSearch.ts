import type { z } from "zod";
import { linkFilter } from "../../contract/linkFilter.ts";

/** Filters of the list, in the order in which they are offered; each is a parameter of the address. */
export const filterNames = [
  "tag",
  "channel",
  "campaign",
  "domain",
  "type",
  "status",
  "source",
  "minClicks",
  "maxClicks",
  "madeAfter",
  "madeBefore",
  "noClicksSince",
  "expired",
  "protected",
  "archived",
] as const;
export type FilterName = (typeof filterNames)[number];

/** As the address has them; {@link filterIn} has seen to it that the contract takes them. */
export type LinkFilter = Readonly<Partial<Record<FilterName, string>>>;

/** The same as the contract takes it. */
export type AskedFilter = z.input<typeof linkFilter>;

export type LinkOrder = "date" | "click";

export interface LinkSearch {
  readonly q: string;
  readonly order: LinkOrder;
  readonly filter: LinkFilter;
}

/** The filters of an address; what makes none is passed over. */
export function filterIn(params: URLSearchParams): LinkFilter {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = params.get(name) ?? "";
      const isOne = value !== "" && linkFilter.shape[name].safeParse(value).success;
      return isOne ? [[name, value]] : [];
    }),
  );
}

export function hasFilter(filter: LinkFilter): boolean {
  return Object.keys(filter).length > 0;
}

/** One text for one search: lists of the same search are the same list. */
export function searchKey({ q, order, filter }: LinkSearch): string {
  return JSON.stringify([q, order, filterNames.map((name) => filter[name] ?? "")]);
}

/** What the list shows, as bulk changes and exports take it. */
export function selectOf({ q, filter }: Pick<LinkSearch, "q" | "filter">): AskedFilter {
  const asked = q === "" ? filter : { ...filter, q };
  // The contract's own schema has taken each of them.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return asked as AskedFilter;
}

/** Where what the list shows is exported. */
export function exportOf({ q, filter }: LinkSearch): string {
  return new URLSearchParams({ tab: "export", ...filter, ...(q === "" ? {} : { q }) }).toString();
}
