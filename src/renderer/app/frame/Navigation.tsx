import { ActionIcon, Button, Tooltip } from "@mantine/core";
import IconKeyboard from "@iconify-json/tabler/icons/keyboard";
import IconMenu2 from "@iconify-json/tabler/icons/menu-2";
import IconPlus from "@iconify-json/tabler/icons/plus";
import IconSearch from "@iconify-json/tabler/icons/search";
import { Suspense, useState } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { RunningJobs } from "../../features/jobs/RunningJobs.tsx";
import { useEditor } from "../../features/links/editorContext.ts";
import { useMinute, useService } from "../client/queries.ts";
import { Mark } from "./Mark.tsx";
import classes from "./Navigation.module.css";
import { PreferencesMenu } from "./PreferencesMenu.tsx";
import { type ListedPlace, places, type ScreenGroup } from "../screens.ts";
import { lazyPart } from "../../i18n/lazyPart.ts";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { useReach } from "../../features/settings/sections/reach.ts";
import { ReachDot } from "../../ui/address/AddressReach.tsx";
import { isPortOpen, reachText } from "../../ui/address/reachText.ts";

const PlacesDrawer = lazyPart(async () => (await import("./PlacesDrawer.tsx")).PlacesDrawer);

/** Groups in their order; those that have a heading. */
const groups = [
  { group: "main", heading: null },
  { group: "organise", heading: "nav.organise" },
  { group: "visitors", heading: "nav.visitors" },
  { group: "foot", heading: null },
] as const satisfies readonly { readonly group: ScreenGroup; readonly heading: string | null }[];

interface Props {
  readonly openShortcuts: () => void;
  readonly openPalette: () => void;
}

export function Navigation({ openShortcuts, openPalette }: Props) {
  const { t } = useTranslation();
  const editor = useEditor();
  const { pathname } = useLocation();
  return (
    <nav aria-label={t("nav.label")} className={classes.bar}>
      <div className={classes.name}>
        <Mark size={24} />
        <span>{t("app.name")}</span>
      </div>
      <Button
        className={classes.create ?? ""}
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        rightSection={<kbd className="key">C</kbd>}
        justify="space-between"
        aria-keyshortcuts="C"
        onClick={editor.openNew}
      >
        {t("nav.newLink")}
      </Button>
      <div className={classes.wide}>
        <PlaceGroups />
      </div>
      <RunningJobs />
      <div className={classes.foot}>
        <PreferencesMenu />
        <Tooltip label={t("nav.palette")}>
          <ActionIcon
            aria-label={t("nav.palette")}
            aria-keyshortcuts="Control+K Meta+K"
            size={32}
            onClick={openPalette}
          >
            <IconSearch size={18} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t("nav.shortcuts")}>
          <ActionIcon
            className={classes.keyboard}
            aria-label={t("nav.shortcuts")}
            size={32}
            onClick={openShortcuts}
          >
            <IconKeyboard size={18} />
          </ActionIcon>
        </Tooltip>
        <AllPlaces key={pathname} />
      </div>
    </nav>
  );
}

/** In a narrow window the places stand behind a button. */
function AllPlaces() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.narrow}>
      <ActionIcon
        aria-label={t("nav.menu")}
        aria-expanded={isOpen}
        size={32}
        onClick={() => setOpen(true)}
      >
        <IconMenu2 size={18} />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <PlacesDrawer close={() => setOpen(false)}>
            <nav aria-label={t("nav.menu")} className={classes.drawer}>
              <PlaceGroups />
            </nav>
          </PlacesDrawer>
        </Suspense>
      )}
    </div>
  );
}

function PlaceGroups() {
  const { t } = useTranslation();
  return groups.map(({ group, heading }) => {
    const shown = places.filter((place) => place.group === group);
    if (shown.length === 0) return null;
    return (
      <div key={group} className={classes.places} data-group={group}>
        {heading !== null && <p className={classes.heading}>{t(heading)}</p>}
        {shown.map((place) => (
          <PlaceLink key={place.to} place={place} />
        ))}
        {group === "foot" && <ReachLine />}
      </div>
    );
  });
}

/** Screens that are the second tab of a place. */
const secondTabs: ReadonlyMap<string, string> = new Map([
  ["/overlays", "/inbox"],
  ["/history", "/trash"],
]);

function PlaceLink({ place: { to, name, Icon } }: { readonly place: ListedPlace }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const words = (
    <>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      <span>{t(`nav.${name}`)}</span>
      {name === "overlays" && <Unread />}
    </>
  );
  if (pathname === secondTabs.get(to))
    return (
      <Link to={to} className={classes.place} aria-current="true">
        {words}
      </Link>
    );
  return (
    <NavLink to={to} end={to === "/"} className={classes.place ?? ""}>
      {words}
    </NavLink>
  );
}

/** What visitors wrote and nobody has read. */
function Unread() {
  const { t } = useTranslation();
  const format = useFormat();
  const unread = useService().data?.unread ?? 0;
  if (unread === 0) return null;
  const formatted = format.number(unread);
  return (
    <span className={classes.unread}>
      <span aria-hidden="true">{formatted}</span>
      <span className="visuallyHidden">{t("nav.unread", { formatted })}</span>
    </span>
  );
}

/** At the foot of the navigation: whether others reach the links right now, as it was measured. */
function ReachLine() {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useMinute();
  const { data } = useReach();
  if (data === undefined) return null;
  const state = reachText(data, now, t, format);
  return (
    <Link to="/public" className={classes.line ?? ""} aria-label={t("reach.label", { state })}>
      <ReachDot state={isPortOpen(data) ? "unproved" : data.state} />
      <span>{state}</span>
    </Link>
  );
}
