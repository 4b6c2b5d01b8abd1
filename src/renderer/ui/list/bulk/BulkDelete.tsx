import { type ComponentProps, type ReactNode, useMemo, useState } from "react";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import type { BulkAction } from "./BulkBar.tsx";
import type { BulkChange as Dialog } from "./BulkChange.tsx";
import { deleteManyAction } from "../recordActions.ts";
import type { RecordSource } from "../recordSource.ts";
import { withChosen } from "../filters/withChosen.ts";
import { BulkChange } from "./BulkChange.tsx";

interface Frozen {
  readonly ids: number[];
  readonly clear: () => void;
}

/** Deleting many records of a kind, as an action of the bar and its dialog: preview, progress, undo. */
export function useBulkDelete<Item>({
  kind,
  source,
  idOf,
  about,
}: {
  readonly kind: ComponentProps<typeof Dialog>["kind"];
  readonly source: RecordSource<Item>;
  readonly idOf: (item: Item) => number;
  /** What becomes of them. */
  readonly about?: string;
}): { readonly action: BulkAction; readonly dialog: ReactNode } {
  const { t, format } = useI18n();
  const [frozen, setFrozen] = useState<Frozen | null>(null);
  const action = useMemo<BulkAction>(
    () =>
      deleteManyAction(
        t,
        withChosen(source, idOf, (ids, clear) => setFrozen({ ids: ids.map(Number), clear })),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- idOf says the same of an item at any time
    [t, source],
  );
  const textOf = (key: "list.deleteTitle" | "list.deleteRun" | "list.deleteDid", count: number) =>
    t(key, { what: t(`kinds.${kind}`, format.counted(count)) });
  const dialog = frozen !== null && (
    <BulkChange
      kind={kind}
      select={{ ids: frozen.ids }}
      change={{ delete: true }}
      title={textOf("list.deleteTitle", frozen.ids.length)}
      about={about ?? t("list.deleteAbout")}
      runLabel={(count) => textOf("list.deleteRun", count ?? frozen.ids.length)}
      did={(count) => textOf("list.deleteDid", count)}
      isDanger
      close={() => setFrozen(null)}
      done={() => {
        frozen.clear();
        setFrozen(null);
      }}
    />
  );
  return { action, dialog };
}
