import { type ReactNode, useState } from "react";
import type { RecordKind } from "../../contract/records.ts";
import { RemoveDialog } from "./RemoveDialog.tsx";
import { removeRecord } from "./recordSteps.tsx";

/** Deletes one record of a list: at once, or after a question where something depends on it. */
export function useRemoval<Item extends { readonly id: number }>({
  kind,
  nameOf,
  dependsOn,
  remove,
}: {
  readonly kind: RecordKind;
  readonly nameOf: (item: Item) => string;
  /** What depends on it, and what becomes of that, in sentences; none: nothing does. */
  readonly dependsOn: (item: Item) => readonly string[];
  readonly remove: (id: number) => Promise<unknown>;
}): { readonly begin: (item: Item) => void; readonly dialog: ReactNode } {
  const [asked, setAsked] = useState<Item | null>(null);
  const named = (item: Item) => ({ kind, id: item.id, name: nameOf(item) });
  return {
    begin(item) {
      if (dependsOn(item).length === 0) void removeRecord(named(item), () => remove(item.id));
      else setAsked(item);
    },
    dialog: asked !== null && (
      <RemoveDialog
        record={named(asked)}
        depends={dependsOn(asked).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        remove={() => remove(asked.id)}
        close={() => setAsked(null)}
      />
    ),
  };
}
