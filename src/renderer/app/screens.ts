import IconArrowsExchange from "@iconify-json/tabler/icons/arrows-exchange";
import IconChartLine from "@iconify-json/tabler/icons/chart-line";
import IconCode from "@iconify-json/tabler/icons/code";
import IconFolders from "@iconify-json/tabler/icons/folders";
import IconFileText from "@iconify-json/tabler/icons/file-text";
import IconFocusCentered from "@iconify-json/tabler/icons/focus-centered";
import IconHistory from "@iconify-json/tabler/icons/history";
import IconHome from "@iconify-json/tabler/icons/home";
import IconHourglass from "@iconify-json/tabler/icons/hourglass";
import IconInbox from "@iconify-json/tabler/icons/inbox";
import IconLink from "@iconify-json/tabler/icons/link";
import IconQrcode from "@iconify-json/tabler/icons/qrcode";
import IconSettings from "@iconify-json/tabler/icons/settings";
import IconRobot from "@iconify-json/tabler/icons/robot";
import IconBroadcast from "@iconify-json/tabler/icons/broadcast";
import IconSpeakerphone from "@iconify-json/tabler/icons/speakerphone";
import IconMessage from "@iconify-json/tabler/icons/message";
import IconTag from "@iconify-json/tabler/icons/tag";
import IconUserSquare from "@iconify-json/tabler/icons/user-square";
import IconWorld from "@iconify-json/tabler/icons/world";
import type { OutlineIcon } from "../theme/outlineIcon.tsx";
import type { ComponentType } from "react";
import { LinksScreen } from "../features/links/LinksScreen.tsx";
import { lazyPart } from "../i18n/lazyPart.ts";
import type { Words } from "../i18n/words.ts";
import type { SectionName } from "../../contract/server/settingsTable.ts";
import type { ScreenPath } from "./addresses.ts";

/**
 * Where the navigation shows a screen: always, beside what is pinned once there is something to gather,
 * or not at all. Those are reached from others, by letters and by the palette.
 */
export type ScreenGroup = "main" | "gathered" | "foot" | "other";

interface Place {
  readonly group: ScreenGroup;
  /** Its word is `nav.<name>`. */
  readonly name: Exclude<keyof Words["nav"], "label" | "unread">;
  readonly Icon: OutlineIcon;
  /** Goes there after `g`. */
  readonly letter: string | null;
  /** Addresses of other screens that belong to it. */
  readonly within?: readonly string[];
}

/** A screen of the window: routes, navigation, keys and the tests of all screens read this. */
export interface Screen {
  readonly path: ScreenPath;
  /** Null: reached from another screen only. */
  readonly place: Place | null;
  /** What leads to it, and what it leads back to: a section of the settings, or the collections. */
  readonly under?: SectionName | "collections";
  readonly Screen: ComponentType;
}

/** Screens that the settings lead to. */
const inSettings = [
  "/pixels",
  "/domains",
  "/history",
  "/trash",
  "/exchange",
  "/public",
  "/automation",
  "/api",
];

export const screens: readonly Screen[] = [
  {
    path: "",
    place: { group: "other", name: "home", Icon: IconHome, letter: "h" },
    Screen: LinksScreen,
  },
  {
    path: "links",
    place: { group: "main", name: "links", Icon: IconLink, letter: "l", within: ["/"] },
    Screen: LinksScreen,
  },
  {
    path: "links/:id",
    place: null,
    Screen: lazyPart(
      async () => (await import("../features/links/page/LinkScreen.tsx")).LinkScreen,
    ),
  },
  {
    path: "statistics",
    place: { group: "main", name: "statistics", Icon: IconChartLine, letter: "s" },
    Screen: lazyPart(
      async () => (await import("../features/statistics/StatisticsScreen.tsx")).StatisticsScreen,
    ),
  },
  {
    path: "qr",
    place: { group: "main", name: "qr", Icon: IconQrcode, letter: "q" },
    Screen: lazyPart(async () => (await import("../features/qrCodes/QrScreen.tsx")).QrScreen),
  },
  {
    path: "qr/print",
    place: null,
    Screen: lazyPart(
      async () => (await import("../features/qrCodes/PrintSheetScreen.tsx")).PrintSheetScreen,
    ),
  },
  {
    path: "qr/:id",
    place: null,
    Screen: lazyPart(
      async () => (await import("../features/qrCodes/QrStudioScreen.tsx")).QrStudioScreen,
    ),
  },
  {
    path: "pages/:kind?/:id?",
    place: {
      group: "main",
      name: "pages",
      Icon: IconFileText,
      letter: null,
      within: ["/bio", "/splash", "/overlays"],
    },
    Screen: lazyPart(async () => (await import("../features/pages/PagesScreen.tsx")).PagesScreen),
  },
  {
    path: "bio/:id?",
    place: { group: "other", name: "bio", Icon: IconUserSquare, letter: "b" },
    Screen: lazyPart(async () => (await import("../features/bioPages/BioScreen.tsx")).BioScreen),
  },
  {
    path: "collections/:kind?/:id?",
    place: {
      group: "gathered",
      name: "collections",
      Icon: IconFolders,
      letter: "k",
      within: ["/campaigns", "/channels"],
    },
    Screen: lazyPart(
      async () => (await import("../features/collections/CollectionsScreen.tsx")).CollectionsScreen,
    ),
  },
  {
    path: "campaigns/:id?",
    place: { group: "other", name: "campaigns", Icon: IconSpeakerphone, letter: "m" },
    under: "collections",
    Screen: lazyPart(
      async () => (await import("../features/campaigns/CampaignsScreen.tsx")).CampaignsScreen,
    ),
  },
  {
    path: "channels/:id?",
    place: { group: "other", name: "channels", Icon: IconBroadcast, letter: "c" },
    under: "collections",
    Screen: lazyPart(
      async () => (await import("../features/channels/ChannelsScreen.tsx")).ChannelsScreen,
    ),
  },
  {
    path: "tags",
    place: { group: "gathered", name: "tags", Icon: IconTag, letter: "t" },
    Screen: lazyPart(async () => (await import("../features/tags/TagsScreen.tsx")).TagsScreen),
  },
  {
    path: "splash/:id?",
    place: { group: "other", name: "splash", Icon: IconHourglass, letter: "p" },
    Screen: lazyPart(
      async () => (await import("../features/splashPages/SplashScreen.tsx")).SplashScreen,
    ),
  },
  {
    path: "overlays/:id?",
    place: { group: "other", name: "overlays", Icon: IconMessage, letter: "f" },
    Screen: lazyPart(
      async () => (await import("../features/overlays/OverlaysScreen.tsx")).OverlaysScreen,
    ),
  },
  {
    path: "inbox",
    place: { group: "main", name: "inbox", Icon: IconInbox, letter: null },
    Screen: lazyPart(async () => (await import("../features/inbox/InboxScreen.tsx")).InboxScreen),
  },
  {
    path: "pixels/:id?",
    place: { group: "other", name: "pixels", Icon: IconFocusCentered, letter: "i" },
    under: "privacy",
    Screen: lazyPart(
      async () => (await import("../features/pixels/PixelsScreen.tsx")).PixelsScreen,
    ),
  },
  {
    path: "domains/:id?",
    place: { group: "other", name: "domains", Icon: IconWorld, letter: "d" },
    under: "sharing",
    Screen: lazyPart(
      async () => (await import("../features/domains/DomainsScreen.tsx")).DomainsScreen,
    ),
  },
  {
    path: "history",
    place: { group: "other", name: "history", Icon: IconHistory, letter: "y" },
    under: "data",
    Screen: lazyPart(
      async () => (await import("../features/changes/HistoryScreen.tsx")).HistoryScreen,
    ),
  },
  {
    path: "history/:id",
    place: null,
    Screen: lazyPart(
      async () => (await import("../features/changes/ChangeSetScreen.tsx")).ChangeSetScreen,
    ),
  },
  {
    path: "trash",
    place: null,
    under: "data",
    Screen: lazyPart(async () => (await import("../features/changes/TrashScreen.tsx")).TrashScreen),
  },
  {
    path: "exchange",
    place: { group: "other", name: "exchange", Icon: IconArrowsExchange, letter: "x" },
    under: "data",
    Screen: lazyPart(
      async () => (await import("../features/exchange/ExchangeScreen.tsx")).ExchangeScreen,
    ),
  },
  {
    path: "public",
    place: null,
    under: "sharing",
    Screen: lazyPart(
      async () => (await import("../features/publicAddress/SharingScreen.tsx")).SharingScreen,
    ),
  },
  {
    path: "settings/:section?",
    place: { group: "foot", name: "settings", Icon: IconSettings, letter: ",", within: inSettings },
    Screen: lazyPart(
      async () => (await import("../features/settings/SettingsScreen.tsx")).SettingsScreen,
    ),
  },
  {
    path: "automation",
    place: { group: "other", name: "automation", Icon: IconRobot, letter: "u" },
    under: "scripts",
    Screen: lazyPart(
      async () => (await import("../features/automation/AutomationScreen.tsx")).AutomationScreen,
    ),
  },
  {
    path: "api",
    place: { group: "other", name: "api", Icon: IconCode, letter: "a" },
    under: "scripts",
    Screen: lazyPart(async () => (await import("../features/reference/ApiScreen.tsx")).ApiScreen),
  },
];

/** The address of a screen's place, without what may follow it. */
export function addressOf({ path }: Screen): string {
  return `/${path.replace(/\/?:.*$/, "")}`;
}

export const places = screens.flatMap((screen) =>
  screen.place === null ? [] : [{ ...screen.place, to: addressOf(screen) }],
);
export type ListedPlace = (typeof places)[number];
