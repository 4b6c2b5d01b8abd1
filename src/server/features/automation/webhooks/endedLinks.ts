import { createPauses } from "../../../common/paging.ts";
import type { App } from "../../../common/context.ts";
import { hasClicksLeft } from "../../../resolve/rules/decide.ts";
import { fittingLink, type HookEvent } from "./events.ts";

export interface EndedLinks {
  readonly events: readonly (HookEvent & { readonly type: "link.ended" })[];
  /** Links that end: all of them, else the next look has others. */
  readonly isAll: boolean;
  readonly add: readonly number[];
  readonly remove: readonly number[];
}

/** Goes through all links, in slices, for those that ended since they were last looked at. */
export async function findEndedLinks(
  app: Pick<App, "store" | "statistics" | "linkPresenter" | "clock">,
  known: ReadonlySet<number>,
): Promise<EndedLinks> {
  const { store, statistics, linkPresenter, clock } = app;
  const now = clock();
  const pause = createPauses();
  const events: (HookEvent & { readonly type: "link.ended" })[] = [];
  const add: number[] = [];
  const ended = new Set<number>();
  for (const id of store.links.ids()) {
    await pause();
    const link = store.links.get(id);
    if (link === undefined) continue;
    const isOver = link.expiresAt !== undefined && Date.parse(link.expiresAt) <= now;
    if (!isOver && hasClicksLeft(link.maxClicks, statistics.clicksOf(id))) continue;
    ended.add(id);
    if (known.has(id)) continue;
    add.push(id);
    const data = fittingLink(linkPresenter.details(link));
    events.push({ at: now, type: "link.ended", data, reason: isOver ? "expiry" : "maxclicks" });
    if (events.length === mostOfLook) break;
  }
  const isAll = add.length < mostOfLook;
  const remove = isAll ? [...known].filter((id) => !ended.has(id)) : [];
  return { events, isAll, add, remove };
}

/** Links that one look tells of: the next look has the others. */
const mostOfLook = 1_000;
