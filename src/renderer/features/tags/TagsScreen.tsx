import { Button } from "@mantine/core";
import IconArrowMerge from "@iconify-json/tabler/icons/arrow-merge";
import type { TFunction } from "i18next";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type NavigateFunction, useNavigate } from "react-router";
import { api } from "../../app/client/api.ts";
import { useEditor } from "../links/editorContext.ts";
import type { BulkAction } from "../../ui/list/bulk/BulkBar.tsx";
import { ListCount } from "../../ui/list/table/cells.tsx";
import type { Column } from "../../ui/list/table/columns.ts";
import {
  deleteAction,
  deleteManyAction,
  editAction,
  linksAction,
  statisticsAction,
} from "../../ui/list/recordActions.ts";
import { clicksColumn } from "../../ui/list/table/recordColumns.tsx";
import { RecordList } from "../../ui/list/RecordList.tsx";
import { pagedSource } from "../../ui/list/recordSource.ts";
import type { RowAction } from "../../ui/list/table/rowActions.ts";
import { withChosen } from "../../ui/list/filters/withChosen.ts";
import { TagDialog } from "./TagDialog.tsx";
import { TagChip } from "./TagChip.tsx";
import { deleteTags } from "./tagSteps.ts";

interface CountedTag {
  readonly tag: string;
  readonly links: number;
  readonly clicks: number;
}

const source = pagedSource<CountedTag>("tags", async (query, signal) => {
  const { data } = await api.call("listTags", { query: { order: "date", ...query } }, signal);
  return { total: data.result, items: data.tags };
});

const idOf = ({ tag }: CountedTag) => tag;

function columnsIn(t: TFunction): readonly Column<CountedTag>[] {
  return [
    {
      name: "tag",
      label: t("tags.one"),
      track: "minmax(0, 1fr)",
      isFixed: true,
      narrow: "first",
      sort: { order: "tag", first: "asc" },
      cell: ({ tag }) => <TagChip tag={tag} />,
    },
    {
      name: "links",
      label: t("fields.links"),
      track: "112px",
      isNumeric: true,
      narrow: "second",
      sort: { order: "links", first: "desc" },
      cell: ({ links }, row) =>
        row.isNarrow ? (
          t("links.count", row.format.counted(links))
        ) : (
          <ListCount value={links} row={row} />
        ),
    },
    clicksColumn(t),
  ];
}

const filterOf = ({ tag }: CountedTag) => ({ tag });

function actionsIn(
  t: TFunction,
  rename: (tags: readonly string[]) => void,
  navigate: NavigateFunction,
): readonly RowAction<CountedTag>[] {
  return [
    {
      ...editAction<CountedTag>(t, ({ tag }) => rename([tag])),
      named: (tag) => t("common.editNamed", { name: tag }),
    },
    {
      ...linksAction(t, navigate, filterOf),
      named: (tag) => t("tags.showLinksNamed", { tag }),
    },
    statisticsAction(t, navigate, filterOf),
    deleteAction(t, ({ tag }) => void deleteTags([tag])),
  ];
}

interface Renamed {
  readonly tags: readonly string[];
  readonly clear: () => void;
}

/** Every tag with its links; renamed, joined and deleted on all of them at once. */
export function TagsScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const editor = useEditor();
  const [renamed, setRenamed] = useState<Renamed | null>(null);
  const columns = useMemo(() => columnsIn(t), [t]);
  const actions = useMemo(
    () => actionsIn(t, (tags) => setRenamed({ tags, clear: () => undefined }), navigate),
    [t, navigate],
  );
  const bulk = useMemo((): readonly BulkAction[] => {
    const withTags = (run: (tags: readonly string[], clear: () => void) => void) =>
      withChosen(source, idOf, (tags, clear) => run(tags.map(String), clear));
    return [
      {
        name: "join",
        label: t("tags.join"),
        Icon: IconArrowMerge,
        run: withTags((tags, clear) => setRenamed({ tags, clear })),
      },
      deleteManyAction(
        t,
        withTags((tags, clear) => {
          void deleteTags(tags);
          clear();
        }),
      ),
    ];
  }, [t]);
  return (
    <>
      <RecordList<CountedTag>
        source={source}
        title={t("tags.title")}
        count={(count, formatted) => t("tags.count", { count, formatted })}
        searchLabel={t("tags.search")}
        columns={columns}
        idOf={idOf}
        nameOf={idOf}
        open={(tag) => void navigate(`/links?${new URLSearchParams(filterOf(tag)).toString()}`)}
        actions={actions}
        bulk={bulk}
        defaultOrder="date"
        empty={{
          title: t("tags.emptyTitle"),
          text: t("tags.empty"),
          example: (
            <Button variant="filled" onClick={editor.openNew}>
              {t("nav.newLink")}
            </Button>
          ),
          more: <p className="soft">{t("filing")}</p>,
        }}
      />
      {renamed !== null && (
        <TagDialog
          key={renamed.tags.join()}
          tags={renamed.tags}
          close={(isDone) => {
            if (isDone) renamed.clear();
            setRenamed(null);
          }}
        />
      )}
    </>
  );
}
