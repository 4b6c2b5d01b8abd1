import type { ClickRecord, LinkRecord } from "../../../src/server/store/records.ts";
import {
  type CounterKeeper,
  type CounterLine,
  subjectKey,
  subjectOf,
} from "../../../src/server/store/store.ts";

/** Counts the clicks of each link and QR code, by `subjectKey`. */
export interface Counts extends CounterKeeper {
  readonly clicks: Map<number, number>;
  total(): number;
}

export function counts(): Counts {
  const clicks = new Map<number, number>();
  return {
    clicks,
    total: () => [...clicks.values()].reduce((sum, count) => sum + count, 0),
    restore: (line: CounterLine) => void clicks.set(subjectKey(line), Number(line.counters)),
    apply(click: ClickRecord) {
      const key = subjectKey(click);
      clicks.set(key, (clicks.get(key) ?? 0) + 1);
    },
    *snapshot() {
      for (const [key, counters] of clicks) yield { ...subjectOf(key), counters };
    },
  };
}

export function link(id: number, fields: Partial<LinkRecord> = {}): LinkRecord {
  return {
    id,
    alias: `alias-${id}`,
    url: `https://example.com/${id}`,
    createdAt: "2026-03-05T12:00:00Z",
    ...fields,
  };
}
