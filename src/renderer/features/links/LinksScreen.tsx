import { ActionIcon, Button, Menu } from "@mantine/core";
import IconArchive from "@iconify-json/tabler/icons/archive";
import IconArchiveOff from "@iconify-json/tabler/icons/archive-off";
import IconBroadcast from "@iconify-json/tabler/icons/broadcast";
import IconClock from "@iconify-json/tabler/icons/clock";
import IconDots from "@iconify-json/tabler/icons/dots";
import IconDownload from "@iconify-json/tabler/icons/download";
import IconFileExport from "@iconify-json/tabler/icons/file-export";
import IconFileImport from "@iconify-json/tabler/icons/file-import";
import IconHourglass from "@iconify-json/tabler/icons/hourglass";
import IconReplace from "@iconify-json/tabler/icons/replace";
import IconRoute from "@iconify-json/tabler/icons/route";
import IconSpeakerphone from "@iconify-json/tabler/icons/speakerphone";
import IconTag from "@iconify-json/tabler/icons/tag";
import IconTrash from "@iconify-json/tabler/icons/trash";
import type { OutlineIcon } from "../../theme/outlineIcon.tsx";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { addDays } from "../../i18n/days.ts";
import { lazyPart } from "../../i18n/lazyPart.ts";
import type { BulkAction } from "../../ui/list/bulk/BulkBar.tsx";
import { RecordList } from "../../ui/list/RecordList.tsx";
import type { ActionKey, RowAction } from "../../ui/list/table/rowActions.ts";
import type { Chosen } from "../../ui/list/table/selection.ts";
import type { View } from "../../ui/list/ViewTabs.tsx";
import { useLatestLinks, useMinute } from "../../app/client/queries.ts";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { useCopy } from "../../ui/address/clipboard.tsx";
import type { BulkActionName } from "./bulk.ts";
import { useEditor } from "./editorContext.ts";
import { type Anchor, anchorHere } from "./anchorHere.ts";
import { LabelPicker } from "./LabelPicker.tsx";
import { Lead } from "./Lead.tsx";
import { useLinkActions } from "./linkActions.ts";
import { useLinkColumns, useLinkSorts } from "./linkColumns.tsx";
import { useLinkFilters } from "./linkFilters.ts";
import { exportOf, filterIn, isFilter } from "./linkSearch.ts";
import { type ListedLink, linkSource } from "./linkSource.ts";
import { deleteLink } from "./linkSteps.tsx";
import { ViewsMenu } from "./ViewsMenu.tsx";
import { readableHost } from "../../ui/address/readableHost.ts";
import classes from "./Links.module.css";

/** Which tint a host has: always the same one. */
function hueOf(host: string): number {
  let sum = 0;
  for (const letter of host) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return sum;
}

/** The first letter of a site's name on its tint. It has no hook: each row of the list has one. */
function LinkTile({ url }: { readonly url: string }) {
  const host = URL.canParse(url) ? readableHost(new URL(url).host).replace(/^www\./, "") : "";
  const tint: React.CSSProperties & Readonly<Record<"--hue", number>> = { "--hue": hueOf(host) };
  return (
    <span className={classes.tile} style={tint} aria-hidden="true">
      {Array.from(host)[0]?.toLocaleUpperCase() ?? "?"}
    </span>
  );
}

const LinkQr = lazyPart(async () => (await import("../qrCodes/LinkQr.tsx")).LinkQr);
const BulkDialog = lazyPart(async () => (await import("./BulkDialog.tsx")).BulkDialog);
const Inspector = lazyPart(async () => (await import("./Inspector.tsx")).Inspector);

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
  { name: "schedule", Icon: IconHourglass, isRest: true },
  { name: "rules", Icon: IconRoute, isRest: true },
  { name: "replace", Icon: IconReplace, isRest: true },
  { name: "archive", Icon: IconArchive, key: "A" },
  { name: "unarchive", Icon: IconArchiveOff, isRest: true },
  { name: "delete", Icon: IconTrash, key: "Delete" },
];

interface NamedLink {
  readonly id: number;
  readonly shorturl: string;
  readonly title?: string;
}

interface Begun {
  readonly action: BulkActionName;
  /** Frozen when it was begun: what is selected later doesn't matter. */
  readonly chosen: Chosen;
  readonly anchor: Anchor;
  readonly clear: () => void;
}

const exampleAddress = "https://example.org/";

const inspectorWith =
  (actions: readonly RowAction<ListedLink>[]) => (link: ListedLink, close: () => void) => (
    <Suspense fallback={null}>
      <Inspector key={link.id} link={link} actions={actions} close={close} />
    </Suspense>
  );

const idOf = ({ id }: ListedLink) => id;
const nameOf = ({ shorturl }: ListedLink) => readableAddress(shorturl);
const copyOf = ({ shorturl }: ListedLink) => shorturl;
const tileOf = ({ longurl }: ListedLink) => <LinkTile url={longurl} />;

export function LinksScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const editor = useEditor();
  const { copy } = useCopy();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [shownQr, setShownQr] = useState<NamedLink | null>(null);
  const ways = useMemo(
    () => ({
      show: ({ id }: ListedLink) => void navigate(`/links/${id}`, { state: { fromList: true } }),
      edit: ({ id }: NamedLink) => editor.openEdit(id),
      showQr: (link: NamedLink) => setShownQr(link),
      remove: (link: ListedLink) => void deleteLink(link),
      copyEncoded: ({ shorturl }: ListedLink) => void copy(new URL(shorturl).href),
      start: (action: BulkActionName, { id }: NamedLink) =>
        setBegun({
          action,
          chosen: { ids: [id], count: 1 },
          anchor: anchorHere(),
          clear: () => undefined,
        }),
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- neither navigating nor copying changes what it does
    [editor],
  );
  const columns = useLinkColumns();
  const filters = useLinkFilters();
  const actions = useLinkActions(ways);
  const sorts = useLinkSorts();
  const isEmpty = useLatestLinks(1).data?.total === 0;
  const lines = useMemo(
    () => ({
      tile: tileOf,
      sorts,
      inspector: inspectorWith(actions),
    }),
    [sorts, actions],
  );
  const views = useViews();
  const bulk = useMemo<readonly BulkAction[]>(() => {
    const own = acts.map(({ name, ...act }): BulkAction => ({
      ...act,
      name,
      label: t(`bulk.actions.${name}`),
      isDanger: name === "delete",
      run: (chosen, { clear }) => setBegun({ action: name, chosen, anchor: anchorHere(), clear }),
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
        lines={lines}
        bulk={bulk}
        filters={filters}
        accepts={isFilter}
        views={views}
        viewsBar={<ViewsMenu />}
        lead={<Lead ways={ways} isEmpty={isEmpty} />}
        defaultOrder="date"
        headActions={<HeadActions />}
        empty={{
          title: t("links.emptyTitle"),
          text: t("links.empty"),
          example: (
            <Button onClick={() => void navigate(".", { state: { fill: exampleAddress } })}>
              {t("home.tryExample")}
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
      <Suspense fallback={null}>
        {shownQr !== null && <LinkQr link={shownQr} close={() => setShownQr(null)} />}
        {begun !== null && <Change begun={begun} close={() => setBegun(null)} />}
      </Suspense>
    </>
  );
}

function Change({ begun, close }: { readonly begun: Begun; readonly close: () => void }) {
  const { action, chosen, anchor, clear } = begun;
  const done = () => {
    clear();
    close();
  };
  return action === "tag" || action === "channel" ? (
    <LabelPicker action={action} chosen={chosen} anchor={anchor} close={close} done={done} />
  ) : (
    <BulkDialog bulk={{ action, chosen }} close={close} done={done} />
  );
}

/** The ways in and out; what is shown is what is taken along. */
function HeadActions() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const shown = exportOf({ q: params.get("q") ?? "", filter: filterIn(params) });
  return (
    <Menu position="bottom-end" returnFocus>
      <Menu.Target>
        <ActionIcon size={30} aria-label={t("list.more")} title={t("list.more")}>
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to="/exchange"
          leftSection={<IconFileImport size={14} aria-hidden="true" />}
        >
          {t("links.import")}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={`/exchange?${shown}`}
          leftSection={<IconFileExport size={14} aria-hidden="true" />}
        >
          {t("links.export")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
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
      { name: "rising", label: t("links.views.rising"), filter: { rising: "true" } },
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
