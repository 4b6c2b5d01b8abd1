import {
  IconArrowMerge,
  IconChartBar,
  IconLink,
  IconPencil,
  IconTag,
  IconTrash,
} from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type NavigateFunction, useNavigate } from "react-router";
import { api } from "../api.ts";
import type { BulkAction } from "../list/BulkBar.tsx";
import { ListCount } from "../list/cells.tsx";
import type { Column } from "../list/columns.ts";
import { RecordList } from "../list/RecordList.tsx";
import { askedOf, type RecordSource } from "../list/recordSource.ts";
import type { RowAction } from "../list/rowActions.ts";
import { chosenIds } from "../list/selection.ts";
import { showFailure } from "../shell/toasts.tsx";
import { RenameTag } from "./RenameTag.tsx";
import { TagChip } from "./TagChip.tsx";
import { deleteTags } from "./tagSteps.ts";

interface CountedTag {
  readonly tag: string;
  readonly links: number;
  readonly clicks: number;
}

const source: RecordSource<CountedTag> = {
  key: "tags",
  async page(search, place, signal) {
    const query = { ...askedOf(search), ...place };
    const { data } = await api.call("listTags", { query }, signal);
    return { total: data.result, items: data.tags };
  },
};

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
          t("links.count", { count: links, formatted: row.format.number(links) })
        ) : (
          <ListCount value={links} row={row} />
        ),
    },
    {
      name: "clicks",
      label: t("fields.clicks"),
      track: "112px",
      isNumeric: true,
      narrow: "end",
      sort: { order: "clicks", first: "desc" },
      cell: ({ clicks }, row) => <ListCount value={clicks} row={row} />,
    },
  ];
}

function linksWith({ tag }: CountedTag): string {
  return `/links?${new URLSearchParams({ tag }).toString()}`;
}

function actionsIn(
  t: TFunction,
  rename: (tags: readonly string[]) => void,
  navigate: NavigateFunction,
): readonly RowAction<CountedTag>[] {
  return [
    {
      name: "rename",
      label: t("tags.rename"),
      named: (tag) => t("tags.renameNamed", { tag }),
      Icon: IconPencil,
      key: "E",
      inRow: true,
      run: ({ tag }) => rename([tag]),
    },
    {
      name: "links",
      label: t("tags.showLinks"),
      named: (tag) => t("tags.showLinksNamed", { tag }),
      Icon: IconLink,
      inRow: true,
      run: (tag) => void navigate(linksWith(tag)),
    },
    {
      name: "statistics",
      label: t("tags.statistics"),
      named: (tag) => t("tags.statisticsNamed", { tag }),
      Icon: IconChartBar,
      run: ({ tag }) => void navigate(`/statistics?${new URLSearchParams({ tag }).toString()}`),
    },
    {
      name: "delete",
      label: t("common.delete"),
      named: (name) => t("common.deleteNamed", { name }),
      Icon: IconTrash,
      key: "Delete",
      isDanger: true,
      run: ({ tag }) => void deleteTags([tag]),
    },
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
  const [renamed, setRenamed] = useState<Renamed | null>(null);
  const columns = useMemo(() => columnsIn(t), [t]);
  const actions = useMemo(
    () => actionsIn(t, (tags) => setRenamed({ tags, clear: () => undefined }), navigate),
    [t, navigate],
  );
  const open = useCallback((tag: CountedTag) => void navigate(linksWith(tag)), [navigate]);
  const bulk = useMemo((): readonly BulkAction[] => {
    const withChosen =
      (run: (tags: readonly string[], clear: () => void) => void): BulkAction["run"] =>
      (chosen, { clear }) =>
        void (async () => {
          try {
            run((await chosenIds(source, chosen, idOf)).map(String), clear);
          } catch (error) {
            showFailure(error);
          }
        })();
    return [
      {
        name: "join",
        label: t("tags.join"),
        Icon: IconArrowMerge,
        run: withChosen((tags, clear) => setRenamed({ tags, clear })),
      },
      {
        name: "delete",
        label: t("common.delete"),
        Icon: IconTrash,
        key: "Delete",
        isDanger: true,
        run: withChosen((tags, clear) => {
          void deleteTags(tags);
          clear();
        }),
      },
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
        open={open}
        actions={actions}
        bulk={bulk}
        defaultOrder="tag"
        empty={{
          title: t("tags.emptyTitle"),
          text: t("tags.empty"),
          example: (
            <p className="soft">
              <IconTag size={14} aria-hidden="true" /> {t("filing")}
            </p>
          ),
        }}
      />
      {renamed !== null && (
        <RenameTag
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
