import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ResponseOf } from "../../contract/operation.ts";
import type { splashPageOperations } from "../../contract/splashPages.ts";
import { api } from "../api.ts";
import { useEditorPlace } from "../edit/editorPlace.ts";
import { useRemoval } from "../edit/useRemoval.tsx";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import { useBulkDelete } from "../list/BulkDelete.tsx";
import type { Column } from "../list/columns.ts";
import { deleteAction, editAction } from "../list/recordActions.ts";
import { madeColumn, nameColumn, usedColumn, unusedFilter } from "../list/recordColumns.tsx";
import { RecordList } from "../list/RecordList.tsx";
import { askedOf, type RecordSource } from "../list/recordSource.ts";

const SplashEditor = lazy(async () => ({
  default: (await import("./SplashEditor.tsx")).SplashEditor,
}));

type SplashPage = ResponseOf<typeof splashPageOperations.listSplashPages>["data"]["splash"][number];

const source: RecordSource<SplashPage> = {
  key: "splash",
  page: async (search, place, signal) => {
    const query = { ...askedOf(search), ...place };
    const { data } = await api.call("listSplashPages", { query }, signal);
    return { total: data.result, items: data.splash };
  },
};
const idOf = ({ id }: SplashPage) => id;
const nameOf = ({ name }: SplashPage) => name;

export function SplashScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const place = useEditorPlace("/splash");
  const removal = useRemoval<SplashPage>({
    kind: "splash",
    nameOf,
    dependsOn: ({ links }) =>
      links === 0 ? [] : [t("splash.depends", { count: links, formatted: format.number(links) })],
    remove: (id) => api.call("deleteSplashPage", { params: { id } }),
  });
  const many = useBulkDelete({ kind: "splash", source, idOf, about: t("splash.manyAbout") });
  const columns = useMemo<readonly Column<SplashPage>[]>(
    () => [nameColumn(t), usedColumn(t, ({ id }) => ({ type: String(id) })), madeColumn(t)],
    [t],
  );
  const filters = useMemo(() => [unusedFilter(t)], [t]);
  return (
    <>
      <RecordList
        source={source}
        title={t("splash.title")}
        count={(count, formatted) => t("splash.count", { count, formatted })}
        searchLabel={t("splash.search")}
        columns={columns}
        idOf={idOf}
        nameOf={nameOf}
        open={({ id }) => place.openEdit(id)}
        create={{ label: t("splash.new"), run: place.openNew }}
        actions={[
          editAction(t, ({ id }: SplashPage) => place.openEdit(id)),
          deleteAction(t, removal.begin),
        ]}
        bulk={[many.action]}
        filters={filters}
        empty={{ title: t("splash.emptyTitle"), text: t("splash.empty") }}
        defaultOrder="date"
      />
      {removal.dialog}
      {many.dialog}
      {place.editing !== null && (
        <Suspense>
          <SplashEditor place={place} />
        </Suspense>
      )}
    </>
  );
}
