import { ActionIcon, Skeleton, TextInput, Tooltip } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPencil, IconSearch, IconTrash } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { api } from "../api.ts";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import { EmptyState } from "../shell/EmptyState.tsx";
import { FailureNotice } from "../shell/FailureNotice.tsx";
import { Pager } from "../shell/Pager.tsx";
import { RenameTag } from "./RenameTag.tsx";
import { TagChip } from "./TagChip.tsx";
import classes from "./TagsScreen.module.css";
import { deleteTag } from "./tagSteps.ts";

const perPage = 100;

interface CountedTag {
  readonly tag: string;
  readonly links: number;
}

function useTagPage(q: string, page: number) {
  return useQuery({
    queryKey: ["tags", "page", q, page],
    queryFn: async ({ signal }) =>
      (await api.call("listTags", { query: { q, page, limit: perPage } }, signal)).data,
    placeholderData: keepPreviousData,
  });
}

/** Every tag with its links; renamed, joined and deleted on all of them at once. */
export function TagsScreen() {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [page, setPage] = useState(1);
  const [search] = useDebouncedValue(typed.trim(), 150);
  const [renamed, setRenamed] = useState<CountedTag | null>(null);
  const tags = useTagPage(search, page);
  const { data } = tags;
  return (
    <>
      <h1>{t("tags.title")}</h1>
      <TextInput
        type="search"
        className={classes.search}
        aria-label={t("tags.search")}
        placeholder={t("tags.search")}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setPage(1);
        }}
      />
      {data === undefined ? (
        tags.isError ? (
          <FailureNotice error={tags.error} retry={() => void tags.refetch()} />
        ) : (
          <Skeleton height={160} aria-label={t("common.loading")} />
        )
      ) : data.tags.length === 0 ? (
        search === "" ? (
          <EmptyState title={t("tags.emptyTitle")} text={t("tags.empty")} />
        ) : (
          <EmptyState title={t("links.nothingTitle")} text={t("tags.nothing", { search })} />
        )
      ) : (
        <ul className={classes.list} aria-label={t("tags.title")}>
          {data.tags.map((tag) => (
            <TagRow key={tag.tag} counted={tag} rename={() => setRenamed(tag)} />
          ))}
        </ul>
      )}
      <Pager page={page} pages={data?.maxpage ?? 1} turn={setPage} />
      {renamed !== null && (
        <RenameTag key={renamed.tag} tag={renamed.tag} close={() => setRenamed(null)} />
      )}
    </>
  );
}

function TagRow({
  counted: { tag, links },
  rename,
}: {
  readonly counted: CountedTag;
  readonly rename: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <li className={classes.row}>
      <Link to={`/links?${new URLSearchParams({ tag }).toString()}`} className={classes.name}>
        <TagChip tag={tag} />
      </Link>
      <span className="soft">
        {t("links.count", { count: links, formatted: format.number(links) })}
      </span>
      <Tooltip label={t("tags.rename")}>
        <ActionIcon aria-label={t("tags.renameNamed", { tag })} onClick={rename}>
          <IconPencil size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t("common.delete")}>
        <ActionIcon
          aria-label={t("common.deleteNamed", { name: tag })}
          onClick={() => void deleteTag(tag)}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
