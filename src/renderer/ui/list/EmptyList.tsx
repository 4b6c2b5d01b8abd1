import { Button } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { EmptyState } from "../messages/EmptyState.tsx";
import type { Wider } from "./NothingFound.tsx";
import { type ListSearch, pageQuery, type RecordSource } from "./recordSource.ts";

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
