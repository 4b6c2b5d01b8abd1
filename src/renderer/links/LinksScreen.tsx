import { ActionIcon, Button, SegmentedControl, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch, IconX } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useSearchParams } from "react-router";
import { bounds } from "../../contract/fields.ts";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import { type LinkOrder, useLinkTotal } from "../queries.ts";
import { EmptyState } from "../shell/EmptyState.tsx";
import { FailureNotice } from "../shell/FailureNotice.tsx";
import { useShortcuts } from "../shell/shortcuts.ts";
import { useEditor } from "./editing.ts";
import classes from "./LinksScreen.module.css";
import { LinkTable, type LinkTableHandle } from "./LinkTable.tsx";

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
  const search = { q, order };
  const total = useLinkTotal(search);
  const count = total.data?.total;

  const remember = (name: string, value: string) =>
    setParams(
      (now) => {
        if (value === "") now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true },
    );
  useEffect(() => {
    if ((params.get("q") ?? "") !== q) remember("q", q);
  });
  // Right after coming here nothing is chosen yet: the first arrow chooses.
  useShortcuts({
    arrowdown: () => table.current?.resume(),
    arrowup: () => table.current?.resume(),
  });
  const sort = (next: LinkOrder) => remember("order", next === "click" ? "click" : "");

  return (
    <div className={classes.screen}>
      <div className={classes.head}>
        <h1>{t("links.title")}</h1>
        <span role="status" className="soft">
          {count !== undefined && t("links.count", { count, formatted: format.number(count) })}
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
      {total.isError && total.data === undefined ? (
        <FailureNotice error={total.error} retry={() => void total.refetch()} />
      ) : count === 0 ? (
        <div className={classes.nothing}>
          {q === "" ? (
            <EmptyState
              title={t("links.emptyTitle")}
              text={t("links.empty")}
              action={
                <Button variant="filled" onClick={editor.openNew}>
                  {t("nav.newLink")}
                </Button>
              }
            />
          ) : (
            <EmptyState
              title={t("links.nothingTitle")}
              text={t("links.nothing", { search: q })}
              action={
                <Button variant="default" onClick={() => setTyped("")}>
                  {t("links.clearSearch")}
                </Button>
              }
            />
          )}
        </div>
      ) : (
        <LinkTable
          key={`${q} ${order}`}
          ref={table}
          search={search}
          total={count ?? 0}
          sort={sort}
        />
      )}
    </div>
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
