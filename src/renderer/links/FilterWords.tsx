import { useTranslation } from "react-i18next";
import { useFilterText } from "./filterText.ts";
import { filterNames, type LinkFilter } from "./linkSearch.ts";

/** A filter in words, where it can't be changed. */
export function FilterWords({ q, filter }: { readonly q: string; readonly filter: LinkFilter }) {
  const { t } = useTranslation();
  const say = useFilterText();
  const said = filterNames.flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [say(name, value)];
  });
  return [...(q === "" ? [] : [t("filters.says.q", { value: `\u2068${q}\u2069` })]), ...said].join(
    t("common.comma"),
  );
}
