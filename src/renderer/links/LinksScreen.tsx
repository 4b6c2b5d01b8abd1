import { ActionIcon, Button, SegmentedControl, TextInput } from "@mantine/core";
import { useDebouncedValue, useMediaQuery } from "@mantine/hooks";
import { IconFileExport, IconFileImport, IconSearch, IconX } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useSearchParams } from "react-router";
import { bounds } from "../../contract/fields.ts";
import type { LinkListItem } from "../../contract/links.ts";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import { useLinkTotal } from "../queries.ts";
import { EmptyState } from "../shell/EmptyState.tsx";
import { FailureNotice } from "../shell/FailureNotice.tsx";
import { useShortcuts } from "../shell/shortcuts.ts";
import { useTags } from "../tags/tags.ts";
import type { BulkAction } from "./bulk.ts";
import { BulkBar } from "./BulkBar.tsx";
import type { Bulk } from "./BulkDialog.tsx";
import { useEditor } from "./editing.ts";
import { FilterBar } from "./FilterBar.tsx";
import {
  exportOf,
  filterIn,
  filterNames,
  hasFilter,
  type LinkOrder,
  type LinkSearch,
  searchKey,
} from "./linkSearch.ts";
import { useSelection } from "./selection.ts";
import { ViewsMenu } from "./ViewsMenu.tsx";
import classes from "./LinksScreen.module.css";
import { LinkTable, type LinkTableHandle } from "./LinkTable.tsx";

const BulkDialog = lazy(async () => ({
  default: (await import("./BulkDialog.tsx")).BulkDialog,
}));

/** Milliseconds without a key before the search is asked. */
const typingPause = 25;

export function LinksScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const editor = useEditor();
  const field = useSearchField();
  const table = useRef<LinkTableHandle>(null);
  // What is shown stays in the address, so that going back brings it back.
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState(params.get("q") ?? "");
  const [q] = useDebouncedValue(typed.trim(), typingPause);
  const order: LinkOrder = params.get("order") === "click" ? "click" : "date";
  const filter = filterIn(params);
  const isFiltered = hasFilter(filter);
  const search = { q, order, filter };
  const total = useLinkTotal(search);
  const count = total.data?.total;
  const selection = useSelection(search, count ?? 0);
  const hasTags = (useTags().data ?? []).length > 0;
  const isNarrow = useMediaQuery("(max-width: 800px)", false, { getInitialValueInEffect: false });
  const [bulk, setBulk] = useState<Bulk | null>(null);
  const start = (action: BulkAction, one?: LinkListItem) => {
    if (selection.count > 0) setBulk({ action, chosen: selection.chosen, count: selection.count });
    else if (one !== undefined) setBulk({ action, chosen: { ids: [one.id] }, count: 1 });
  };

  const remember = (name: string, value: string) =>
    setParams(
      (now) => {
        if (value === "") now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true, state: { typed: true } },
    );
  const clearFilters = () =>
    setParams(
      (now) => {
        for (const name of filterNames) now.delete(name);
        return now;
      },
      { replace: true, state: { typed: true } },
    );
  const asked = params.get("q") ?? "";
  const { key, state }: { key: string; state: unknown } = useLocation();
  const isOwn = typeof state === "object" && state !== null && "typed" in state;
  const followed = useRef(key);
  // oxlint-disable-next-line react/exhaustive-deps -- each of its branches ends what it answers to
  useEffect(() => {
    if (!isOwn && followed.current !== key) {
      // A kept view brought another search.
      followed.current = key;
      setTyped(asked);
    } else if (asked !== q && typed.trim() === q) remember("q", q);
  });
  // Right after coming here nothing is chosen yet: the first arrow chooses.
  useShortcuts({
    arrowdown: () => table.current?.resume(),
    arrowup: () => table.current?.resume(),
    escape: () => {
      if (selection.count > 0) selection.clear();
      else if (isFiltered) clearFilters();
    },
  });
  const sort = (next: LinkOrder) => remember("order", next === "click" ? "click" : "");
  const archivedFit = filter.archived === undefined && (
    <ArchivedFit search={search} show={() => remember("archived", "true")} />
  );

  return (
    <div className={classes.screen}>
      <div className={classes.head}>
        <h1>{t("links.title")}</h1>
        <span role="status" className="soft">
          {count !== undefined && t("links.count", { count, formatted: format.number(count) })}
        </span>
        <span className={classes.ways}>
          <Button
            component={Link}
            to="/exchange"
            size="xs"
            leftSection={<IconFileImport size={14} aria-hidden="true" />}
          >
            {t("exchange.import")}
          </Button>
          <Button
            component={Link}
            to={`/exchange?${exportOf(search)}`}
            size="xs"
            leftSection={<IconFileExport size={14} aria-hidden="true" />}
          >
            {t("exchange.export")}
          </Button>
        </span>
      </div>
      <div className={classes.tools}>
        <TextInput
          ref={field}
          className={`${classes.search} anyScript`}
          type="search"
          aria-label={t("links.search")}
          placeholder={t("links.searchPlaceholder")}
          aria-keyshortcuts="/"
          maxLength={bounds.search}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") setTyped("");
            if (event.key === "ArrowDown" && table.current !== null) {
              event.preventDefault();
              table.current.enter();
            }
          }}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          rightSection={
            typed === "" ? (
              <kbd className="key">/</kbd>
            ) : (
              <ActionIcon
                size={24}
                aria-label={t("links.clearSearch")}
                onClick={() => setTyped("")}
              >
                <IconX size={14} />
              </ActionIcon>
            )
          }
        />
        <SegmentedControl
          className={classes.order ?? ""}
          aria-label={t("links.order")}
          size="sm"
          value={order}
          data={[
            { value: "date", label: t("links.newest") },
            { value: "click", label: t("links.mostClicked") },
          ]}
          onChange={sort}
        />
      </div>
      <div className={classes.filters}>
        <FilterBar filter={filter} choose={remember} clear={clearFilters} />
        <ViewsMenu />
      </div>
      {total.isError && total.data === undefined ? (
        <FailureNotice error={total.error} retry={() => void total.refetch()} />
      ) : count === 0 ? (
        <div className={classes.nothing}>
          {isFiltered ? (
            <EmptyState
              title={t("links.nothingTitle")}
              text={t("links.nothingFiltered")}
              action={
                <>
                  <Button variant="default" onClick={clearFilters}>
                    {t("filters.clear")}
                  </Button>
                  {archivedFit}
                </>
              }
            />
          ) : q === "" ? (
            <EmptyState
              title={t("links.emptyTitle")}
              text={t("links.empty")}
              action={
                <>
                  <Button variant="filled" onClick={editor.openNew}>
                    {t("nav.newLink")}
                  </Button>
                  <Link to="/exchange">{t("links.bringAlong")}</Link>
                  {archivedFit}
                </>
              }
            />
          ) : (
            <EmptyState
              title={t("links.nothingTitle")}
              text={t("links.nothing", { search: q })}
              action={
                <>
                  <Button variant="default" onClick={() => setTyped("")}>
                    {t("links.clearSearch")}
                  </Button>
                  {archivedFit}
                </>
              }
            />
          )}
        </div>
      ) : (
        <LinkTable
          key={searchKey(search)}
          ref={table}
          search={search}
          total={count ?? 0}
          sort={sort}
          selection={selection}
          start={start}
          hasTags={hasTags}
        />
      )}
      {selection.count > 0 && (
        <BulkBar
          search={search}
          selection={selection}
          total={count ?? 0}
          isNarrow={isNarrow}
          start={start}
        />
      )}
      <Suspense>
        {bulk !== null && (
          <BulkDialog
            bulk={bulk}
            close={() => setBulk(null)}
            done={() => {
              setBulk(null);
              selection.clear();
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Where nothing else fits: how many archived links do, and the way to them. */
function ArchivedFit({ search, show }: { readonly search: LinkSearch; readonly show: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const archived = { ...search, filter: { ...search.filter, archived: "true" } };
  const count = useLinkTotal(archived).data?.total ?? 0;
  if (count === 0) return null;
  return (
    <>
      <Button onClick={show}>{t("links.showArchived")}</Button>
      <span role="status" className="soft">
        {t("links.archivedFit", { count, formatted: format.number(count) })}
      </span>
    </>
  );
}

/** The shortcut `/` leads here from every screen and puts the cursor into the search. */
function useSearchField() {
  const field = useRef<HTMLInputElement>(null);
  const asked: unknown = useLocation().state;
  useEffect(() => {
    if (typeof asked === "object" && asked !== null && "search" in asked) field.current?.select();
  }, [asked]);
  return field;
}
