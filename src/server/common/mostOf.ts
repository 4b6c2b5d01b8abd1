import type { Collection } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { Invalid } from "./problems.ts";

/** Records of a store, at most: all of them are in memory. A folder that has more keeps them. */
export const mostOf = {
  bioPages: 100_000,
  campaigns: 50_000,
  channels: 50_000,
  domains: 1_000,
  overlays: 100_000,
  pixels: 50_000,
  splashPages: 100_000,
  views: 10_000,
} as const;

export type Bounded = keyof typeof mostOf;

/** Undefined: as many as fit. */
export function mostIn(collection: Collection): number | undefined {
  const all: Partial<Record<Collection, number>> = mostOf;
  return all[collection];
}

const nouns: Readonly<Record<Bounded, string>> = {
  bioPages: "bio page",
  campaigns: "campaign",
  channels: "channel",
  domains: "domain",
  overlays: "overlay",
  pixels: "pixel",
  splashPages: "splash page",
  views: "view",
};

/** Refuses another record where there are enough, at the field that names it. */
export function refuseSurplus(
  store: Pick<Store, "table">,
  collection: Bounded,
  field = "name",
): void {
  const most = mostOf[collection];
  if (store.table(collection).size < most) return;
  const noun = nouns[collection];
  const detail = `must be of a ${noun} that exists: there are at most ${most.toLocaleString("en-US")} ${noun}s`;
  throw new Invalid({ [field]: { code: "long", detail } });
}
