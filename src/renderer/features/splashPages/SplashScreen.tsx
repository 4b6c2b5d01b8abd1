import { useMemo } from "react";
import type { ResponseOf } from "../../../contract/operation.ts";
import type { splashPageOperations } from "../../../contract/resources/splashPages.ts";
import { api } from "../../app/client/api.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import type { Column } from "../../ui/list/table/columns.ts";
import { madeColumn, nameColumn, usedColumn } from "../../ui/list/table/recordColumns.tsx";
import { unusedFilter } from "../../ui/list/filters/recordFilters.ts";
import { RecordScreen } from "../../ui/list/RecordScreen.tsx";
import { pagedSource } from "../../ui/list/recordSource.ts";
import { SplashEditor } from "./SplashEditor.tsx";

type SplashPage = ResponseOf<typeof splashPageOperations.listSplashPages>["data"]["splash"][number];

const source = pagedSource<SplashPage>("splash", async (query, signal) => {
  const { data } = await api.call("listSplashPages", { query }, signal);
  return { total: data.result, items: data.splash };
});

const nameOf = ({ name }: SplashPage) => name;

export function SplashScreen() {
  const { t, format } = useI18n();
  const columns = useMemo<readonly Column<SplashPage>[]>(
    () => [nameColumn(t), usedColumn(t, ({ id }) => ({ type: String(id) })), madeColumn(t)],
    [t],
  );
  const filters = useMemo(() => [unusedFilter(t)], [t]);
  return (
    <RecordScreen
      kind="splash"
      source={source}
      nameOf={nameOf}
      columns={columns}
      filters={filters}
      dependsOn={({ links }) => (links === 0 ? [] : [t("splash.depends", format.counted(links))])}
      remove={(id) => api.call("deleteSplashPage", { params: { id } })}
      Editor={SplashEditor}
    />
  );
}
