import { IconExternalLink, IconPencil, IconQrcode, IconTrash } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type NavigateFunction, useNavigate } from "react-router";
import { api } from "../api.ts";
import { useEditorPlace } from "../edit/editorPlace.ts";
import { removeRecord } from "../edit/recordSteps.tsx";
import { RemoveDialog } from "../edit/RemoveDialog.tsx";
import { withWords } from "../i18n/catalogue.ts";
import { useDomains } from "../links/RecordSelects.tsx";
import { useBulkDelete } from "../list/BulkDelete.tsx";
import { CopyCell, ListCount } from "../list/cells.tsx";
import type { Column } from "../list/columns.ts";
import type { FilterField } from "../list/filters.ts";
import { RecordList } from "../list/RecordList.tsx";
import { askedOf, type RecordSource } from "../list/recordSource.ts";
import type { RowAction } from "../list/rowActions.ts";
import { NameCell } from "../list/textCells.tsx";
import { readableAddress } from "../readableAddress.ts";
import { ShortAddress } from "../shell/ShortAddress.tsx";
import { type ListedBioPage, studioOf } from "./bioModel.ts";
import classes from "./BioScreen.module.css";

const BioEditor = lazy(async () => ({
  default: await withWords(["edit"], async () => (await import("./BioEditor.tsx")).BioEditor),
}));

const source: RecordSource<ListedBioPage> = {
  key: "bio",
  async page(search, place, signal) {
    const query = { ...askedOf(search), ...place };
    const { data } = await api.call("listBioPages", { query }, signal);
    return { total: data.result, items: data.bios };
  },
};

const idOf = ({ id }: ListedBioPage) => id;
const nameOf = ({ name }: ListedBioPage) => name;

function columnsIn(t: TFunction): readonly Column<ListedBioPage>[] {
  return [
    {
      name: "name",
      label: t("bio.name"),
      track: "minmax(180px, 3fr)",
      isFixed: true,
      narrow: "first",
      sort: { order: "name", first: "asc" },
      cell: ({ name }, row) => <NameCell text={name} row={row} />,
    },
    {
      name: "address",
      label: t("bio.address"),
      track: "minmax(160px, 3fr)",
      isFixed: true,
      narrow: "second",
      sort: { order: "alias", first: "asc" },
      cell: ({ shorturl, name }, row) => (
        <span className={classes.address}>
          <ShortAddress of={shorturl} />
          <CopyCell text={shorturl} name={name} row={row} />
        </span>
      ),
    },
    {
      name: "links",
      label: t("fields.links"),
      track: "96px",
      isNumeric: true,
      narrow: "end",
      sort: { order: "links", first: "desc" },
      cell: ({ linkcount }, row) => <ListCount value={linkcount} row={row} />,
    },
    {
      name: "status",
      label: t("bio.searchEngines"),
      track: "136px",
      from: 560,
      cell: ({ status }) => (
        <span className="soft">{t(status === "public" ? "common.yes" : "common.no")}</span>
      ),
    },
    {
      name: "date",
      label: t("fields.date"),
      track: "112px",
      from: 820,
      sort: { order: "date", first: "desc" },
      cell: ({ date }, row) => row.format.day(date),
    },
  ];
}

function actionsIn(
  t: TFunction,
  edit: (page: ListedBioPage) => void,
  remove: (page: ListedBioPage) => void,
  navigate: NavigateFunction,
): readonly RowAction<ListedBioPage>[] {
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
    {
      name: "delete",
      label: t("common.delete"),
      named: (name) => t("common.deleteNamed", { name }),
      Icon: IconTrash,
      key: "Delete",
      isDanger: true,
      run: remove,
    },
  ];
}

function filtersIn(t: TFunction, domains: readonly string[]): readonly FilterField[] {
  const one = (value: "public" | "private", label: string) => ({
    param: "status",
    label,
    values: { kind: "fixed", value } as const,
  });
  return [
    {
      name: "status",
      label: t("bio.searchEngines"),
      operators: [one("public", t("common.yes")), one("private", t("common.no"))],
    },
    ...(domains.length === 0
      ? []
      : [
          {
            name: "domain",
            label: t("fields.domain"),
            operators: [
              {
                param: "domain",
                label: t("bio.is"),
                values: {
                  kind: "choice",
                  options: domains.map((value) => ({ value, label: readableAddress(value) })),
                } as const,
              },
            ],
          },
        ]),
  ];
}

/** QR codes that lead to an address. */
async function codesTo(address: string): Promise<number> {
  const query = { q: address, limit: 1 };
  return (await api.call("listQrCodes", { query })).data.result;
}

interface Asked {
  readonly page: ListedBioPage;
  readonly codes: number;
}

/** Pages of links, each under a short address of its own. */
export function BioScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const place = useEditorPlace("/bio");
  const domains = useDomains().data;
  const [asked, setAsked] = useState<Asked | null>(null);
  const columns = useMemo(() => columnsIn(t), [t]);
  const filters = useMemo(
    () =>
      filtersIn(
        t,
        (domains ?? []).map(({ domain }) => domain),
      ),
    [t, domains],
  );
  const edit = useCallback(({ id }: ListedBioPage) => place.openEdit(id), [place]);
  const remove = useCallback((page: ListedBioPage) => {
    void (async () => {
      // Where nothing can be learned it is better asked.
      const codes = await codesTo(page.shorturl).catch(() => 1);
      if (codes > 0) setAsked({ page, codes });
      else
        await removeRecord({ kind: "bio", id: page.id, name: page.name }, () => removal(page.id));
    })();
  }, []);
  const actions = useMemo(() => actionsIn(t, edit, remove, navigate), [t, edit, remove, navigate]);
  const { action, dialog } = useBulkDelete({
    kind: "bio",
    source,
    idOf,
    about: t("bio.deleteAbout"),
  });
  const bulk = useMemo(() => [action], [action]);
  return (
    <>
      <RecordList<ListedBioPage>
        source={source}
        title={t("bio.title")}
        count={(count, formatted) => t("bio.count", { count, formatted })}
        searchLabel={t("bio.search")}
        columns={columns}
        idOf={idOf}
        nameOf={nameOf}
        open={edit}
        create={{ label: t("bio.new"), run: place.openNew }}
        actions={actions}
        bulk={bulk}
        filters={filters}
        defaultOrder="date"
        copyOf={({ shorturl }) => shorturl}
        empty={{ title: t("bio.emptyTitle"), text: t("bio.empty") }}
      />
      {dialog}
      {asked !== null && (
        <RemoveDialog
          record={{ kind: "bio", id: asked.page.id, name: asked.page.name }}
          depends={<p>{t("bio.depends", { count: asked.codes })}</p>}
          remove={() => removal(asked.page.id)}
          close={() => setAsked(null)}
        />
      )}
      {place.editing !== null && (
        <Suspense>
          <BioEditor place={place} />
        </Suspense>
      )}
    </>
  );
}

function removal(id: number) {
  return api.call("deleteBioPage", { params: { id } });
}
