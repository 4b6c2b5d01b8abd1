import { ActionIcon, Button, Group, Stack, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import IconPlus from "@iconify-json/tabler/icons/plus";
import IconSearch from "@iconify-json/tabler/icons/search";
import IconX from "@iconify-json/tabler/icons/x";
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useLocation } from "react-router";
import { bounds } from "../../../contract/fields/fields.ts";
import { ServiceUnreachable } from "../../app/client/client.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { useService } from "../../app/client/queries.ts";
import { useCommands } from "../../app/frame/commands.ts";
import { QueryFailure } from "../messages/FailureNotice.tsx";
import { useScreenShortcuts, useShortcuts } from "../../app/frame/shortcuts.ts";
import { type BulkAction, BulkBar } from "./bulk/BulkBar.tsx";
import { type Column, isShown, loadColumns, saveColumns } from "./table/columns.ts";
import { ColumnsMenu, SortMenu } from "./table/ColumnsMenu.tsx";
import { FilterBar } from "./filters/FilterBar.tsx";
import { type FilterField, paramsOf } from "./filters/filters.ts";
import { useListSearchParams } from "./useListSearchParams.ts";
import { useLeftSelection } from "./listRestore.ts";
import { EmptyList, NothingFound, type Wider } from "./NothingFound.tsx";
import { isSearched, type RecordId, type RecordSource, searchKey } from "./recordSource.ts";
import { type Lines, RecordTable, type RecordTableHandle } from "./table/RecordTable.tsx";
import type { RowAction } from "./table/rowActions.ts";
import { useSelection } from "./table/selection.ts";
import { useListHead, useRefresh } from "./useListQuery.ts";
import { type SortChoice, sortedBy } from "./table/sorting.ts";
import { type View, ViewTabs } from "./ViewTabs.tsx";
import classes from "./RecordList.module.css";

interface Props<Item> {
  readonly source: RecordSource<Item>;
  readonly title: string;
  readonly count: (count: number, formatted: string) => string;
  readonly searchLabel: string;
  readonly searchHint?: string;
  readonly columns: readonly Column<Item>[];
  readonly idOf: (item: Item) => RecordId;
  /** What buttons and menus call a record. */
  readonly nameOf: (item: Item) => string;
  readonly open: (item: Item) => void;
  readonly create?: { readonly label: string; readonly run: () => void };
  readonly actions?: readonly RowAction<Item>[];
  readonly bulk?: readonly BulkAction[];
  readonly filters?: readonly FilterField[];
  readonly views?: readonly View[];
  /** Behind the views: those that their user keeps. */
  readonly viewsBar?: ReactNode;
  readonly headActions?: ReactNode;
  /** Takes what is listed along: not there where nothing is. */
  readonly download?: ReactNode;
  /** What Ctrl+C takes of a row. */
  readonly copyOf?: (item: Item) => string;
  /** Where there is no record at all. */
  readonly empty: {
    readonly title: string;
    readonly text: string;
    readonly example?: ReactNode;
    readonly more?: ReactNode;
  };
  /** The order that holds where the address says none. */
  readonly defaultOrder?: string;
  /** Where nothing is found: what else may be meant. */
  readonly wider?: readonly Wider[];
  /** Whether a parameter of the address is one; what isn't is passed over. */
  readonly accepts?: (param: string, value: string) => boolean;
  /** Rows of two lines, of which one is shown beside the list. */
  readonly lines?: Pick<Lines<Item>, "tile" | "sorts"> & {
    readonly inspector: (item: Item, close: () => void) => ReactNode;
  };
  /** Whether a row shows a picture. */
  readonly isTall?: boolean;
  /** Above all else. */
  readonly lead?: ReactNode;
}

const none: readonly never[] = [];

/** A screen that is a list: its head, search, filters, columns, rows and what is done with many. */
export function RecordList<Item>(props: Props<Item>) {
  const { source, columns, actions = none, bulk = none, filters = none, views = none } = props;
  const { idOf, create, empty, lines, defaultOrder = "" } = props;
  const { t, format } = useI18n();
  const field = useSearchField();
  const frame = useRef<HTMLDivElement>(null);
  const table = useRef<RecordTableHandle>(null);
  const service = useService();
  const isNarrow = useMediaQuery("(max-width: 800px)", false, { getInitialValueInEffect: false });
  const params = useMemo(() => paramsOf(filters), [filters]);
  const { search, typed, setTyped, change } = useListSearchParams(params, props.accepts);
  const { head, openedAt, shown, total, isThere } = useListHead(source, search);
  const { left, keep } = useLeftSelection(source.key);
  const selection = useSelection({ source, search, total: total ?? 0, idOf, left, keep });
  useRefresh(source, frame, selection.count > 0);
  const [chosen, setChosen] = useState(() => loadColumns(source.key));
  const width = useListWidth(frame, columns);
  const [inspected, setInspected] = useState<Item | null>(null);
  const hasRoom = useMediaQuery("(min-width: 1100px)", true, { getInitialValueInEffect: false });
  const isInspecting = lines !== undefined && hasRoom && inspected !== null;
  const tableLines = useMemo(
    () =>
      lines && {
        ...lines,
        inspect: hasRoom ? setInspected : undefined,
        inspected: isInspecting ? idOf(inspected) : null,
      },
    [lines, hasRoom, isInspecting, inspected, idOf],
  );
  const shownColumns = useMemo(
    () =>
      isNarrow
        ? columns.filter(({ narrow }) => narrow !== undefined)
        : columns.filter((column) => isShown(column, chosen, width)),
    [columns, chosen, width, isNarrow],
  );
  const order = search.order === "" ? defaultOrder : search.order;
  const present = { order, direction: search.direction };
  const sorting = {
    ...present,
    choose: (sort: NonNullable<Column<Item>["sort"]>) =>
      change(sortedBy(present, sort, defaultOrder)),
  };
  const isFiltered = Object.keys(search.filter).length > 0;
  const clearFilters = () => change(Object.fromEntries(params.map((param) => [param, ""])));
  const clearAll = () => {
    setTyped("");
    change({ ...Object.fromEntries(params.map((param) => [param, ""])), q: "" });
  };
  const run = (action: BulkAction) =>
    action.run(selection.chosen, { clear: () => selection.clear() });
  const possibleBulk = bulk.filter(({ isPossible }) => isPossible?.(search) ?? true);

  const { label: createLabel, run: runCreate } = create ?? {};
  useCommands(
    useMemo(
      () =>
        createLabel === undefined || runCreate === undefined
          ? []
          : [{ id: "create", label: createLabel, Icon: IconPlus, run: runCreate }],
      [createLabel, runCreate],
    ),
  );
  useScreenShortcuts(create === undefined ? {} : { c: create.run });
  const press = (event: KeyboardEvent) => table.current?.press(event);
  useShortcuts({
    // Right after coming here nothing is chosen yet: the first arrow chooses.
    arrowdown: () => table.current?.resume(),
    arrowup: () => table.current?.resume(),
    e: press,
    q: press,
    t: press,
    a: press,
    delete: press,
    escape: () => {
      if (selection.count > 0) selection.clear();
      else if (isInspecting) setInspected(null);
      else if (isFiltered) clearFilters();
      else setTyped("");
    },
  });

  // That nothing answers stands above every screen already.
  const isAnnounced = service.isError && head.error instanceof ServiceUnreachable;
  const isFailed = head.isError && !isThere && !isAnnounced;
  const isNothing = total === 0 && isThere;
  const heading = (
    <div className={lines === undefined ? classes.heading : "visuallyHidden"}>
      <h1>{props.title}</h1>
      <span role="status" className="soft">
        {total !== undefined && props.count(total, format.number(total))}
      </span>
    </div>
  );
  const screen = (
    <Stack className={classes.screen} gap="sm" data-lines={lines !== undefined || undefined}>
      {lines !== undefined && heading}
      {props.lead}
      <div className={classes.top}>
        <div className={classes.head}>
          {lines === undefined && heading}
          {views.length > 0 && (
            <ViewTabs
              views={views}
              search={search}
              total={isThere && total !== undefined ? format.number(total) : undefined}
              params={params}
              change={change}
            />
          )}
        </div>
        {!(isNothing && !isSearched(search)) && (
          <Group className={classes.tools} gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              ref={field}
              className={`${classes.search} anyScript`}
              type="search"
              aria-label={props.searchLabel}
              placeholder={props.searchHint ?? props.searchLabel}
              aria-keyshortcuts="/"
              maxLength={bounds.search}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              onKeyDown={(event) => {
                const isAll = (event.ctrlKey || event.metaKey) && event.code === "KeyA";
                if (event.key === "Escape") setTyped("");
                if (table.current === null) return;
                if (event.key === "ArrowDown" || event.key === "Enter") table.current.enter();
                else if (isAll && typed !== "" && bulk.length > 0) {
                  // What is meant is what was found: "/" chooses the words.
                  selection.selectAll();
                  table.current.resume();
                } else return;
                event.preventDefault();
              }}
              leftSection={<IconSearch size={16} aria-hidden="true" />}
              // Folded, the field lies under its icon and its key: a click on them means the field.
              leftSectionPointerEvents="none"
              rightSectionPointerEvents={typed === "" ? "none" : "all"}
              rightSection={
                typed === "" ? (
                  <kbd className="key">/</kbd>
                ) : (
                  <ActionIcon
                    size={24}
                    aria-label={t("list.clearSearch")}
                    onClick={() => setTyped("")}
                  >
                    <IconX size={14} />
                  </ActionIcon>
                )
              }
            />
            <Group className={classes.line} gap="xs" align="flex-start" wrap="nowrap">
              {filters.length > 0 && (
                <FilterBar
                  fields={filters}
                  filter={search.filter}
                  change={change}
                  clear={clearFilters}
                />
              )}
              <Group
                className={classes.shape}
                component="span"
                gap="xs"
                align="stretch"
                justify="flex-end"
                wrap="nowrap"
              >
                {isNarrow || lines !== undefined ? (
                  <SortMenu
                    choices={lines?.sorts ?? sortsOf(columns)}
                    sorting={sorting}
                    isNamed={!(isNarrow || isInspecting)}
                  />
                ) : (
                  <ColumnsMenu
                    columns={columns}
                    shown={shownColumns}
                    chosen={chosen}
                    choose={(next) => {
                      saveColumns(source.key, next);
                      setChosen(next);
                    }}
                  />
                )}
                {lines !== undefined && (
                  <>
                    {props.viewsBar}
                    {props.headActions}
                  </>
                )}
              </Group>
            </Group>
          </Group>
        )}
        <Group className={classes.ways} component="span" gap="xs" align="stretch">
          {!isNothing && props.download}
          {create !== undefined && (
            <Button
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden="true" />}
              onClick={create.run}
            >
              {create.label}
            </Button>
          )}
        </Group>
      </div>
      {isFailed && <QueryFailure of={head} />}
      <div ref={frame} className={classes.list}>
        {isNothing ? (
          isSearched(search) ? (
            <NothingFound
              source={source}
              search={search}
              fields={filters}
              wider={props.wider ?? none}
              change={(next) => {
                if (next.q === "") setTyped("");
                change(next);
              }}
              clear={clearAll}
            />
          ) : (
            <EmptyList
              source={source}
              search={search}
              wider={props.wider ?? none}
              change={change}
              title={empty.title}
              text={empty.text}
              action={
                <>
                  {create !== undefined && (
                    <Button variant="filled" onClick={create.run}>
                      {create.label}
                    </Button>
                  )}
                  {empty.example}
                  {empty.more}
                </>
              }
            />
          )
        ) : (
          shown !== null &&
          total !== undefined && (
            <RecordTable
              key={searchKey(shown)}
              ref={table}
              source={source}
              label={props.title}
              search={shown}
              total={total}
              openedAt={openedAt}
              columns={shownColumns}
              idOf={idOf}
              nameOf={props.nameOf}
              open={props.open}
              actions={actions}
              bulk={possibleBulk}
              copyOf={props.copyOf}
              sorting={sorting}
              selection={selection}
              isNarrow={isNarrow}
              isTall={props.isTall === true}
              run={run}
              lines={tableLines}
            />
          )
        )}
      </div>
      {selection.count > 0 && (
        <BulkBar
          actions={possibleBulk}
          selection={selection}
          total={total ?? 0}
          isNarrow={isNarrow}
          run={run}
        />
      )}
    </Stack>
  );
  if (lines === undefined) return screen;
  return (
    <div className={classes.panes}>
      {screen}
      {isInspecting && (
        <aside className={classes.inspector} aria-label={props.nameOf(inspected)}>
          {lines.inspector(inspected, () => setInspected(null))}
        </aside>
      )}
    </div>
  );
}

function sortsOf<Item>(columns: readonly Column<Item>[]): readonly SortChoice[] {
  return columns.flatMap(({ name, label, sort }) =>
    sort === undefined ? [] : [{ name, label, sort }],
  );
}

/** How wide the list is, as far as columns come and go with it. */
function useListWidth<Item>(
  frame: RefObject<HTMLElement | null>,
  columns: readonly Column<Item>[],
): number {
  const [width, setWidth] = useState(0);
  const steps = useMemo(
    () => columns.flatMap(({ from }) => from ?? []).toSorted((one, other) => other - one),
    [columns],
  );
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const look = () => setWidth(steps.find((step) => element.clientWidth >= step) ?? 0);
    const resized = new ResizeObserver(look);
    look();
    resized.observe(element);
    return () => resized.disconnect();
  }, [frame, steps]);
  return width;
}

/** The shortcut `/` leads here from every screen and puts the cursor into the search. */
function useSearchField() {
  const field = useRef<HTMLInputElement>(null);
  const locationState: unknown = useLocation().state;
  useEffect(() => {
    if (typeof locationState === "object" && locationState !== null && "search" in locationState)
      field.current?.select();
  }, [locationState]);
  return field;
}
