import { ActionIcon, Group, Stack, Text, Tooltip, UnstyledButton, Button } from "@mantine/core";
import IconDots from "@iconify-json/tabler/icons/dots";
import IconKeyboard from "@iconify-json/tabler/icons/keyboard";
import IconPlus from "@iconify-json/tabler/icons/plus";
import IconSearch from "@iconify-json/tabler/icons/search";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { RunningJobs } from "../../features/jobs/RunningJobs.tsx";
import { useEditor } from "../../features/links/editorContext.ts";
import { lazyPart } from "../../i18n/lazyPart.ts";
import { places } from "../screens.ts";
import { Mark } from "./Mark.tsx";
import classes from "./Navigation.module.css";
import { Pinned } from "./Pinned.tsx";
import { PlaceLink } from "./PlaceLink.tsx";
import { PreferencesMenu } from "./PreferencesMenu.tsx";
import { useReach } from "../../features/settings/sections/reach.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { ReachDot } from "../../ui/address/AddressReach.tsx";
import { isPortOpen, reachText } from "../../ui/address/reachText.ts";
import { useMinute, useService } from "../client/queries.ts";

/** The one place that says whether others reach the links right now, as it was measured. */
function ReachCard() {
  const { t, format } = useI18n();
  const now = useMinute();
  const { data } = useReach();
  const service = useService().data;
  if (data === undefined) return null;
  const isLocal = data.state === "local" && !isPortOpen(data);
  const state = reachText(data, now, t, format);
  if (!isLocal)
    return (
      <Link to="/public" className={classes.reach} aria-label={t("reach.label", { state })}>
        <ReachDot state={isPortOpen(data) ? "unverified" : data.state} />
        <span>{state}</span>
        {service?.temporary === true && (
          <span className={classes.reachText}>{t("local.temporary")}</span>
        )}
      </Link>
    );
  return (
    <section className={classes.reach} aria-label={t("reach.label", { state })}>
      <ReachDot state="local" />
      <strong>{state}</strong>
      <Text size="xs" c="dimmed" className={classes.reachText ?? ""}>
        {t("reach.card.text")}
      </Text>
      <Button component={Link} to="/public" size="xs" variant="filled" color="ink">
        {t("reach.card.act")}
      </Button>
    </section>
  );
}

const PlacesDrawer = lazyPart(async () => (await import("./PlacesDrawer.tsx")).PlacesDrawer);

const mainPlaces = places.filter(({ group }) => group === "main");
const footPlaces = places.filter(({ group }) => group === "foot");

/** Places that a narrow window has room for at its foot; the others stand behind a button. */
const mostAtFoot = 4;

interface Props {
  readonly openShortcuts: () => void;
  readonly openPalette: () => void;
}

export function Navigation({ openShortcuts, openPalette }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <>
      <nav aria-label={t("nav.label")} className={classes.side}>
        <Head openPalette={openPalette} />
        <Places openShortcuts={openShortcuts} />
      </nav>
      <div role="search" aria-label={t("nav.palette")} className={classes.top}>
        <Head openPalette={openPalette} />
      </div>
      <nav aria-label={t("nav.label")} className={classes.bottom}>
        {mainPlaces.slice(0, mostAtFoot).map((place) => (
          <PlaceLink key={place.to} place={place} isCompact />
        ))}
        <OtherPlaces key={pathname} openShortcuts={openShortcuts} />
      </nav>
    </>
  );
}

/** Whose window it is, the field for everything, and the way to a new link. */
function Head({ openPalette }: Pick<Props, "openPalette">) {
  const { t } = useTranslation();
  const editor = useEditor();
  return (
    <>
      <div className={classes.head}>
        <Link to="/" className={classes.name ?? ""}>
          <Mark size={26} />
          {t("app.name")}
        </Link>
        <Tooltip label={t("nav.newLink")}>
          <ActionIcon
            size={32}
            aria-label={t("nav.newLink")}
            aria-keyshortcuts="C"
            onClick={editor.openNew}
          >
            <IconPlus size={18} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      </div>
      <UnstyledButton
        className={classes.search ?? ""}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={openPalette}
      >
        <IconSearch size={16} aria-hidden="true" />
        <span>{t("nav.search")}</span>
        <kbd dir="ltr" className="key" aria-hidden="true">
          {/mac/i.test(navigator.platform) ? "⌘K" : "Ctrl K"}
        </kbd>
      </UnstyledButton>
    </>
  );
}

/** Everything below the field. */
function Places({ openShortcuts }: Pick<Props, "openShortcuts">) {
  const { t } = useTranslation();
  return (
    <>
      {mainPlaces.map((place) => (
        <PlaceLink key={place.to} place={place} />
      ))}
      <Pinned />
      <Stack gap="xs" mt="auto" pt="md">
        <RunningJobs />
        <ReachCard />
        <Group className={classes.last} gap={0} wrap="nowrap">
          {footPlaces.map((place) => (
            <PlaceLink key={place.to} place={place} />
          ))}
          <PreferencesMenu />
          <Tooltip label={t("nav.shortcuts")}>
            <ActionIcon size={32} aria-label={t("nav.shortcuts")} onClick={openShortcuts}>
              <IconKeyboard size={18} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Stack>
    </>
  );
}

/** In a narrow window, what has no place at its foot. */
function OtherPlaces({ openShortcuts }: Pick<Props, "openShortcuts">) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <UnstyledButton
        className={classes.compact ?? ""}
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <IconDots size={20} aria-hidden="true" />
        <Text component="span" size="xs" inherit>
          {t("nav.more")}
        </Text>
      </UnstyledButton>
      {isOpen && (
        <Suspense>
          <PlacesDrawer close={() => setOpen(false)}>
            <Stack aria-label={t("nav.menu")} className={classes.drawer} component="nav" gap={2}>
              <Places openShortcuts={openShortcuts} />
            </Stack>
          </PlacesDrawer>
        </Suspense>
      )}
    </>
  );
}
