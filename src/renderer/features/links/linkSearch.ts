import type { z } from "zod";
import { linkFilter } from "../../../contract/fields/linkFilter.ts";
import type { ListSearch } from "../../ui/list/recordSource.ts";

/** Filters of the list; each is a parameter of the address. */
export const filterNames = [
  "tag",
  "channel",
  "campaign",
  "domain",
  "type",
  "pixel",
  "status",
  "source",
  "minClicks",
  "maxClicks",
  "madeAfter",
  "madeBefore",
  "noClicksSince",
  "rising",
  "expired",
  "expiresBefore",
  "protected",
  "archived",
] as const;
export type FilterName = (typeof filterNames)[number];

/** As the address has them; {@link filterIn} has seen to it that the contract takes them. */
export type LinkFilter = Readonly<Partial<Record<FilterName, string>>>;

/** The same as the contract takes it. */
export type FilterInput = z.input<typeof linkFilter>;

/** Whether a parameter of the address is a filter that the contract takes. */
export function isFilter(param: string, value: string): boolean {
  const name = filterNames.find((one) => one === param);
  return name !== undefined && linkFilter.shape[name].safeParse(value).success;
}

/** The filters of an address; what makes none is passed over. */
export function filterIn(params: URLSearchParams): LinkFilter {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = params.get(name) ?? "";
      return value !== "" && isFilter(name, value) ? [[name, value]] : [];
    }),
  );
}

export function hasFilter(filter: LinkFilter): boolean {
  return Object.keys(filter).length > 0;
}

/** What the list shows, as bulk changes and exports take it. */
export function selectOf({ q, filter }: Pick<ListSearch, "q" | "filter">): FilterInput {
  return q === "" ? filter : { ...filter, q };
}

/** Where what the list shows is exported. */
export function exportOf({ q, filter }: Pick<ListSearch, "q" | "filter">): string {
  return new URLSearchParams({ tab: "export", ...filter, ...(q === "" ? {} : { q }) }).toString();
}
