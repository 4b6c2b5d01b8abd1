import {
  IconChartBar,
  IconLink,
  IconPencil,
  IconStar,
  IconStarOff,
  IconTrash,
} from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { lazy, Suspense, useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type NavigateFunction, useNavigate } from "react-router";
import { api } from "../api.ts";
import { useEditorPlace } from "../edit/editorPlace.ts";
import { recordEdited, removeRecord } from "../edit/recordSteps.tsx";
import { withWords } from "../i18n/catalogue.ts";
import { useBulkDelete } from "../list/BulkDelete.tsx";
import { ListCount, Swatch } from "../list/cells.tsx";
import type { Column } from "../list/columns.ts";
import type { FilterField } from "../list/filters.ts";
import { RecordList } from "../list/RecordList.tsx";
import { NameCell, SoftCell } from "../list/textCells.tsx";
import { askedOf, type RecordSource } from "../list/recordSource.ts";
import type { RowAction } from "../list/rowActions.ts";
import { showFailure } from "../shell/toasts.tsx";
import { type Channel, refreshChannels } from "./channelModel.ts";

const ChannelEditor = lazy(async () => ({
  default: await withWords(
    ["edit"],
    async () => (await import("./ChannelEditor.tsx")).ChannelEditor,
  ),
}));

const source: RecordSource<Channel> = {
  key: "channels",
  async page(search, place, signal) {
    const query = { ...askedOf(search), ...place };
    const { data } = await api.call("listChannels", { query }, signal);
    return { total: data.result, items: data.channels };
  },
};

const idOf = ({ id }: Channel) => id;
const nameOf = ({ name }: Channel) => name;

function columnsIn(t: TFunction): readonly Column<Channel>[] {
  return [
    {
      name: "name",
      label: t("channels.name"),
      track: "minmax(200px, 3fr)",
      isFixed: true,
      narrow: "first",
      sort: { order: "name", first: "asc" },
      cell: ({ name, color, starred }, row) => (
        <NameCell text={name} row={row} before={<Swatch color={color} />}>
          {starred && <Star label={row.t("fields.starred")} />}
        </NameCell>
      ),
    },
    {
      name: "description",
      label: t("channels.description"),
      track: "minmax(0, 3fr)",
      from: 640,
      narrow: "second",
      cell: ({ description }, row) => <SoftCell text={description} row={row} />,
    },
    {
      name: "links",
      label: t("fields.links"),
      track: "96px",
      isNumeric: true,
      sort: { order: "links", first: "desc" },
      cell: ({ links }, row) => <ListCount value={links} row={row} />,
    },
    {
      name: "bios",
      label: t("channels.bios"),
      track: "96px",
      isNumeric: true,
      isExtra: true,
      cell: ({ bios }, row) => <ListCount value={bios} row={row} />,
    },
    {
      name: "qrs",
      label: t("channels.qrs"),
      track: "96px",
      isNumeric: true,
      isExtra: true,
      cell: ({ qrs }, row) => <ListCount value={qrs} row={row} />,
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
    {
      name: "date",
      label: t("fields.date"),
      track: "112px",
      isExtra: true,
      sort: { order: "date", first: "desc" },
      cell: ({ date }, row) => row.format.day(date),
    },
  ];
}

// As a bare shape: rows mount nothing of the icon library.
function Star({ label }: { readonly label: string }) {
  return (
    <svg viewBox="0 0 16 16" className="rowSign" role="img" aria-label={label}>
      <path d="m8 2.2 1.8 3.7 4 .6-2.9 2.8.7 4L8 11.4l-3.6 1.9.7-4L2.2 6.5l4-.6z" />
    </svg>
  );
}

async function star({ id, name, starred }: Channel, t: TFunction): Promise<void> {
  const body = { starred: !starred, expect: { starred } };
  try {
    await api.call("updateChannel", { params: { id }, body });
    recordEdited(
      { kind: "channels", id, name },
      { did: t(starred ? "channels.unstarredDid" : "channels.starredDid", { name }) },
    );
    await refreshChannels();
  } catch (error) {
    showFailure(error);
  }
}

function actionsIn(
  t: TFunction,
  edit: (channel: Channel) => void,
  navigate: NavigateFunction,
): readonly RowAction<Channel>[] {
  return [
    {
      name: "edit",
      label: t("common.edit"),
      named: (name) => t("common.editNamed", { name }),
      Icon: IconPencil,
      key: "E",
      inRow: true,
      run: edit,
    },
    {
      name: "links",
      label: t("channels.showLinks"),
      named: (name) => t("channels.showLinksNamed", { name }),
      Icon: IconLink,
      inRow: true,
      run: ({ id }) => void navigate(`/links?channel=${id}`),
    },
    {
      name: "statistics",
      label: t("channels.statistics"),
      named: (name) => t("channels.statisticsNamed", { name }),
      Icon: IconChartBar,
      run: ({ id }) => void navigate(`/statistics?channel=${id}`),
    },
    {
      name: "star",
      label: t("channels.star"),
      named: (name) => t("channels.starNamed", { name }),
      Icon: IconStar,
      isFor: ({ starred }) => !starred,
      run: (channel) => void star(channel, t),
    },
    {
      name: "unstar",
      label: t("channels.unstar"),
      named: (name) => t("channels.unstarNamed", { name }),
      Icon: IconStarOff,
      isFor: ({ starred }) => starred,
      run: (channel) => void star(channel, t),
    },
    {
      name: "delete",
      label: t("common.delete"),
      named: (name) => t("common.deleteNamed", { name }),
      Icon: IconTrash,
      key: "Delete",
      isDanger: true,
      run: ({ id, name }) =>
        void removeRecord({ kind: "channels", id, name }, () =>
          api.call("deleteChannel", { params: { id } }),
        ),
    },
  ];
}

function filtersIn(t: TFunction): readonly FilterField[] {
  const one = (value: "true" | "false", label: string) => ({
    param: "starred",
    label,
    values: { kind: "fixed", value } as const,
  });
  return [
    {
      name: "starred",
      label: t("fields.starred"),
      operators: [one("true", t("common.yes")), one("false", t("common.no"))],
    },
  ];
}

/** Where links are shared. */
export function ChannelsScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const place = useEditorPlace("/channels");
  const columns = useMemo(() => columnsIn(t), [t]);
  const filters = useMemo(() => filtersIn(t), [t]);
  const edit = useCallback(({ id }: Channel) => place.openEdit(id), [place]);
  const actions = useMemo(() => actionsIn(t, edit, navigate), [t, edit, navigate]);
  const { action, dialog } = useBulkDelete({
    kind: "channels",
    source,
    idOf,
    about: t("channels.deleteAbout"),
  });
  const bulk = useMemo(() => [action], [action]);
  return (
    <>
      <RecordList<Channel>
        source={source}
        title={t("channels.title")}
        count={(count, formatted) => t("channels.count", { count, formatted })}
        searchLabel={t("channels.search")}
        columns={columns}
        idOf={idOf}
        nameOf={nameOf}
        open={edit}
        create={{ label: t("channels.new"), run: place.openNew }}
        actions={actions}
        bulk={bulk}
        filters={filters}
        defaultOrder="date"
        empty={{
          title: t("channels.emptyTitle"),
          text: t("channels.empty"),
          more: <p className="soft">{t("filing")}</p>,
        }}
      />
      {dialog}
      {place.editing !== null && (
        <Suspense>
          <ChannelEditor place={place} />
        </Suspense>
      )}
    </>
  );
}
