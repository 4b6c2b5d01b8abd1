import { openStore } from "../../src/server/store/openStore.ts";
import { counts } from "../server/store/records.ts";
import type { ServiceProcess } from "../support/serviceProcess.ts";

export interface StoredLink {
  readonly id: number;
  readonly alias: string;
  readonly longurl: string;
  readonly clicks: number;
}

/** Every link that the service has, page by page, as a script would read them. */
export async function storedLinks(service: ServiceProcess): Promise<StoredLink[]> {
  const links: StoredLink[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await service.api("GET", `/api/urls?archived=all&limit=1000&page=${page}`);
    const { data } = (await answer.json()) as { data: { urls: StoredLink[]; maxpage: number } };
    links.push(...data.urls);
    if (page >= data.maxpage) return links;
  }
}

/** Ids of the links that the history of a stopped service tells to have been made, in their order. */
export async function toldAdditions(dataDir: string): Promise<number[]> {
  const store = await openStore({ dir: dataDir, keeper: counts(), clock: Date.now });
  try {
    const limit = 1000;
    const told: number[] = [];
    for (let offset = 0, total = 1; offset < total; offset += limit) {
      const page = await store.history.sets({ offset, limit, collection: "links" });
      ({ total } = page);
      for (const { id } of page.items) {
        for await (const change of store.history.records(id)) {
          if (change.collection === "links" && change.before === null) told.push(change.id);
        }
      }
    }
    return told.toSorted((one, other) => one - other);
  } finally {
    await store.close();
  }
}
