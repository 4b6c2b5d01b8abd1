import { Button } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useFormat, useI18n } from "../../i18n/PreferencesProvider.tsx";
import { EmptyState } from "../messages/EmptyState.tsx";
import { type FilterField, isolated, filterLabel, setFilters } from "./filters/filters.ts";
import { isSearched, type ListSearch, pageQuery, type RecordSource } from "./recordSource.ts";

/** Another search that may find what this one doesn't. */
export interface Wider {
  readonly filter: Readonly<Record<string, string>>;
  readonly button: string;
  readonly found: (count: number, formatted: string) => string;
  /** Where all that there is would be found by it alone. */
  readonly title: string;
  readonly note: (count: number, formatted: string) => string;
}

/** One condition: what it says, and the address without it. */
interface Condition {
  readonly label: string;
  readonly off: Readonly<Record<string, string>>;
  readonly without: ListSearch;
}

/** The most conditions that are tried one by one. */
const mostTried = 8;

/** Nothing fits: which condition is to blame, and a button that takes it off. */
export function NothingFound<Item>({
  source,
  search,
  fields,
  wider,
  change,
  clear,
}: {
  readonly source: RecordSource<Item>;
  readonly search: ListSearch;
  readonly fields: readonly FilterField[];
  readonly wider: readonly Wider[];
  readonly change: (params: Readonly<Record<string, string>>) => void;
  readonly clear: () => void;
}) {
  const { t, format } = useI18n();
  const conditions = useConditions(search, fields).slice(0, mostTried);
  const isAlone = conditions.length === 1;
  const wideSearches = wider.map(({ filter }) => ({
    ...search,
    filter: { ...search.filter, ...filter },
  }));
  const answers = useQueries({
    queries: [...(isAlone ? [] : conditions.map(({ without }) => without)), ...wideSearches].map(
      (one) => pageQuery(source, one, 1),
    ),
  });
  const counts = answers.map(({ data }) => data?.total ?? 0);
  const tried = isAlone ? [] : conditions;
  const blamed = tried
    .map((condition, place) => ({ condition, count: counts[place] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => one.count - other.count);
  const wide = wider.flatMap((one, place) => {
    const count = counts[tried.length + place] ?? 0;
    return count === 0 ? [] : [{ ...one, count }];
  });
  const [only] = conditions;
  const text =
    isAlone && only !== undefined
      ? t("list.nothingFor", { filter: only.label })
      : blamed[0] !== undefined
        ? t("list.blamed", {
            filter: blamed[0].condition.label,
            ...format.counted(blamed[0].count),
          })
        : t("list.nothingAtAll");
  return (
    <EmptyState
      title={t("list.nothingTitle")}
      text={text}
      action={
        <>
          {isAlone && only !== undefined && (
            <Button onClick={() => change(only.off)}>
              {t("list.takeOff", { filter: only.label })}
            </Button>
          )}
          {blamed.map(({ condition, count }) => (
            <Button key={condition.label} onClick={() => change(condition.off)}>
              {t("list.takeOffFor", {
                filter: condition.label,
                ...format.counted(count),
              })}
            </Button>
          ))}
          {!isAlone && blamed.length === 0 && (
            <Button onClick={clear}>{t("list.takeAllOff")}</Button>
          )}
          {wide.map(({ button, filter, found, count }) => (
            <div key={button}>
              <span role="status" className="soft">
                {found(count, format.number(count))}
              </span>{" "}
              <Button size="xs" onClick={() => change(filter)}>
                {button}
              </Button>
            </div>
          ))}
        </>
      }
    />
  );
}

/** Nothing is in the list. What is put away isn't gone, and is said before the list is called empty. */
export function EmptyList<Item>({
  source,
  search,
  wider,
  title,
  text,
  action,
  change,
}: {
  readonly source: RecordSource<Item>;
  readonly search: ListSearch;
  readonly wider: readonly Wider[];
  readonly title: string;
  readonly text: string;
  readonly action: ReactNode;
  readonly change: (params: Readonly<Record<string, string>>) => void;
}) {
  const format = useFormat();
  const answers = useQueries({
    queries: wider.map(({ filter }) =>
      pageQuery(source, { ...search, filter: { ...search.filter, ...filter } }, 1),
    ),
  });
  if (answers.some(({ isPending }) => isPending)) return null;
  const place = answers.findIndex(({ data }) => (data?.total ?? 0) > 0);
  const away = wider[place];
  const count = answers[place]?.data?.total ?? 0;
  if (away === undefined) return <EmptyState title={title} text={text} action={action} />;
  return (
    <EmptyState
      title={away.title}
      text={away.note(count, format.number(count))}
      action={
        <Button variant="filled" onClick={() => change(away.filter)}>
          {away.button}
        </Button>
      }
    />
  );
}

function useConditions(search: ListSearch, fields: readonly FilterField[]): readonly Condition[] {
  const { t, format } = useI18n();
  if (!isSearched(search)) return [];
  const filters = setFilters(fields, search.filter).map((set): Condition => {
    const { param } = set.operator;
    const { [param]: _, ...filter } = search.filter;
    return {
      label: isolated(filterLabel(set, format)),
      off: { [param]: "" },
      without: { ...search, filter },
    };
  });
  if (search.q === "") return filters;
  return [
    {
      label: t("list.searchFor", { search: search.q }),
      off: { q: "" },
      without: { ...search, q: "" },
    },
    ...filters,
  ];
}
