import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  useCallback,
  useMemo,
} from "react";
import { useTranslation } from "react-i18next";
import { type EditorRoute, useEditorRoute } from "../edit/useEditorRoute.ts";
import { type Removal, useRemoval } from "../edit/useRemoval.tsx";
import type { BulkAction } from "./bulk/BulkBar.tsx";
import { useBulkDelete } from "./bulk/BulkDelete.tsx";
import { useLatest } from "./useLatest.ts";
import { deleteAction, editAction } from "./recordActions.ts";
import { RecordList } from "./RecordList.tsx";
import type { RowAction } from "./table/rowActions.ts";

/** Kinds of records with a list and an editor over it: rooms, addresses and queries are called after them. */
type Kind = "campaigns" | "channels" | "bio" | "overlays" | "pixels" | "splash" | "domains";

interface Props<Item>
  extends
    Pick<
      ComponentProps<typeof RecordList<Item>>,
      "source" | "columns" | "filters" | "viewsBar" | "copyOf"
    >,
    Removal<Item> {
  readonly kind: Kind;
  readonly Editor: ComponentType<{ readonly place: EditorRoute }>;
  /** What else is done with one, between editing and deleting it. */
  readonly actions?: readonly RowAction<Item>[];
  /** What else is done with many, before deleting them. */
  readonly bulk?: readonly BulkAction[];
  /** What else the empty list says. */
  readonly more?: ReactNode;
}

const none: readonly never[] = [];

const idOf = ({ id }: { readonly id: number }) => id;

/**
 * A screen of records of one kind: the list, the editor over it, deleting one and many, the way back.
 * Its words are the room's `title`, `count`, `search`, `new`, `deleteAbout`, `emptyTitle` and `empty`.
 */
export function RecordScreen<Item extends { readonly id: number }>({
  kind,
  nameOf,
  dependsOn,
  InUse,
  remove,
  Editor,
  actions = none,
  bulk = none,
  more,
  ...list
}: Props<Item>) {
  const { t } = useTranslation();
  const { source } = list;
  const place = useEditorRoute(`/${kind}`);
  const removal = useRemoval({ nameOf, dependsOn, InUse, remove });
  const many = useBulkDelete({ kind, source, idOf, about: t(`${kind}.deleteAbout`) });
  const { openNew, openEdit } = place;
  const begin = useLatest(removal.begin);
  const open = useCallback(({ id }: Item) => openEdit(id), [openEdit]);
  const ofOne = useMemo(
    () => [
      editAction(t, open),
      ...actions,
      deleteAction(t, (item: Item) => void begin.current(item)),
    ],
    [t, open, actions, begin],
  );
  const ofMany = useMemo(() => [...bulk, many.action], [bulk, many.action]);
  return (
    <>
      <RecordList
        {...list}
        title={t(`${kind}.title`)}
        count={(count, formatted) => t(`${kind}.count`, { count, formatted })}
        searchLabel={t(`${kind}.search`)}
        idOf={idOf}
        nameOf={nameOf}
        open={open}
        create={{ label: t(`${kind}.new`), run: openNew }}
        actions={ofOne}
        bulk={ofMany}
        defaultOrder="date"
        empty={{ title: t(`${kind}.emptyTitle`), text: t(`${kind}.empty`), more }}
      />
      {removal.dialog}
      {many.dialog}
      {place.editing !== null && <Editor place={place} />}
    </>
  );
}
