import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { isolated, filterLabel, setFilters } from "../../ui/list/filters/filters.ts";
import { useLinkFilters } from "./linkFilters.ts";
import type { LinkFilter } from "./linkSearch.ts";

/** A filter in words, where it can't be changed. */
export function FilterWords({ q, filter }: { readonly q: string; readonly filter: LinkFilter }) {
  const { t, format } = useI18n();
  const labels = setFilters(useLinkFilters(), filter).map((set) => filterLabel(set, format));
  return [...(q === "" ? [] : [t("filters.searched", { value: isolated(q) })]), ...labels].join(
    t("common.comma"),
  );
}
