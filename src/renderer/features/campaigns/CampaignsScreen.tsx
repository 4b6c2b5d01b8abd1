import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../app/client/api.ts";
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
import { AddressCell } from "../../ui/list/table/textCells.tsx";
import { campaignRemoval, useCampaignActions } from "./campaignActions.ts";
import type { Campaign } from "./campaignModel.ts";
import { CampaignEditor } from "./CampaignEditor.tsx";

const source = pagedSource<Campaign>("campaigns", async (query, signal) => {
  const { data } = await api.call("listCampaigns", { query }, signal);
  return { total: data.result, items: data.campaigns };
});

const nameOf = ({ name }: Campaign) => name;

function columnsIn(t: TFunction): readonly Column<Campaign>[] {
  return [
    nameColumn(t, { track: "minmax(180px, 2fr)" }),
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
      track: "minmax(140px, 3fr)",
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
  const actions = useCampaignActions();
  return (
    <RecordScreen
      kind="campaigns"
      source={source}
      nameOf={nameOf}
      columns={columns}
      filters={filters}
      actions={actions}
      copyOf={({ rotator, list }) => (rotator === false ? list : rotator)}
      {...campaignRemoval(t)}
      more={<p className="soft">{t("filing")}</p>}
      Editor={CampaignEditor}
    />
  );
}
