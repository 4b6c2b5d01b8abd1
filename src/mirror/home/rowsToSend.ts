import { hashOf, minus, plus } from "../wire/hash.ts";
import { mostRowBytes } from "../wire/rows.ts";
import { pauseAfter } from "../../server/store/pause.ts";
import type { MirrorSource } from "./model.ts";

/** How much there is of a map from key to text, and what it comes to. */
export interface Total {
  readonly rows: number;
  readonly sum: number;
}

/** A row as it goes to the edge; data null: it goes away. */
export interface Difference {
  readonly key: string;
  readonly hash: number | null;
  readonly data: string | null;
}

/** What the records want the edge to hold, and where the edge is known to hold something else. */
export interface Wanted {
  /** Reads every row; gives others their turn. */
  fill(): Promise<void>;
  /** Reads the rows of these keys again. */
  read(keys: Iterable<string>): Promise<void>;
  total(): Total;
  has(key: string): boolean;
  /** What the edge holds where it is known to be something else; null: nothing. */
  readonly differing: ReadonlyMap<string, number | null>;
  /** Whether the edge holds no row that is another one, or none, here; what it lacks may wait. */
  isCurrent(): boolean;
  /** The edge holds all of it. */
  agree(): void;
  /** The edge holds these, and nothing else. */
  compare(held: ReadonlyMap<string, number>): void;
  /** As it is now. */
  difference(key: string): Difference;
  /** The edge holds it by now. */
  pushed(difference: Difference): void;
  /** The edge can't take this row, even alone: it has none of this key until the row is another one. */
  setAside(difference: Difference): void;
  isSetAside(key: string): boolean;
  /** How many. */
  setAsides(): number;
}

export function createWanted(source: Pick<MirrorSource, "keys" | "row">): Wanted {
  const hashes = new Map<string, number>();
  const differing = new Map<string, number | null>();
  const setAside = new Map<string, number>();
  let sum = 0;

  function rowOf(key: string): string | null {
    const data = source.row(key);
    if (data === null || isTooLong(data)) return null;
    if (!setAside.has(key)) return data;
    if (setAside.get(key) === hashOf(key, data)) return null;
    setAside.delete(key);
    return data;
  }

  function want(key: string, hash: number | null): void {
    const before = hashes.get(key) ?? null;
    if (before === hash) return;
    const held = differing.has(key) ? (differing.get(key) ?? null) : before;
    if (before !== null) sum = minus(sum, before);
    if (hash === null) hashes.delete(key);
    else {
      hashes.set(key, hash);
      sum = plus(sum, hash);
    }
    mark(key, held);
  }

  function mark(key: string, held: number | null): void {
    if ((hashes.get(key) ?? null) === held) differing.delete(key);
    else differing.set(key, held);
  }

  async function read(keys: Iterable<string>): Promise<void> {
    const pause = pauseAfter();
    for (const key of keys) {
      const data = rowOf(key);
      want(key, data === null ? null : hashOf(key, data));
      if (pause.isDue()) await pause.now();
    }
  }

  return {
    fill: () => read(source.keys()),
    read,
    has: (key) => hashes.has(key),
    total: () => ({ rows: hashes.size, sum }),
    differing,
    isCurrent: () => [...differing.values()].every((held) => held === null),
    agree: () => differing.clear(),
    compare(held) {
      differing.clear();
      for (const [key, hash] of held) mark(key, hash);
      for (const key of hashes.keys()) if (!held.has(key)) mark(key, null);
    },
    difference(key) {
      const data = rowOf(key);
      const hash = data === null ? null : hashOf(key, data);
      want(key, hash);
      return { key, hash, data };
    },
    pushed: ({ key, hash }) => mark(key, hash),
    setAside({ key, hash }) {
      if (hash !== null) setAside.set(key, hash);
      want(key, null);
    },
    isSetAside: (key) => setAside.has(key),
    setAsides: () => setAside.size,
  };
}

function isTooLong(data: string): boolean {
  return data.length > mostRowBytes / 3 && Buffer.byteLength(data) > mostRowBytes;
}
