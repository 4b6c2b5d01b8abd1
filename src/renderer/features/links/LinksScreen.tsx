import { Button } from "@mantine/core";
import IconArchive from "@iconify-json/tabler/icons/archive";
import IconArchiveOff from "@iconify-json/tabler/icons/archive-off";
import IconBroadcast from "@iconify-json/tabler/icons/broadcast";
import IconClock from "@iconify-json/tabler/icons/clock";
import IconDownload from "@iconify-json/tabler/icons/download";
import IconFileExport from "@iconify-json/tabler/icons/file-export";
import IconFileImport from "@iconify-json/tabler/icons/file-import";
import IconReplace from "@iconify-json/tabler/icons/replace";
import IconSpeakerphone from "@iconify-json/tabler/icons/speakerphone";
import IconTag from "@iconify-json/tabler/icons/tag";
import IconTrash from "@iconify-json/tabler/icons/trash";
import type { OutlineIcon } from "../../theme/outlineIcon.tsx";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";

import { addDays } from "../../i18n/days.ts";
import type { BulkAction } from "../../ui/list/bulk/BulkBar.tsx";
import { RecordList } from "../../ui/list/RecordList.tsx";
import type { ActionKey } from "../../ui/list/table/rowActions.ts";
import type { View } from "../../ui/list/ViewTabs.tsx";
import { useMinute } from "../../app/client/queries.ts";
import { LinkQr } from "../qrCodes/LinkQr.tsx";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { useCopy } from "../../ui/address/clipboard.tsx";
import type { BulkActionName } from "./bulk.ts";
import type { Bulk } from "./BulkDialog.tsx";
import { useEditor } from "./editorContext.ts";
import { useLinkActions } from "./linkActions.ts";
import { useLinkColumns } from "./linkColumns.tsx";
import { useLinkFilters } from "./linkFilters.ts";
import { exportOf, filterIn, isFilter } from "./linkSearch.ts";
import { type ListedLink, linkSource } from "./linkSource.ts";
import { deleteLink } from "./linkSteps.tsx";
import { ViewsMenu } from "./ViewsMenu.tsx";
import { BulkDialog } from "./BulkDialog.tsx";

interface Act {
  readonly name: BulkActionName;
  readonly Icon: OutlineIcon;
  readonly key?: ActionKey;
  readonly isRest?: boolean;
}

const acts: readonly Act[] = [
  { name: "tag", Icon: IconTag, key: "T" },
  { name: "channel", Icon: IconBroadcast, isRest: true },
  { name: "campaign", Icon: IconSpeakerphone, isRest: true },
  { name: "expiry", Icon: IconClock, isRest: true },
  { name: "replace", Icon: IconReplace, isRest: true },
  { name: "archive", Icon: IconArchive, key: "A" },
  { name: "unarchive", Icon: IconArchiveOff, isRest: true },
  { name: "delete", Icon: IconTrash, key: "Delete" },
];

interface Begun extends Bulk {
  readonly clear: () => void;
}

const idOf = ({ id }: ListedLink) => id;
const nameOf = ({ shorturl }: ListedLink) => readableAddress(shorturl);
const copyOf = ({ shorturl }: ListedLink) => shorturl;

export function LinksScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const editor = useEditor();
  const { copy } = useCopy();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [shownQr, setShownQr] = useState<ListedLink | null>(null);
  const ways = useMemo(
    () => ({
      show: ({ id }: ListedLink) => void navigate(`/links/${id}`, { state: { fromList: true } }),
      edit: ({ id }: ListedLink) => editor.openEdit(id),
      showQr: setShownQr,
      remove: (link: ListedLink) => void deleteLink(link),
      copyEncoded: ({ shorturl }: ListedLink) => void copy(new URL(shorturl).href),
      start: (action: BulkActionName, { id }: ListedLink) =>
        setBegun({ action, chosen: { ids: [id], count: 1 }, clear: () => undefined }),
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- neither navigating nor copying changes what it does
    [editor],
  );
  const columns = useLinkColumns();
  const filters = useLinkFilters();
  const actions = useLinkActions(ways);
  const views = useViews();
  const bulk = useMemo<readonly BulkAction[]>(() => {
    const own = acts.map(({ name, ...act }): BulkAction => ({
      ...act,
      name,
      label: t(`bulk.actions.${name}`),
      isDanger: name === "delete",
      run: (chosen, { clear }) => setBegun({ action: name, chosen, clear }),
      ...(name === "unarchive"
        ? { isPossible: ({ filter }) => filter["archived"] !== undefined }
        : {}),
    }));
    const archiving: BulkAction = {
      name: "export",
      label: t("bulk.actions.export"),
      Icon: IconDownload,
      isRest: true,
      run(chosen) {
        if ("ids" in chosen) void navigate("/exchange?tab=export", { state: { ids: chosen.ids } });
        else void navigate(`/exchange?${exportOf(chosen.search)}`);
      },
    };
    return [...own.slice(0, -1), archiving, ...own.slice(-1)];
    // oxlint-disable-next-line react/exhaustive-deps -- navigating doesn't change what it does
  }, [t]);

  return (
    <>
      <RecordList
        source={linkSource}
        title={t("links.title")}
        count={(count, formatted) => t("links.count", { count, formatted })}
        searchLabel={t("links.search")}
        searchHint={t("links.searchPlaceholder")}
        columns={columns}
        idOf={idOf}
        nameOf={nameOf}
        copyOf={copyOf}
        open={ways.show}
        actions={actions}
        bulk={bulk}
        filters={filters}
        accepts={isFilter}
        views={views}
        viewsBar={<ViewsMenu />}
        defaultOrder="date"
        headActions={<HeadActions />}
        empty={{
          title: t("links.emptyTitle"),
          text: t("links.empty"),
          example: (
            <Button variant="filled" onClick={editor.openNew}>
              {t("nav.newLink")}
            </Button>
          ),
          more: <Link to="/exchange">{t("links.bringAlong")}</Link>,
        }}
        wider={[
          {
            filter: { archived: "true" },
            button: t("links.showArchived"),
            found: (count, formatted) => t("links.archivedFit", { count, formatted }),
            title: t("links.allArchived"),
            note: (count, formatted) => t("links.archivedKept", { count, formatted }),
          },
        ]}
      />
      {shownQr !== null && <LinkQr link={shownQr} close={() => setShownQr(null)} />}
      {begun !== null && (
        <BulkDialog
          bulk={begun}
          close={() => setBegun(null)}
          done={() => {
            begun.clear();
            setBegun(null);
          }}
        />
      )}
    </>
  );
}

/** The ways in and out; what is shown is what is taken along. */
function HeadActions() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const shown = exportOf({ q: params.get("q") ?? "", filter: filterIn(params) });
  return (
    <>
      <Button
        component={Link}
        to="/exchange"
        size="xs"
        leftSection={<IconFileImport size={14} aria-hidden="true" />}
      >
        {t("exchange.import")}
      </Button>
      <Button
        component={Link}
        to={`/exchange?${shown}`}
        size="xs"
        leftSection={<IconFileExport size={14} aria-hidden="true" />}
      >
        {t("exchange.export")}
      </Button>
    </>
  );
}

/** Days without a click after which a link is quiet. */
const quietAfter = 90;

/** Days before its expiry in which a link is about to expire. */
const expiringWithin = 30;

function useViews(): readonly View[] {
  const { t } = useTranslation();
  const today = useMinute().slice(0, 10);
  return useMemo(
    () => [
      { name: "all", label: t("links.views.all"), filter: {} },
      {
        name: "quiet",
        label: t("links.views.quiet"),
        filter: { noClicksSince: addDays(today, -quietAfter) },
      },
      {
        name: "expiring",
        label: t("links.views.expiring"),
        filter: { expired: "false", expiresBefore: addDays(today, expiringWithin) },
        order: "expiry",
      },
      { name: "archived", label: t("links.views.archived"), filter: { archived: "true" } },
    ],
    [t, today],
  );
}
