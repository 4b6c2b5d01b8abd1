import type { AtHome } from "../edgeState.ts";

/** Told of a record that its row leaves out, or that has none. */
export type Stays = (id: number, reason: AtHome["reason"]) => void;

/** What answers at home alone besides links, as the rows tell it that are made anyway. */
export function createAtHome() {
  const byKey = new Map<string, readonly AtHome[]>();
  return {
    all: (): readonly AtHome[] => [...byKey.values()].flat(),
    /** Makes a row, and keeps what it leaves out instead of what the one before did. */
    noting(key: string, kind: AtHome["kind"], row: (stays: Stays) => string | null) {
      const found: AtHome[] = [];
      const text = row((id, reason) => found.push({ kind, id, reason }));
      if (found.length === 0) byKey.delete(key);
      else byKey.set(key, found);
      return text;
    },
  };
}
