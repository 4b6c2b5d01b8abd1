import { Button, Group, Modal, Stack } from "@mantine/core";
import IconExternalLink from "@iconify-json/tabler/icons/external-link";
import IconRefresh from "@iconify-json/tabler/icons/refresh";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ShownDomain } from "../../../contract/resources/domains.ts";
import { api } from "../../app/client/api.ts";
import type { InUseProps } from "../../ui/edit/useRemoval.tsx";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import type { BulkAction } from "../../ui/list/bulk/BulkBar.tsx";
import type { Column } from "../../ui/list/table/columns.ts";
import { madeColumn, usedColumn } from "../../ui/list/table/recordColumns.tsx";
import { eitherFilter } from "../../ui/list/filters/recordFilters.ts";
import { RecordScreen } from "../../ui/list/RecordScreen.tsx";
import { pagedSource } from "../../ui/list/recordSource.ts";
import type { RowAction } from "../../ui/list/table/rowActions.ts";
import { withChosen } from "../../ui/list/filters/withChosen.ts";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { checkDomains } from "./domainModel.ts";
import classes from "./Domains.module.css";
import { problemText, stateText } from "./domainState.ts";
import { DomainEditor } from "./DomainEditor.tsx";

const source = pagedSource<ShownDomain>("domains", async (query, signal) => {
  const { data } = await api.call("listDomains", { query }, signal);
  return { total: data.result, items: data.domains };
});

const idOf = ({ id }: ShownDomain) => id;
const nameOf = ({ domain }: ShownDomain) => readableAddress(domain);

function check(ids: readonly number[]): void {
  checkDomains(ids).catch(showFailure);
}

export function DomainsScreen() {
  const { t, format } = useI18n();
  const columns = useDomainColumns();
  const filters = useMemo(
    () => [
      eitherFilter("answering", t("domains.state"), [
        { value: "false", label: t("domains.notAnswering") },
        { value: "true", label: t("domains.points") },
      ]),
    ],
    [t],
  );
  const actions = useMemo<readonly RowAction<ShownDomain>[]>(
    () => [
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
    ],
    [t],
  );
  const bulk = useMemo<readonly BulkAction[]>(
    () => [
      {
        name: "check",
        label: t("domains.check"),
        Icon: IconRefresh,
        run: withChosen(source, idOf, (ids) => check(ids.map(Number))),
      },
    ],
    [t],
  );
  const counted = (key: "domains.usedLinks" | "domains.usedPages", count: number) =>
    count === 0 ? [] : [t(key, format.counted(count))];
  return (
    <RecordScreen
      kind="domains"
      source={source}
      nameOf={nameOf}
      columns={columns}
      filters={filters}
      actions={actions}
      bulk={bulk}
      copyOf={({ domain }) => domain}
      dependsOn={({ links, pages }) => [
        ...counted("domains.usedLinks", links),
        ...counted("domains.usedPages", pages),
      ]}
      InUse={InUse}
      remove={(id) => api.call("deleteDomain", { params: { id } })}
      Editor={DomainEditor}
    />
  );
}

function useDomainColumns(): readonly Column<ShownDomain>[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const leadsTo = (name: string, label: string, of: (domain: ShownDomain) => string) =>
      ({
        name,
        label,
        track: "minmax(96px, 2fr)",
        from: 860,
        cell: (domain, row) => (
          <bdi dir="ltr" className="truncate soft" title={of(domain)}>
            {of(domain) === "" ? "" : row.mark(readableAddress(of(domain)))}
          </bdi>
        ),
      }) satisfies Column<ShownDomain>;
    return [
      {
        name: "domain",
        label: t("fields.domain"),
        track: "minmax(184px, 3fr)",
        isFixed: true,
        narrow: "first",
        sort: { order: "domain", first: "asc" },
        cell: ({ domain }, row) => (
          <bdi dir="ltr" className={`truncate ${classes.domain}`} title={domain}>
            {row.mark(readableAddress(domain))}
          </bdi>
        ),
      },
      {
        name: "state",
        label: t("domains.state"),
        track: "minmax(168px, 2fr)",
        narrow: "second",
        cell: ({ checked }, row) => (
          <span
            className="truncate"
            style={{
              color: `var(--${checked === null ? "ink-soft" : checked.points ? "good" : "danger"})`,
            }}
            title={checked === null ? undefined : (problemText(checked, row.t) ?? undefined)}
          >
            {stateText(checked, row.t)}
            {checked !== null && (
              <span className="soft"> · {row.format.ago(checked.date, row.now)}</span>
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
function InUse({ item: { domain, links }, depends, close }: InUseProps<ShownDomain>) {
  const { t } = useTranslation();
  const query = new URLSearchParams({ domain, archived: "all" }).toString();
  return (
    <Modal
      opened
      onClose={close}
      title={t("domains.usedTitle", { name: readableAddress(domain) })}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <Stack gap="xs">{depends}</Stack>
      <Group justify="flex-end" gap="xs" pt={20}>
        {links > 0 && (
          <Button component={Link} to={`/links?${query}`}>
            {t("domains.showLinks")}
          </Button>
        )}
        <Button data-autofocus onClick={close}>
          {t("common.close")}
        </Button>
      </Group>
    </Modal>
  );
}
