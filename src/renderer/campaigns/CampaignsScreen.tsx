import {
  IconArrowsShuffle,
  IconChartBar,
  IconLink,
  IconList,
  IconPencil,
  IconTrash,
} from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type NavigateFunction, useNavigate } from "react-router";
import { api } from "../api.ts";
import { useEditorPlace } from "../edit/editorPlace.ts";
import { removeRecord } from "../edit/recordSteps.tsx";
import { RemoveDialog } from "../edit/RemoveDialog.tsx";
import { withWords } from "../i18n/catalogue.ts";
import { useBulkDelete } from "../list/BulkDelete.tsx";
import { CopyCell, ListCount } from "../list/cells.tsx";
import type { Column } from "../list/columns.ts";
import type { FilterField } from "../list/filters.ts";
import { RecordList } from "../list/RecordList.tsx";
import type { RowAt } from "../list/RecordRow.tsx";
import { askedOf, type RecordSource } from "../list/recordSource.ts";
import type { RowAction } from "../list/rowActions.ts";
import { NameCell } from "../list/textCells.tsx";
import { useCopyAddress } from "../shell/clipboard.tsx";
import { ShortAddress } from "../shell/ShortAddress.tsx";
import type { Campaign } from "./campaignModel.ts";
import classes from "./CampaignsScreen.module.css";

const CampaignEditor = lazy(async () => ({
  default: await withWords(
    ["edit"],
    async () => (await import("./CampaignEditor.tsx")).CampaignEditor,
  ),
}));

const source: RecordSource<Campaign> = {
  key: "campaigns",
  async page(search, place, signal) {
    const query = { ...askedOf(search), ...place };
    const { data } = await api.call("listCampaigns", { query }, signal);
    return { total: data.result, items: data.campaigns };
  },
};

const idOf = ({ id }: Campaign) => id;
const nameOf = ({ name }: Campaign) => name;

function columnsIn(t: TFunction): readonly Column<Campaign>[] {
  const address = (of: string, name: string, row: RowAt): ReactNode => (
    <span className={classes.address}>
      <ShortAddress of={of} />
      <CopyCell text={of} name={name} row={row} />
    </span>
  );
  return [
    {
      name: "name",
      label: t("campaigns.name"),
      track: "minmax(180px, 3fr)",
      isFixed: true,
      narrow: "first",
      sort: { order: "name", first: "asc" },
      cell: ({ name }, row) => <NameCell text={name} row={row} />,
    },
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
        rotator !== false && address(rotator, t("campaigns.randomOf", { name }), row),
    },
    {
      name: "list",
      label: t("campaigns.list"),
      track: "minmax(140px, 2fr)",
      isExtra: true,
      cell: ({ public: isPublic, list, name }, row) =>
        isPublic && address(list, t("campaigns.listOf", { name }), row),
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

function actionsIn(
  t: TFunction,
  ways: {
    readonly edit: (campaign: Campaign) => void;
    readonly remove: (campaign: Campaign) => void;
    readonly copy: (address: string) => void;
    readonly navigate: NavigateFunction;
  },
): readonly RowAction<Campaign>[] {
  return [
    {
      name: "edit",
      label: t("common.edit"),
      named: (name) => t("common.editNamed", { name }),
      Icon: IconPencil,
      key: "E",
      inRow: true,
      run: ways.edit,
    },
    {
      name: "links",
      label: t("campaigns.showLinks"),
      named: (name) => t("campaigns.showLinksNamed", { name }),
      Icon: IconLink,
      inRow: true,
      run: ({ id }) => void ways.navigate(`/links?campaign=${id}`),
    },
    {
      name: "random",
      label: t("campaigns.copyRandom"),
      named: (name) => t("common.copyNamed", { name: t("campaigns.randomOf", { name }) }),
      Icon: IconArrowsShuffle,
      isFor: ({ rotator }) => rotator !== false,
      run: ({ rotator }) => rotator !== false && ways.copy(rotator),
    },
    {
      name: "list",
      label: t("campaigns.copyList"),
      named: (name) => t("common.copyNamed", { name: t("campaigns.listOf", { name }) }),
      Icon: IconList,
      isFor: ({ public: isPublic }) => isPublic,
      run: ({ list }) => ways.copy(list),
    },
    {
      name: "statistics",
      label: t("campaigns.statistics"),
      named: (name) => t("campaigns.statisticsNamed", { name }),
      Icon: IconChartBar,
      run: ({ id }) => void ways.navigate(`/statistics?campaign=${id}`),
    },
    {
      name: "delete",
      label: t("common.delete"),
      named: (name) => t("common.deleteNamed", { name }),
      Icon: IconTrash,
      key: "Delete",
      isDanger: true,
      run: ways.remove,
    },
  ];
}

function filtersIn(t: TFunction): readonly FilterField[] {
  const one = (value: "true" | "false", label: string) => ({
    param: "public",
    label,
    values: { kind: "fixed", value } as const,
  });
  return [
    {
      name: "public",
      label: t("fields.public"),
      operators: [one("true", t("common.yes")), one("false", t("common.no"))],
    },
  ];
}

/** What links are for. */
export function CampaignsScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const place = useEditorPlace("/campaigns");
  const { copyAddress } = useCopyAddress();
  const [asked, setAsked] = useState<Campaign | null>(null);
  const columns = useMemo(() => columnsIn(t), [t]);
  const filters = useMemo(() => filtersIn(t), [t]);
  const edit = useCallback(({ id }: Campaign) => place.openEdit(id), [place]);
  const actions = useMemo(
    () =>
      actionsIn(t, {
        edit,
        // Where visitors may have its addresses, it is asked first.
        remove: (campaign) =>
          campaign.public ? setAsked(campaign) : void removeCampaign(campaign),
        copy: (address) => void copyAddress(address),
        navigate,
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- copying is the same at any time
    [t, edit, navigate],
  );
  const { action, dialog } = useBulkDelete({
    kind: "campaigns",
    source,
    idOf,
    about: t("campaigns.deleteAbout"),
  });
  const bulk = useMemo(() => [action], [action]);
  return (
    <>
      <RecordList<Campaign>
        source={source}
        title={t("campaigns.title")}
        count={(count, formatted) => t("campaigns.count", { count, formatted })}
        searchLabel={t("campaigns.search")}
        columns={columns}
        idOf={idOf}
        nameOf={nameOf}
        open={edit}
        create={{ label: t("campaigns.new"), run: place.openNew }}
        actions={actions}
        bulk={bulk}
        filters={filters}
        defaultOrder="date"
        copyOf={({ rotator, list }) => (rotator === false ? list : rotator)}
        empty={{
          title: t("campaigns.emptyTitle"),
          text: t("campaigns.empty"),
          more: <p className="soft">{t("filing")}</p>,
        }}
      />
      {dialog}
      {asked !== null && (
        <RemoveDialog
          record={{ kind: "campaigns", id: asked.id, name: asked.name }}
          depends={<p>{t("campaigns.depends", { count: asked.links })}</p>}
          remove={() => api.call("deleteCampaign", { params: { id: asked.id } })}
          close={() => setAsked(null)}
        />
      )}
      {place.editing !== null && (
        <Suspense>
          <CampaignEditor place={place} />
        </Suspense>
      )}
    </>
  );
}

async function removeCampaign({ id, name }: Campaign): Promise<void> {
  await removeRecord({ kind: "campaigns", id, name }, () =>
    api.call("deleteCampaign", { params: { id } }),
  );
}
