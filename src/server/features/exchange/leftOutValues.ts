import { type Said, say } from "../../sentences/sentences.ts";
import type { LeftOut } from "./read/rows.ts";

/** Values without which links are imported, counted by column and reason, with the first of each. */
export function createLeftOutValues() {
  const counts = new Map<string, LeftOut & { cells: number; readonly line: number }>();
  return {
    add(line: number, leftOut: readonly LeftOut[] = []): void {
      for (const one of leftOut) {
        const key = `${one.why} ${one.column}`;
        const known = counts.get(key);
        if (known === undefined) counts.set(key, { ...one, cells: 1, line });
        else known.cells += 1;
      }
    },
    told: (): { readonly column: string; readonly said: Said }[] =>
      [...counts.values()].map(({ column, cell: example, why, cells, line }) => ({
        column,
        said: say(`column.${why}`, { cells, example, line }),
      })),
  };
}
