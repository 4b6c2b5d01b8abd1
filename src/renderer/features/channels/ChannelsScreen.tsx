import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../app/client/api.ts";
import { ListCount, Swatch } from "../../ui/list/table/cells.tsx";
import type { Column } from "../../ui/list/table/columns.ts";
import {
  clicksColumn,
  linksColumn,
  madeColumn,
  nameColumn,
} from "../../ui/list/table/recordColumns.tsx";
import { eitherFilter } from "../../ui/list/filters/recordFilters.ts";
import { RecordScreen } from "../../ui/list/RecordScreen.tsx";
import { pagedSource } from "../../ui/list/recordSource.ts";
import { SoftCell } from "../../ui/list/table/textCells.tsx";
import { useChannelActions } from "./channelActions.ts";
import type { Channel } from "./channelModel.ts";
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

/** Where links are shared. */
export function ChannelsScreen() {
  const { t } = useTranslation();
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
  const actions = useChannelActions();
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
