import { describe, expect, onTestFinished, test } from "vitest";
import type { CounterKeeper, Store } from "../../../src/server/store/store.ts";
import { addLinks, click, counts, link, linksOf, newFolder, now } from "./testFolder.ts";

export type OpenStore = (options: {
  dir: string;
  keeper: CounterKeeper;
  clock: () => number;
}) => Promise<Store>;

/** What every engine behind the store port has to do. */
export function storeConformance(name: string, openStore: OpenStore): void {
  async function openIn(dir: string, keeper: CounterKeeper = counts()): Promise<Store> {
    const store = await openStore({ dir, keeper, clock: () => now });
    onTestFinished(() => store.close());
    return store;
  }

  describe(`the store on ${name}`, () => {
    test("shows a committed record before it is safe, and after a restart", async () => {
      const dir = newFolder();
      const store = await openIn(dir);
      const record = link(store.nextId("links"));
      const safe = store.commit([{ put: "links", record }]);
      expect(store.links.get(1)).toEqual(record);
      await safe;
      await store.close();
      expect(linksOf(await openIn(dir))).toEqual([record]);
    });

    test("keeps every field of every collection", async () => {
      const dir = newFolder();
      const store = await openIn(dir);
      const record = link(1, {
        domain: 3,
        type: { kind: "overlay", id: 4 },
        countries: [{ country: "DE", url: "https://example.de/" }],
        metaTitle: 'گل سرخ \u2028 \u0000 "quoted" \n',
        deepLink: { apple: "https://apps.example/1", auto: true },
        parameters: [{ name: "a", value: "b" }],
        pixels: [],
      });
      const account = {
        id: 1,
        username: "anna",
        email: "anna@localhost",
        status: "pro",
        registeredAt: "2026-01-01T00:00:00Z",
        expiresAt: "2036-01-01T00:00:00.000Z",
      } as const;
      const settings = { id: 1, values: { "geo.provider": "none", rateLimit: 30 } } as const;
      await store.commit([
        { put: "links", record },
        { put: "account", record: account },
        { put: "settings", record: settings },
      ]);
      await store.close();
      const again = await openIn(dir);
      expect(again.links.get(1)).toEqual(record);
      expect(again.table("account").get(1)).toEqual(account);
      expect(again.table("settings").get(1)).toEqual(settings);
    });

    test("changes and removes records for good", async () => {
      const dir = newFolder();
      const store = await openIn(dir);
      await addLinks(store, 3);
      await store.commit([
        { put: "links", record: link(2, { url: "https://changed.example/" }) },
        { remove: "links", id: 3 },
      ]);
      await store.close();
      expect(linksOf(await openIn(dir))).toEqual([
        link(1),
        link(2, { url: "https://changed.example/" }),
      ]);
    });

    test("refuses a second link with an alias, and changes nothing then", async () => {
      const store = await openIn(newFolder());
      await store.commit([{ put: "links", record: link(1, { alias: "Spring" }) }]);
      await expect(
        store.commit([
          { put: "links", record: link(2) },
          { put: "links", record: link(3, { alias: "sPRING" }) },
        ]),
      ).rejects.toMatchObject({ name: "AliasTaken" });
      expect(linksOf(store)).toEqual([link(1, { alias: "Spring" })]);
    });

    test("lets two links swap their aliases in one commit", async () => {
      const store = await openIn(newFolder());
      await addLinks(store, 2);
      await store.commit([
        { put: "links", record: link(1, { alias: "alias-2" }) },
        { put: "links", record: link(2, { alias: "alias-1" }) },
      ]);
      expect(store.links.byAlias("alias-1", undefined)?.id).toBe(2);
      expect(store.links.byAlias("alias-2", undefined)?.id).toBe(1);
    });

    test("refuses a record that its schema doesn't know, and changes nothing then", async () => {
      const store = await openIn(newFolder());
      const wrong = { ...link(1), createdAt: "yesterday" };
      await expect(store.commit([{ put: "links", record: wrong }])).rejects.toThrow(/createdAt/);
      expect(store.links.size).toBe(0);
    });

    test("gives 256 commits of one alias at once to one of them", async () => {
      const store = await openIn(newFolder());
      const results = await Promise.allSettled(
        Array.from({ length: 256 }, () =>
          store.commit([{ put: "links", record: link(store.nextId("links"), { alias: "one" }) }]),
        ),
      );
      expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
      expect(store.links.size).toBe(1);
    });

    test("finds an alias in any case and Unicode form, and per domain", async () => {
      const store = await openIn(newFolder());
      await store.commit([
        { put: "links", record: link(1, { alias: "Caf\u00e9", domain: 7 }) },
        { put: "links", record: link(2, { alias: "caf\u00e9", domain: 5 }) },
        { put: "links", record: link(3, { alias: "CAFE\u0301" }) },
      ]);
      expect(store.links.byAlias("cafe\u0301", undefined)?.id).toBe(3);
      expect(store.links.byAlias("CAF\u00c9", 7)?.id).toBe(1);
      expect(store.links.byAlias("caf\u00e9", 9)).toBeUndefined();
      expect(store.links.withAlias("caf\u00e9").map((found) => found.id)).toEqual([3, 1, 2]);
      await store.commit([{ remove: "links", id: 1 }]);
      expect(store.links.byAlias("caf\u00e9", 7)).toBeUndefined();
      expect(store.links.byAlias("caf\u00e9", 5)?.id).toBe(2);
    });

    test("takes no name that is like one that is there", async () => {
      const store = await openIn(newFolder());
      await store.commit([{ put: "links", record: link(1, { alias: "\u06a9\u06cc\u06f5" }) }]);
      for (const alias of ["\u0643\u064a\u0665", "\u06a9\u06cc5"]) {
        // oxlint-disable-next-line no-await-in-loop
        await expect(
          store.commit([{ put: "links", record: link(2, { alias }) }]),
        ).rejects.toMatchObject({ name: "AliasTaken" });
        expect(store.links.byAlias(alias, undefined)?.id).toBe(1);
      }
    });

    test("pages from the newest, over deletions and restored records", async () => {
      const store = await openIn(newFolder());
      const count = 3000;
      await store.commit(
        Array.from({ length: count }, (_, index) => ({ put: "links", record: link(index + 1) })),
      );
      const removed = new Set(Array.from({ length: 700 }, (_, index) => index * 4 + 2));
      await store.commit([...removed].map((id) => ({ remove: "links", id })));
      await store.commit([{ put: "links", record: link(402) }]);
      removed.delete(402);
      const expected = Array.from({ length: count }, (_, index) => count - index).filter(
        (id) => !removed.has(id),
      );
      expect(store.links.size).toBe(expected.length);
      for (const [offset, limit] of [
        [0, 15],
        [511, 3],
        [1000, 1000],
        [expected.length - 2, 10],
        [expected.length, 10],
      ] as const) {
        expect(store.links.newest(offset, limit).map((record) => record.id)).toEqual(
          expected.slice(offset, offset + limit),
        );
      }
      expect(linksOf(store).map((record) => record.id)).toEqual(expected.toReversed());
    });

    test("never gives an id twice, not even after deletions and restarts", async () => {
      const dir = newFolder();
      const store = await openIn(dir);
      await addLinks(store, 5);
      await store.commit([
        { remove: "links", id: 5 },
        { remove: "links", id: 4 },
      ]);
      await store.close();
      const again = await openIn(dir);
      await again.close();
      const third = await openIn(dir);
      expect(third.nextId("links")).toBe(6);
      expect(third.nextId("links")).toBe(7);
      expect(third.nextId("account")).toBe(1);
    });

    test("counts clicks over restarts", async () => {
      const dir = newFolder();
      const store = await openIn(dir);
      await store.commit([{ put: "links", record: link(2) }]);
      await Promise.all([click(store, 1), click(store, 1), click(store, 2)]);
      await store.close();
      const between = await openIn(dir);
      await click(between, 1);
      await between.close();
      const keeper = counts();
      const last = await openIn(dir, keeper);
      expect([...keeper.clicks].toSorted(([a], [b]) => a - b)).toEqual([
        [1, 3],
        [2, 1],
      ]);
      expect(last.clicks.lost).toBe(0);
    });

    test("keeps its secrets, and the ones that are saved", async () => {
      const dir = newFolder();
      const store = await openIn(dir);
      const secrets = store.secrets;
      await store.close();
      const again = await openIn(dir);
      expect(again.secrets).toEqual(secrets);
      await again.saveSecrets({ ...secrets, apiKey: "another-key-of-this-owner" });
      expect(again.secrets.apiKey).toBe("another-key-of-this-owner");
      await again.close();
      expect((await openIn(dir)).secrets).toEqual({
        ...secrets,
        apiKey: "another-key-of-this-owner",
      });
    });

    test("takes nothing after it was closed, and closes twice without harm", async () => {
      const store = await openIn(newFolder());
      await Promise.all([store.close(), store.close()]);
      await expect(store.commit([{ put: "links", record: link(1) }])).rejects.toMatchObject({
        name: "StoreFailed",
      });
    });
  });
}
