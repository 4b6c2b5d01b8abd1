import { ActionIcon, Button, TextInput } from "@mantine/core";
import IconSearch from "@iconify-json/tabler/icons/search";
import IconX from "@iconify-json/tabler/icons/x";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import { EmptyState } from "../ui/messages/EmptyState.tsx";
import { grouped, type Group, type Reference } from "./document.ts";
import { useDocumentText } from "./documentText.ts";
import { startPlace } from "./Introduction.tsx";
import { MethodPath } from "./MethodPath.tsx";
import classes from "./OperationList.module.css";
import { createSearch } from "./search.ts";

export function OperationList({
  reference,
  chosen,
}: {
  readonly reference: Reference;
  readonly chosen: string | undefined;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const translate = useDocumentText();
  const search = useMemo(() => createSearch(reference, translate), [reference, translate]);
  const [typed, setTyped] = useState("");
  const found = search(typed);
  const list = useRef<HTMLElement>(null);
  const former = useRef<string>(undefined);
  useEffect(() => {
    const linkTo = (id = startPlace) => list.current?.querySelector(`a[href$="/api/${id}"]`);
    const isBack = chosen === undefined && former.current !== undefined;
    const link = linkTo(isBack ? former.current : chosen);
    // Back from what a narrow window showed alone: on from the same place.
    if (isBack && document.activeElement === document.body && link instanceof HTMLElement)
      link.focus();
    else link?.scrollIntoView({ block: "nearest" });
    former.current = chosen;
  }, [chosen]);

  /** The arrows walk through the search field and the operations below it. */
  function walk(event: KeyboardEvent): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    const stops = [...(list.current?.querySelectorAll<HTMLElement>("input, a") ?? [])];
    const here = stops.findIndex((stop) => stop === document.activeElement);
    const next = here === -1 ? undefined : stops[here + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <nav
      ref={list}
      className={classes.list}
      aria-label={t("reference.operations")}
      onKeyDown={walk}
    >
      <TextInput
        className={`${classes.search} anyScript`}
        type="search"
        aria-label={t("reference.search")}
        placeholder={t("reference.searchPlaceholder")}
        aria-keyshortcuts="/"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setTyped("");
        }}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        rightSection={
          typed === "" ? (
            <kbd className="key">/</kbd>
          ) : (
            <ActionIcon size={24} aria-label={t("links.clearSearch")} onClick={() => setTyped("")}>
              <IconX size={14} />
            </ActionIcon>
          )
        }
      />
      <div role="status" className="visuallyHidden">
        {t("reference.count", { count: found.length, formatted: format.number(found.length) })}
      </div>
      <div className={classes.groups}>
        {typed.trim() === "" && (
          <NavLink
            to={`/api/${startPlace}`}
            className={`${classes.operation} ${classes.start}`}
            {...(chosen === undefined ? { "aria-current": "page" } : {})}
          >
            {t("reference.startTitle")}
          </NavLink>
        )}
        {found.length === 0 ? (
          <EmptyState
            title={t("reference.nothingTitle")}
            text={t("reference.nothing", { search: typed.trim() })}
            action={<Button onClick={() => setTyped("")}>{t("links.clearSearch")}</Button>}
          />
        ) : (
          grouped(found).map((group) => <OperationGroup key={group.tag} group={group} />)
        )}
      </div>
    </nav>
  );
}

function OperationGroup({ group: { tag, operations } }: { readonly group: Group }) {
  const translate = useDocumentText();
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={classes.tag}>
        {translate(tag)}
      </h2>
      <ul className={classes.operations}>
        {operations.map(({ id, method, path, summary }) => (
          <li key={id}>
            <NavLink to={`/api/${id}`} className={classes.operation ?? ""}>
              <span className={classes.summary}>{translate(summary).replace(/\.$/, "")}</span>
              <MethodPath method={method} path={path} />
            </NavLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
