import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
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
import type { Pixel } from "./pixelModel.ts";
import classes from "./PixelsScreen.module.css";
import { platformOf, platforms } from "./platforms.ts";

const PixelEditor = lazy(async () => ({
  default: (await import("./PixelEditor.tsx")).PixelEditor,
}));

const source: RecordSource<Pixel> = {
  key: "pixels",
  page: async (search, place, signal) => {
    const query = { ...askedOf(search), ...place };
    const { data } = await api.call("listPixels", { query }, signal);
    return { total: data.result, items: data.pixels };
  },
};
const idOf = ({ id }: Pixel) => id;
const nameOf = ({ name }: Pixel) => name;

export function PixelsScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const place = useEditorPlace("/pixels");
  const removal = useRemoval<Pixel>({
    kind: "pixels",
    nameOf,
    dependsOn: ({ links }) =>
      links === 0 ? [] : [t("pixels.depends", { count: links, formatted: format.number(links) })],
    remove: (id) => api.call("deletePixel", { params: { id } }),
  });
  const many = useBulkDelete({ kind: "pixels", source, idOf, about: t("pixels.manyAbout") });
  const columns = usePixelColumns();
  const filters = useMemo<readonly FilterField[]>(
    () => [
      {
        name: "type",
        label: t("pixels.platform"),
        operators: [
          {
            param: "type",
            label: t("fields.is"),
            values: {
              kind: "choice",
              options: platforms.map(({ type, name }) => ({ value: type, label: name })),
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
        title={t("pixels.title")}
        count={(count, formatted) => t("pixels.count", { count, formatted })}
        searchLabel={t("pixels.search")}
        columns={columns}
        idOf={idOf}
        nameOf={nameOf}
        open={({ id }) => place.openEdit(id)}
        create={{ label: t("pixels.new"), run: place.openNew }}
        actions={[
          editAction(t, ({ id }: Pixel) => place.openEdit(id)),
          deleteAction(t, removal.begin),
        ]}
        bulk={[many.action]}
        filters={filters}
        copyOf={({ tag }) => tag}
        empty={{ title: t("pixels.emptyTitle"), text: t("pixels.empty") }}
        defaultOrder="date"
      />
      {removal.dialog}
      {many.dialog}
      {place.editing !== null && (
        <Suspense>
          <PixelEditor place={place} />
        </Suspense>
      )}
    </>
  );
}

function usePixelColumns(): readonly Column<Pixel>[] {
  const { t } = useTranslation();
  return useMemo<readonly Column<Pixel>[]>(
    () => [
      nameColumn(t),
      kindColumn(t, ({ type }) => platformOf(type).name, "minmax(120px, 176px)"),
      {
        name: "tag",
        label: t("pixels.tag"),
        track: "minmax(96px, 200px)",
        from: 720,
        cell: ({ tag }, row) => (
          <bdi dir="ltr" className={classes.tag} title={tag}>
            {row.mark(tag)}
          </bdi>
        ),
      },
      usedColumn(t, ({ id }) => ({ pixel: String(id) })),
      madeColumn(t),
    ],
    [t],
  );
}
