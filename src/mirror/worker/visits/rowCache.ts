import { readGiven } from "../control/schema.ts";
import type { EdgeDatabase } from "../database.ts";

/** Nothing was pushed yet, or all of it was taken away. */
export function isWithoutTables(error: unknown): boolean {
  return /no such table/i.test(String(error));
}

/** Most ways lead over no other link at all. */
const mostRounds = 12;

const readRows =
  "select key, hash, data from mirror where key in (select value from json_each(?1))";

type HotRow = readonly [data: string | null, hash: number];

/** Characters of rows that are kept, twice: an isolate has 128 MB for everything. */
const mostHot = 1_000_000;

/** Rows that visits have read last: they answer while the database refuses, as it does once the day's reads are spent. */
export class HotRows {
  #young = new Map<string, HotRow>();
  #old = new Map<string, HotRow>();
  #room = mostHot;

  get(key: string): HotRow | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  keep(key: string, row: HotRow): void {
    const size = ([data]: HotRow) => 100 + key.length + (data?.length ?? 0);
    const before = this.#young.get(key);
    this.#room += (before === undefined ? 0 : size(before)) - size(row);
    if (this.#room < 0) {
      [this.#old, this.#young, this.#room] = [this.#young, new Map(), mostHot - size(row)];
    }
    this.#young.set(key, row);
  }
}

/**
 * Rows that a visit has at hand. What it looks for and hasn't got is fetched, all of it at once, and
 * the visit is decided again: so the decision waits for nothing, and nearly always asks once.
 */
export class RowCache {
  readonly #rows = new Map<string, string | null>();
  readonly #hashes = new Map<string, number>();
  readonly #read = new Map<string, unknown>();
  readonly #missing = new Set<string>();
  readonly #given = new Map<number, { readonly generation: number; readonly given: number }>();
  readonly #uncounted = new Set<number>();
  /** Keys of rows that are no rows. */
  readonly unreadable = new Set<string>();
  readonly #hot: HotRows | undefined;

  constructor(hot?: HotRows) {
    this.#hot = hot;
  }

  /** Null: there is none, or it can't be read; or nobody has looked yet. */
  row<Row>(key: string, read: (data: string) => Row | null): Row | null {
    const data = this.#rows.get(key);
    if (data === undefined) this.#missing.add(key);
    if (data === undefined || data === null) return null;
    if (!this.#read.has(key)) {
      const row = read(data);
      if (row === null) this.unreadable.add(key);
      this.#read.set(key, row);
    }
    // Each key is read by one reader only.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return this.#read.get(key) as Row | null;
  }

  /** Clicks of a limited link that were given here in this generation of its limit. */
  given(link: number, generation: number): number {
    const found = this.#given.get(link);
    if (found === undefined) this.#uncounted.add(link);
    return found?.generation === generation ? found.given : 0;
  }

  /** Another one for every other text of the row. */
  hash(key: string): number {
    return this.#hashes.get(key) ?? 0;
  }

  /** The text of a row as it came; undefined: nobody has looked yet. */
  data(key: string): string | null | undefined {
    return this.#rows.get(key);
  }

  give(key: string, data: string | null): void {
    this.#rows.set(key, data);
  }

  /** Decides with all rows that it takes; those of a way that goes on and on are taken for absent. */
  async decide<Decided>(
    database: EdgeDatabase,
    keys: readonly string[],
    decide: () => Decided,
  ): Promise<Decided> {
    for (const key of keys) this.#missing.add(key);
    for (let round = 1; ; round += 1) {
      await this.#fetch(database);
      await this.#count(database);
      const decided = decide();
      const isWhole = this.#missing.size + this.#uncounted.size === 0;
      if (isWhole || round === mostRounds) return decided;
    }
  }

  async #count(database: EdgeDatabase): Promise<void> {
    if (this.#uncounted.size === 0) return;
    const links = [...this.#uncounted];
    this.#uncounted.clear();
    const { results } = await database.prepare(readGiven).bind(JSON.stringify(links)).all();
    for (const link of links) this.#given.set(link, { generation: 0, given: 0 });
    for (const { link, generation, given } of results) {
      this.#given.set(Number(link), { generation: Number(generation), given: Number(given) });
    }
  }

  async #fetch(database: EdgeDatabase): Promise<void> {
    const keys = [...this.#missing].filter((key) => !this.#rows.has(key));
    this.#missing.clear();
    if (keys.length === 0) return;
    const rows = new Map<string, HotRow>(keys.map((key) => [key, [null, 0]]));
    try {
      const { results } = await database.prepare(readRows).bind(JSON.stringify(keys)).all();
      for (const { key, hash, data } of results)
        rows.set(String(key), [String(data), Number(hash)]);
      for (const [key, row] of rows) this.#hot?.keep(key, row);
    } catch (error) {
      for (const key of keys) {
        const row = this.#hot?.get(key);
        // Without its tables, everything was taken away.
        if (row === undefined || isWithoutTables(error)) throw error;
        rows.set(key, row);
      }
    }
    for (const [key, [data, hash]] of rows) {
      this.#rows.set(key, data);
      this.#hashes.set(key, hash);
    }
  }
}
