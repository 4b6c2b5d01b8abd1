import { mkdirSync } from "node:fs";
import { openStore } from "../../src/server/store/openStore.ts";
import type { LinkRecord } from "../../src/server/store/records.ts";
import type { CounterKeeper } from "../../src/server/store/store.ts";

/** Fresh links have no clicks to sum up. */
export const noClicks: CounterKeeper = {
  restore() {},
  apply() {},
  snapshot: () => [].values(),
};

/** About 525 bytes on disk, as a link with a title, a note and a parameter has. */
export function link(id: number, madeAt: number): LinkRecord {
  return {
    id,
    alias: aliasOf(id),
    url: `https://www.example.org/articles/2026/${id}/a-title-that-says-what-it-is-about?from=newsletter`,
    createdAt: new Date(madeAt + id * 1000).toISOString().replace(/\.\d+Z$/, "Z"),
    metaTitle: `Article ${id}: a title that says what it is about`,
    description:
      "A note that says where the link is used, for whom it was made, and until when it has to work; " +
      "such notes are what one searches for a year later, when the link itself has long been forgotten.",
    parameters: [{ name: "utm_source", value: "newsletter" }],
  };
}

export function aliasOf(id: number): string {
  return `link-${id.toString(36)}`;
}

/** The address that the service redirects link `id` to. */
export function targetOf(id: number): string {
  const { url } = link(id, 0);
  return `${url}&utm_source=newsletter`;
}

/** A data folder with links 1 to `count`, written through the store itself; `more` is what each has besides. */
export async function buildFolder(
  dir: string,
  count: number,
  more: (id: number) => Partial<LinkRecord> = () => ({}),
): Promise<void> {
  mkdirSync(dir, { recursive: true });
  const madeAt = Date.UTC(2026, 0, 1);
  // A million links are more than may be added in a heap of 4 GiB, and fewer than can be opened.
  const freeMemory = () => Infinity;
  const store = await openStore({ dir, keeper: noClicks, clock: () => madeAt, freeMemory });
  const batch = 100;
  for (let first = 1; first <= count; first += batch) {
    const length = Math.min(batch, count - first + 1);
    await store.commit(
      Array.from({ length }, () => {
        const id = store.nextId("links");
        return { put: "links" as const, record: { ...link(id, madeAt), ...more(id) } };
      }),
    );
  }
  await store.close();
}
