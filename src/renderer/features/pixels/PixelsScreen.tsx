import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../app/client/api.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import type { Column } from "../../ui/list/table/columns.ts";
import {
  kindColumn,
  madeColumn,
  nameColumn,
  usedColumn,
} from "../../ui/list/table/recordColumns.tsx";
import { choiceFilter, unusedFilter } from "../../ui/list/filters/recordFilters.ts";
import { RecordScreen } from "../../ui/list/RecordScreen.tsx";
import { pagedSource } from "../../ui/list/recordSource.ts";
import type { Pixel } from "./pixelModel.ts";
import { platformOf, platforms } from "./platforms.ts";
import { PixelEditor } from "./PixelEditor.tsx";

const source = pagedSource<Pixel>("pixels", async (query, signal) => {
  const { data } = await api.call("listPixels", { query }, signal);
  return { total: data.result, items: data.pixels };
});

const nameOf = ({ name }: Pixel) => name;

const platformOptions = platforms.map(({ type, name }) => ({ value: type, label: name }));

export function PixelsScreen() {
  const { t, format } = useI18n();
  const columns = usePixelColumns();
  const filters = useMemo(
    () => [choiceFilter(t, "type", t("pixels.fields.type"), platformOptions), unusedFilter(t)],
    [t],
  );
  return (
    <RecordScreen
      kind="pixels"
      source={source}
      nameOf={nameOf}
      columns={columns}
      filters={filters}
      copyOf={({ tag }) => tag}
      dependsOn={({ links }) => (links === 0 ? [] : [t("pixels.depends", format.counted(links))])}
      remove={(id) => api.call("deletePixel", { params: { id } })}
      Editor={PixelEditor}
    />
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
        label: t("pixels.fields.tag"),
        track: "minmax(96px, 200px)",
        from: 720,
        cell: ({ tag }, row) => (
          <bdi dir="ltr" className="truncate soft" title={tag}>
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
