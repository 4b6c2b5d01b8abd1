import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ResponseOf } from "../../contract/operation.ts";
import { type overlayOperations, overlayTypes } from "../../contract/overlays.ts";
import { api } from "../api.ts";
import { useEditorPlace } from "../edit/editorPlace.ts";
import { useRemoval } from "../edit/useRemoval.tsx";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import { useBulkDelete } from "../list/BulkDelete.tsx";
import type { Column } from "../list/columns.ts";
import type { FilterField } from "../list/filters.ts";
import { deleteAction, editAction } from "../list/recordActions.ts";
import {
  kindColumn,
  madeColumn,
  nameColumn,
  unusedFilter,
  usedColumn,
} from "../list/recordColumns.tsx";
import { RecordList } from "../list/RecordList.tsx";
import { askedOf, type RecordSource } from "../list/recordSource.ts";
import classes from "./OverlaysScreen.module.css";
import { OverlayTabs } from "./OverlayTabs.tsx";

const OverlayEditor = lazy(async () => ({
  default: (await import("./OverlayEditor.tsx")).OverlayEditor,
}));

type Overlay = ResponseOf<typeof overlayOperations.listOverlays>["data"]["cta"][number];

const source: RecordSource<Overlay> = {
  key: "overlays",
  page: async (search, place, signal) => {
    const query = { ...askedOf(search), ...place };
    const { data } = await api.call("listOverlays", { query }, signal);
    return { total: data.result, items: data.cta };
  },
};
const idOf = ({ id }: Overlay) => id;
const nameOf = ({ name }: Overlay) => name;

export function OverlaysScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const place = useEditorPlace("/overlays");
  const removal = useRemoval<Overlay>({
    kind: "overlays",
    nameOf,
    dependsOn: ({ links, answers }) => [
      ...(links === 0
        ? []
        : [t("overlays.depends", { count: links, formatted: format.number(links) })]),
      ...(answers === 0
        ? []
        : [t("overlays.dependsAnswers", { count: answers, formatted: format.number(answers) })]),
    ],
    remove: (id) => api.call("deleteOverlay", { params: { id } }),
  });
  const many = useBulkDelete({ kind: "overlays", source, idOf, about: t("overlays.manyAbout") });
  const columns = useOverlayColumns();
  const filters = useMemo<readonly FilterField[]>(
    () => [
      {
        name: "type",
        label: t("fields.kind"),
        operators: [
          {
            param: "type",
            label: t("fields.is"),
            values: {
              kind: "choice",
              options: overlayTypes.map((value) => ({
                value,
                label: t(`overlays.types.${value}`),
              })),
            },
          },
        ],
      },
      unusedFilter(t),
    ],
    [t],
  );
  return (
    <>
      <RecordList
        source={source}
        title={t("overlays.title")}
        count={(count, formatted) => t("overlays.count", { count, formatted })}
        keptViews={<OverlayTabs current="overlays" />}
        searchLabel={t("overlays.search")}
        columns={columns}
        idOf={idOf}
        nameOf={nameOf}
        open={({ id }) => place.openEdit(id)}
        create={{ label: t("overlays.new"), run: place.openNew }}
        actions={[
          editAction(t, ({ id }: Overlay) => place.openEdit(id)),
          deleteAction(t, removal.begin),
        ]}
        bulk={[many.action]}
        filters={filters}
        empty={{ title: t("overlays.emptyTitle"), text: t("overlays.empty") }}
        defaultOrder="date"
      />
      {removal.dialog}
      {many.dialog}
      {place.editing !== null && (
        <Suspense>
          <OverlayEditor place={place} />
        </Suspense>
      )}
    </>
  );
}

function useOverlayColumns(): readonly Column<Overlay>[] {
  const { t } = useTranslation();
  return useMemo<readonly Column<Overlay>[]>(
    () => [
      nameColumn(t),
      kindColumn(t, ({ type }) => t(`overlays.types.${type}`), "96px"),
      {
        name: "answers",
        label: t("overlays.received"),
        track: "152px",
        from: 640,
        cell: ({ id, type, answers, unread }, row) =>
          type === "contact" && (
            <a className={classes.received} tabIndex={row.tabIndex} href={`#/inbox?overlay=${id}`}>
              {row.t("overlays.receivedCount", {
                count: answers,
                formatted: row.format.number(answers),
              })}
              {unread > 0 && (
                <strong>
                  {row.t("overlays.unreadCount", { formatted: row.format.number(unread) })}
                </strong>
              )}
            </a>
          ),
      },
      usedColumn(t, ({ id }) => ({ type: `overlay-${id}` })),
      madeColumn(t),
    ],
    [t],
  );
}
