import IconArrowsShuffle from "@iconify-json/tabler/icons/arrows-shuffle";
import IconList from "@iconify-json/tabler/icons/list";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "../../app/client/api.ts";
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
import { AddressCell } from "../../ui/list/table/textCells.tsx";
import { useCopyAddress } from "../../ui/address/clipboard.tsx";
import type { Campaign } from "./campaignModel.ts";
import { CampaignEditor } from "./CampaignEditor.tsx";

const source = pagedSource<Campaign>("campaigns", async (query, signal) => {
  const { data } = await api.call("listCampaigns", { query }, signal);
  return { total: data.result, items: data.campaigns };
});

const nameOf = ({ name }: Campaign) => name;

function columnsIn(t: TFunction): readonly Column<Campaign>[] {
  return [
    nameColumn(t, { track: "minmax(180px, 3fr)" }),
    {
      name: "public",
      label: t("fields.public"),
      track: "112px",
      from: 560,
      narrow: "second",
      cell: ({ public: isPublic }) => (
        <span className="soft">{t(isPublic ? "fields.public" : "campaigns.private")}</span>
      ),
    },
    {
      name: "random",
      label: t("campaigns.random"),
      track: "minmax(140px, 2fr)",
      from: 760,
      cell: ({ rotator, name }, row) =>
        rotator !== false && (
          <AddressCell of={rotator} name={t("campaigns.randomOf", { name })} row={row} />
        ),
    },
    {
      name: "list",
      label: t("campaigns.list"),
      track: "minmax(140px, 2fr)",
      isExtra: true,
      cell: ({ public: isPublic, list, name }, row) =>
        isPublic && <AddressCell of={list} name={t("campaigns.listOf", { name })} row={row} />,
    },
    linksColumn(t, ({ links }) => links),
    clicksColumn(t),
    { ...madeColumn(t), isExtra: true },
  ];
}

/** What links are for. */
export function CampaignsScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { copyAddress } = useCopyAddress();
  const columns = useMemo(() => columnsIn(t), [t]);
  const filters = useMemo(
    () => [
      eitherFilter("public", t("fields.public"), [
        { value: "true", label: t("common.yes") },
        { value: "false", label: t("common.no") },
      ]),
    ],
    [t],
  );
  const actions = useMemo<readonly RowAction<Campaign>[]>(
    () => [
      linksAction(t, navigate, ({ id }) => ({ campaign: String(id) })),
      {
        name: "random",
        label: t("campaigns.copyRandom"),
        named: (name) => t("common.copyNamed", { name: t("campaigns.randomOf", { name }) }),
        Icon: IconArrowsShuffle,
        isFor: ({ rotator }) => rotator !== false,
        run: ({ rotator }) => rotator !== false && void copyAddress(rotator),
      },
      {
        name: "list",
        label: t("campaigns.copyList"),
        named: (name) => t("common.copyNamed", { name: t("campaigns.listOf", { name }) }),
        Icon: IconList,
        isFor: ({ public: isPublic }) => isPublic,
        run: ({ list }) => void copyAddress(list),
      },
      statisticsAction(t, navigate, ({ id }) => ({ campaign: String(id) })),
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- copying is the same at any time
    [t, navigate],
  );
  return (
    <RecordScreen
      kind="campaigns"
      source={source}
      nameOf={nameOf}
      columns={columns}
      filters={filters}
      actions={actions}
      copyOf={({ rotator, list }) => (rotator === false ? list : rotator)}
      // Where visitors may have its addresses, it is asked first.
      dependsOn={({ public: isPublic, links }) =>
        isPublic ? [t("campaigns.depends", { count: links })] : []
      }
      remove={(id) => api.call("deleteCampaign", { params: { id } })}
      more={<p className="soft">{t("filing")}</p>}
      Editor={CampaignEditor}
    />
  );
}
