import IconExternalLink from "@iconify-json/tabler/icons/external-link";
import IconQrcode from "@iconify-json/tabler/icons/qrcode";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "../../app/client/api.ts";
import { useDomains } from "../../app/client/namedRecords.ts";
import type { Column } from "../../ui/list/table/columns.ts";
import type { FilterField } from "../../ui/list/filters/filters.ts";
import { linksColumn, madeColumn, nameColumn } from "../../ui/list/table/recordColumns.tsx";
import { choiceFilter, eitherFilter } from "../../ui/list/filters/recordFilters.ts";
import { RecordScreen } from "../../ui/list/RecordScreen.tsx";
import { pagedSource } from "../../ui/list/recordSource.ts";
import type { RowAction } from "../../ui/list/table/rowActions.ts";
import { AddressCell } from "../../ui/list/table/textCells.tsx";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { type ListedBioPage, studioOf } from "./bioModel.ts";
import { BioEditor } from "./BioEditor.tsx";

const source = pagedSource<ListedBioPage>("bio", async (query, signal) => {
  const { data } = await api.call("listBioPages", { query }, signal);
  return { total: data.result, items: data.bios };
});

const nameOf = ({ name }: ListedBioPage) => name;

function columnsIn(t: TFunction): readonly Column<ListedBioPage>[] {
  return [
    nameColumn(t, { track: "minmax(180px, 3fr)" }),
    {
      name: "address",
      label: t("bio.address"),
      track: "minmax(160px, 3fr)",
      isFixed: true,
      narrow: "second",
      sort: { order: "alias", first: "asc" },
      cell: ({ shorturl, name }, row) => <AddressCell of={shorturl} name={name} row={row} />,
    },
    { ...linksColumn<ListedBioPage>(t, ({ linkcount }) => linkcount), narrow: "end" },
    {
      name: "status",
      label: t("bio.searchEngines"),
      track: "136px",
      from: 560,
      cell: ({ status }) => (
        <span className="soft">{t(status === "public" ? "common.yes" : "common.no")}</span>
      ),
    },
    { ...madeColumn(t), from: 820 },
  ];
}

function filtersIn(t: TFunction, domains: readonly string[]): readonly FilterField[] {
  const status = eitherFilter("status", t("bio.searchEngines"), [
    { value: "public", label: t("common.yes") },
    { value: "private", label: t("common.no") },
  ]);
  if (domains.length === 0) return [status];
  const options = domains.map((value) => ({ value, label: readableAddress(value) }));
  return [status, choiceFilter(t, "domain", t("fields.domain"), options)];
}

/** QR codes that lead to an address. */
async function codesTo(address: string): Promise<number> {
  const query = { q: address, limit: 1 };
  return (await api.call("listQrCodes", { query })).data.result;
}

/** Pages of links, each under a short address of its own. */
export function BioScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const domains = useDomains().data;
  const columns = useMemo(() => columnsIn(t), [t]);
  const filters = useMemo(
    () =>
      filtersIn(
        t,
        (domains ?? []).map(({ domain }) => domain),
      ),
    [t, domains],
  );
  const actions = useMemo<readonly RowAction<ListedBioPage>[]>(
    () => [
      {
        name: "open",
        label: t("common.open"),
        named: (name) => t("common.openNamed", { name }),
        Icon: IconExternalLink,
        inRow: true,
        href: ({ shorturl }) => shorturl,
      },
      {
        name: "qr",
        label: t("bio.qr"),
        named: (name) => t("bio.qrNamed", { name }),
        Icon: IconQrcode,
        key: "Q",
        run: (page) => void navigate(studioOf(page)),
      },
    ],
    [t, navigate],
  );
  return (
    <RecordScreen
      kind="bio"
      source={source}
      nameOf={nameOf}
      columns={columns}
      filters={filters}
      actions={actions}
      copyOf={({ shorturl }) => shorturl}
      dependsOn={async ({ shorturl }) => {
        // Where nothing can be learned it is better asked.
        const count = await codesTo(shorturl).catch(() => 1);
        return count === 0 ? [] : [t("bio.depends", { count })];
      }}
      remove={(id) => api.call("deleteBioPage", { params: { id } })}
      Editor={BioEditor}
    />
  );
}
