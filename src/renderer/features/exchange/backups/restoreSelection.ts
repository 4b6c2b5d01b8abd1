import type { RecordKind } from "../../../../contract/fields/records.ts";
import type { RestoreChange } from "../../../../contract/fields/restoreChange.ts";

/** Which records of a preview are to be restored: by kind all of them, or some of those shown. */
export type Selection = ReadonlyMap<RecordKind, "all" | ReadonlySet<number>>;

export function selectAll(changes: readonly RestoreChange[]): Selection {
  return new Map(changes.map(({ kind }) => [kind, "all"]));
}

export function isSelected(selection: Selection, kind: RecordKind, id: number): boolean {
  const chosen = selection.get(kind);
  return chosen === "all" || chosen?.has(id) === true;
}

/** A kind of which some are selected is selected as a whole. */
export function toggleKind(selection: Selection, kind: RecordKind): Selection {
  const others = [...selection].filter(([other]) => other !== kind);
  return new Map(selection.get(kind) === "all" ? others : [...others, [kind, "all"]]);
}

/** Records beyond the shown ones are selected with their whole kind only. */
export function toggleRecord(
  selection: Selection,
  { kind, examples, added, changed, removed }: RestoreChange,
  id: number,
): Selection {
  const ids = new Set(
    examples
      .map((one) => one.id)
      .filter((one) => isSelected(selection, kind, one) !== (one === id)),
  );
  const others = [...selection].filter(([other]) => other !== kind);
  if (ids.size === 0) return new Map(others);
  return new Map([...others, [kind, ids.size === added + changed + removed ? "all" : ids]]);
}

/** What is asked of the service; "all": nothing needs to be said. */
export function onlyOf(changes: readonly RestoreChange[], selection: Selection): "all" | string[] {
  const chosen = changes.flatMap(({ kind }) => {
    const ids = selection.get(kind);
    return ids === undefined ? [] : [ids === "all" ? kind : `${kind}:${[...ids].join(",")}`];
  });
  const isAll = changes.every(({ kind }) => selection.get(kind) === "all");
  return isAll ? "all" : chosen;
}
