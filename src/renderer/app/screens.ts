import IconArrowsExchange from "@iconify-json/tabler/icons/arrows-exchange";
import IconChartLine from "@iconify-json/tabler/icons/chart-line";
import IconCode from "@iconify-json/tabler/icons/code";
import IconFolders from "@iconify-json/tabler/icons/folders";
import IconFocusCentered from "@iconify-json/tabler/icons/focus-centered";
import IconHistory from "@iconify-json/tabler/icons/history";
import IconHome from "@iconify-json/tabler/icons/home";
import IconHourglass from "@iconify-json/tabler/icons/hourglass";
import IconLink from "@iconify-json/tabler/icons/link";
import IconQrcode from "@iconify-json/tabler/icons/qrcode";
import IconSettings from "@iconify-json/tabler/icons/settings";
import IconBroadcast from "@iconify-json/tabler/icons/broadcast";
import IconSpeakerphone from "@iconify-json/tabler/icons/speakerphone";
import IconMessage from "@iconify-json/tabler/icons/message";
import IconTag from "@iconify-json/tabler/icons/tag";
import IconUserSquare from "@iconify-json/tabler/icons/user-square";
import IconWorld from "@iconify-json/tabler/icons/world";
import type { OutlineIcon } from "../theme/outlineIcon.tsx";
import type { ComponentType } from "react";
import { HomeScreen } from "../features/home/HomeScreen.tsx";
import { lazyPart } from "../i18n/lazyPart.ts";
import type { Words } from "../i18n/words.ts";
import type { SectionName } from "../../contract/server/settingsTable.ts";
import type { ScreenPath } from "./addresses.ts";

/** Where the navigation shows a screen. */
export type ScreenGroup = "main" | "organise" | "visitors" | "foot";

interface Place {
  readonly group: ScreenGroup;
  /** Its word is `nav.<name>`. */
  readonly name: Exclude<keyof Words["nav"], "label" | "unread">;
  readonly Icon: OutlineIcon;
  /** Goes there after `g`. */
  readonly letter: string | null;
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

export const screens: readonly Screen[] = [
  {
    path: "",
    place: { group: "main", name: "home", Icon: IconHome, letter: "h" },
    Screen: HomeScreen,
  },
  {
    path: "links",
    place: { group: "main", name: "links", Icon: IconLink, letter: "l" },
    Screen: lazyPart(async () => (await import("../features/links/LinksScreen.tsx")).LinksScreen),
  },
  {
    path: "links/:id",
    place: null,
    Screen: lazyPart(
      async () => (await import("../features/links/page/LinkScreen.tsx")).LinkScreen,
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
    path: "bio/:id?",
    place: { group: "main", name: "bio", Icon: IconUserSquare, letter: "b" },
    Screen: lazyPart(async () => (await import("../features/bioPages/BioScreen.tsx")).BioScreen),
  },
  {
    path: "statistics",
    place: { group: "main", name: "statistics", Icon: IconChartLine, letter: "s" },
    Screen: lazyPart(
      async () => (await import("../features/statistics/StatisticsScreen.tsx")).StatisticsScreen,
    ),
  },
  {
    path: "collections/:kind?/:id?",
    place: { group: "organise", name: "collections", Icon: IconFolders, letter: "k" },
    Screen: lazyPart(
      async () => (await import("../features/collections/CollectionsScreen.tsx")).CollectionsScreen,
    ),
  },
  {
    path: "campaigns/:id?",
    place: { group: "organise", name: "campaigns", Icon: IconSpeakerphone, letter: "m" },
    under: "collections",
    Screen: lazyPart(
      async () => (await import("../features/campaigns/CampaignsScreen.tsx")).CampaignsScreen,
    ),
  },
  {
    path: "channels/:id?",
    place: { group: "organise", name: "channels", Icon: IconBroadcast, letter: "c" },
    under: "collections",
    Screen: lazyPart(
      async () => (await import("../features/channels/ChannelsScreen.tsx")).ChannelsScreen,
    ),
  },
  {
    path: "tags",
    place: { group: "organise", name: "tags", Icon: IconTag, letter: "t" },
    Screen: lazyPart(async () => (await import("../features/tags/TagsScreen.tsx")).TagsScreen),
  },
  {
    path: "splash/:id?",
    place: { group: "visitors", name: "splash", Icon: IconHourglass, letter: "p" },
    Screen: lazyPart(
      async () => (await import("../features/splashPages/SplashScreen.tsx")).SplashScreen,
    ),
  },
  {
    path: "overlays/:id?",
    place: { group: "visitors", name: "overlays", Icon: IconMessage, letter: "f" },
    Screen: lazyPart(
      async () => (await import("../features/overlays/OverlaysScreen.tsx")).OverlaysScreen,
    ),
  },
  {
    path: "inbox",
    place: null,
    Screen: lazyPart(async () => (await import("../features/inbox/InboxScreen.tsx")).InboxScreen),
  },
  {
    path: "pixels/:id?",
    place: { group: "visitors", name: "pixels", Icon: IconFocusCentered, letter: "i" },
    under: "privacy",
    Screen: lazyPart(
      async () => (await import("../features/pixels/PixelsScreen.tsx")).PixelsScreen,
    ),
  },
  {
    path: "domains/:id?",
    place: { group: "visitors", name: "domains", Icon: IconWorld, letter: "d" },
    under: "sharing",
    Screen: lazyPart(
      async () => (await import("../features/domains/DomainsScreen.tsx")).DomainsScreen,
    ),
  },
  {
    path: "history",
    place: { group: "foot", name: "history", Icon: IconHistory, letter: "y" },
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
    place: { group: "foot", name: "exchange", Icon: IconArrowsExchange, letter: "x" },
    under: "data",
    Screen: lazyPart(
      async () => (await import("../features/exchange/ExchangeScreen.tsx")).ExchangeScreen,
    ),
  },
  {
    path: "public",
    place: null,
    Screen: lazyPart(
      async () =>
        (await import("../features/publicAddress/PublicAddressScreen.tsx")).PublicAddressScreen,
    ),
  },
  {
    path: "settings/:section?",
    place: { group: "foot", name: "settings", Icon: IconSettings, letter: "," },
    Screen: lazyPart(
      async () => (await import("../features/settings/SettingsScreen.tsx")).SettingsScreen,
    ),
  },
  {
    path: "api",
    place: { group: "foot", name: "api", Icon: IconCode, letter: "a" },
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
