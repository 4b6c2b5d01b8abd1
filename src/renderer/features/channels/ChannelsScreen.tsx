import IconStar from "@iconify-json/tabler/icons/star";
import IconStarOff from "@iconify-json/tabler/icons/star-off";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "../../app/client/api.ts";
import { recordEdited } from "../../ui/edit/undoToasts.tsx";
import { ListCount, Swatch } from "../../ui/list/table/cells.tsx";
import type { Column } from "../../ui/list/table/columns.ts";
import { linksAction, statisticsAction } from "../../ui/list/recordActions.ts";
import {
  clicksColumn,
  linksColumn,
  madeColumn,
  nameColumn,
} from "../../ui/list/table/recordColumns.tsx";
import { eitherFilter } from "../../ui/list/filters/recordFilters.ts";
import { RecordScreen } from "../../ui/list/RecordScreen.tsx";
import { pagedSource } from "../../ui/list/recordSource.ts";
import type { RowAction } from "../../ui/list/table/rowActions.ts";
import { SoftCell } from "../../ui/list/table/textCells.tsx";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { type Channel, refreshChannels } from "./channelModel.ts";
import { ChannelEditor } from "./ChannelEditor.tsx";

const source = pagedSource<Channel>("channels", async (query, signal) => {
  const { data } = await api.call("listChannels", { query }, signal);
  return { total: data.result, items: data.channels };
});

const nameOf = ({ name }: Channel) => name;

function columnsIn(t: TFunction): readonly Column<Channel>[] {
  return [
    nameColumn(t, {
      track: "minmax(200px, 3fr)",
      before: ({ color }) => <Swatch color={color} />,
      behind: ({ starred }, row) => starred && <Star label={row.t("fields.starred")} />,
    }),
    {
      name: "description",
      label: t("channels.fields.description"),
      track: "minmax(0, 3fr)",
      from: 640,
      narrow: "second",
      cell: ({ description }, row) => <SoftCell text={description} row={row} />,
    },
    linksColumn(t, ({ links }) => links),
    extraCount("bios", t("channels.bios"), ({ bios }) => bios),
    extraCount("qrs", t("channels.qrs"), ({ qrs }) => qrs),
    clicksColumn(t),
    { ...madeColumn(t), isExtra: true },
  ];
}

function extraCount(
  name: string,
  label: string,
  countOf: (channel: Channel) => number,
): Column<Channel> {
  return {
    name,
    label,
    track: "96px",
    isNumeric: true,
    isExtra: true,
    cell: (channel, row) => <ListCount value={countOf(channel)} row={row} />,
  };
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
    const answer = await api.call("updateChannel", { params: { id }, body });
    recordEdited(name, answer, {
      did: t(starred ? "channels.unstarredDid" : "channels.starredDid", { name }),
    });
    await refreshChannels();
  } catch (error) {
    showFailure(error);
  }
}

/** Where links are shared. */
export function ChannelsScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const columns = useMemo(() => columnsIn(t), [t]);
  const filters = useMemo(
    () => [
      eitherFilter("starred", t("fields.starred"), [
        { value: "true", label: t("common.yes") },
        { value: "false", label: t("common.no") },
      ]),
    ],
    [t],
  );
  const actions = useMemo<readonly RowAction<Channel>[]>(
    () => [
      linksAction(t, navigate, ({ id }) => ({ channel: String(id) })),
      statisticsAction(t, navigate, ({ id }) => ({ channel: String(id) })),
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
    ],
    [t, navigate],
  );
  return (
    <RecordScreen
      kind="channels"
      source={source}
      nameOf={nameOf}
      columns={columns}
      filters={filters}
      actions={actions}
      remove={(id) => api.call("deleteChannel", { params: { id } })}
      more={<p className="soft">{t("filing")}</p>}
      Editor={ChannelEditor}
    />
  );
}
