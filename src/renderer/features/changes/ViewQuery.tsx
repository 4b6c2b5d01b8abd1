import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { isolated } from "../../ui/list/filters/filters.ts";
import { FilterWords } from "../links/FilterWords.tsx";
import { filterIn } from "../links/linkSearch.ts";
import { fieldText } from "./fieldWords.ts";

/** What a view says beside its filters. */
const others: ReadonlySet<string> = new Set(["q", "order", "direction"]);

/** What is kept under a name: a filter of the links in words, else what belongs to what. */
export function ViewQuery({ query }: { readonly query: object }) {
  const { t } = useTranslation();
  const entries = Object.entries(query).map(([name, value]) => [name, String(value)] as const);
  const { q = "", order, ...said } = Object.fromEntries(entries);
  const filter = filterIn(new URLSearchParams(said));
  if (entries.length === 0) return <span className="soft">{t("history.empty")}</span>;
  if (entries.some(([name]) => !(name in filter) && !others.has(name)))
    return entries
      .map(
        ([name, value]) => `${isolated(name)}: ${isolated(fieldText("links", value, t) ?? value)}`,
      )
      .join("\n");
  const isFiltered = q !== "" || Object.keys(filter).length > 0;
  return (
    <>
      {isFiltered && <FilterWords q={q} filter={filter} />}
      {isFiltered && order !== undefined && t("common.comma")}
      {order !== undefined && t("list.sortBy", { column: orderText(order, t) })}
    </>
  );
}

/** What the links are in the order of, as the head of its column says. */
function orderText(order: string, t: TFunction): string {
  if (order === "lastclick") return t("links.lastClick");
  return fieldText("links", order === "click" ? "clicks" : order, t) ?? order;
}
