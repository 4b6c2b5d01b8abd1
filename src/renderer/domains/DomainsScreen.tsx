import { Button, Modal } from "@mantine/core";
import { IconExternalLink, IconRefresh } from "@tabler/icons-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ShownDomain } from "../../contract/domains.ts";
import { api } from "../api.ts";
import { useEditorPlace } from "../edit/editorPlace.ts";
import { removeRecord } from "../edit/recordSteps.tsx";
import removal from "../edit/RemoveDialog.module.css";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import type { BulkAction } from "../list/BulkBar.tsx";
import { useBulkDelete } from "../list/BulkDelete.tsx";
import type { Column } from "../list/columns.ts";
import type { FilterField } from "../list/filters.ts";
import { deleteAction, editAction } from "../list/recordActions.ts";
import { madeColumn, usedColumn } from "../list/recordColumns.tsx";
import { RecordList } from "../list/RecordList.tsx";
import { askedOf, type RecordSource } from "../list/recordSource.ts";
import { chosenIds } from "../list/selection.ts";
import { readableAddress } from "../readableAddress.ts";
import { showFailure } from "../shell/toasts.tsx";
import { checkDomains } from "./domainModel.ts";
import classes from "./DomainsScreen.module.css";
import { problemText, stateText } from "./domainState.ts";

const DomainEditor = lazy(async () => ({
  default: (await import("./DomainEditor.tsx")).DomainEditor,
}));

const source: RecordSource<ShownDomain> = {
  key: "domains",
  page: async (search, place, signal) => {
    const query = { ...askedOf(search), ...place };
    const { data } = await api.call("listDomains", { query }, signal);
    return { total: data.result, items: data.domains };
  },
};
const idOf = ({ id }: ShownDomain) => id;
const nameOf = ({ domain }: ShownDomain) => readableAddress(domain);

export function DomainsScreen() {
  const { t } = useTranslation();
  const place = useEditorPlace("/domains");
  const [used, setUsed] = useState<ShownDomain | null>(null);
  const many = useBulkDelete({ kind: "domains", source, idOf, about: t("domains.manyAbout") });
  const columns = useDomainColumns();
  const filters = useMemo<readonly FilterField[]>(
    () => [
      {
        name: "answering",
        label: t("domains.state"),
        operators: [
          {
            param: "answering",
            label: t("domains.notAnswering"),
            values: { kind: "fixed", value: "false" },
          },
          {
            param: "answering",
            label: t("domains.points"),
            values: { kind: "fixed", value: "true" },
          },
        ],
      },
    ],
    [t],
  );
  const check = (ids: readonly number[]) => void checkDomains(ids).catch(showFailure);
  const remove = (domain: ShownDomain) => {
    if (domain.links + domain.pages > 0) setUsed(domain);
    else
      void removeRecord({ kind: "domains", id: domain.id, name: nameOf(domain) }, () =>
        api.call("deleteDomain", { params: { id: domain.id } }),
      );
  };
  const checkMany: BulkAction = {
    name: "check",
    label: t("domains.check"),
    Icon: IconRefresh,
    run: (chosen) =>
      void chosenIds(source, chosen, idOf).then((ids) => check(ids.map(Number)), showFailure),
  };
  return (
    <>
      <RecordList
        source={source}
        title={t("domains.title")}
        count={(count, formatted) => t("domains.count", { count, formatted })}
        searchLabel={t("domains.search")}
        columns={columns}
        idOf={idOf}
        nameOf={nameOf}
        open={({ id }) => place.openEdit(id)}
        create={{ label: t("domains.new"), run: place.openNew }}
        actions={[
          editAction(t, ({ id }: ShownDomain) => place.openEdit(id)),
          {
            name: "check",
            label: t("domains.checkNow"),
            named: (name) => t("domains.checkNamed", { name }),
            Icon: IconRefresh,
            inRow: true,
            run: ({ id }) => check([id]),
          },
          {
            name: "open",
            label: t("common.open"),
            named: (name) => t("common.openNamed", { name }),
            Icon: IconExternalLink,
            href: ({ domain }) => domain,
          },
          deleteAction(t, remove),
        ]}
        bulk={[checkMany, many.action]}
        filters={filters}
        copyOf={({ domain }) => domain}
        empty={{ title: t("domains.emptyTitle"), text: t("domains.empty") }}
        defaultOrder="date"
      />
      {many.dialog}
      {used !== null && <InUse domain={used} close={() => setUsed(null)} />}
      {place.editing !== null && (
        <Suspense>
          <DomainEditor place={place} />
        </Suspense>
      )}
    </>
  );
}

function useDomainColumns(): readonly Column<ShownDomain>[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const leadsTo = (name: string, label: string, of: (domain: ShownDomain) => string) =>
      ({
        name,
        label,
        track: "minmax(96px, 1fr)",
        from: 860,
        cell: (domain, row) => (
          <bdi dir="ltr" className={classes.soft} title={of(domain)}>
            {of(domain) === "" ? "" : row.mark(readableAddress(of(domain)))}
          </bdi>
        ),
      }) satisfies Column<ShownDomain>;
    return [
      {
        name: "domain",
        label: t("fields.domain"),
        track: "minmax(160px, 1fr)",
        isFixed: true,
        narrow: "first",
        sort: { order: "domain", first: "asc" },
        cell: ({ domain }, row) => (
          <bdi dir="ltr" className={classes.domain} title={domain}>
            {row.mark(readableAddress(domain))}
          </bdi>
        ),
      },
      {
        name: "state",
        label: t("domains.state"),
        track: "minmax(144px, 208px)",
        narrow: "second",
        cell: ({ checked }, row) => (
          <span
            className={classes.state}
            data-state={checked === null ? "unasked" : checked.points ? "good" : "bad"}
            title={checked === null ? undefined : (problemText(checked, row.t) ?? undefined)}
          >
            {stateText(checked, row.t)}
            {checked !== null && (
              <span className={classes.soft}> · {row.format.ago(checked.date, row.now)}</span>
            )}
          </span>
        ),
      },
      leadsTo("root", t("domains.rootShort"), ({ redirectroot }) => redirectroot),
      leadsTo("notFound", t("domains.notFoundShort"), ({ redirect404 }) => redirect404),
      usedColumn(t, ({ domain }) => ({ domain })),
      { ...madeColumn(t), isExtra: true },
    ];
  }, [t]);
}

/** What is on a domain has to go first: the service deletes none that is used. */
function InUse({ domain, close }: { readonly domain: ShownDomain; readonly close: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { links, pages } = domain;
  const query = new URLSearchParams({ domain: domain.domain, archived: "all" }).toString();
  return (
    <Modal
      opened
      onClose={close}
      title={
        <span className={removal.title}>{t("domains.usedTitle", { name: nameOf(domain) })}</span>
      }
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <div className={removal.words}>
        {links > 0 && (
          <p>{t("domains.usedLinks", { count: links, formatted: format.number(links) })}</p>
        )}
        {pages > 0 && (
          <p>{t("domains.usedPages", { count: pages, formatted: format.number(pages) })}</p>
        )}
      </div>
      <div className={removal.foot}>
        {links > 0 && (
          <Button component={Link} to={`/links?${query}`}>
            {t("domains.showLinks")}
          </Button>
        )}
        <Button data-autofocus onClick={close}>
          {t("common.close")}
        </Button>
      </div>
    </Modal>
  );
}
