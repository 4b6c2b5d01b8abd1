import { ActionIcon, Group, Tooltip } from "@mantine/core";
import IconPin from "@iconify-json/tabler/icons/pin";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { lazyPart } from "../../i18n/lazyPart.ts";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { useService } from "../client/queries.ts";
import { places } from "../screens.ts";
import classes from "./Navigation.module.css";
import { type Pinnable, usePinnable, usePins } from "./pins.ts";
import { PlaceLink } from "./PlaceLink.tsx";

const PinPicker = lazyPart(async () => (await import("./PinPicker.tsx")).PinPicker);

const gathered = places.filter(({ group }) => group === "gathered");

/** What its user keeps at hand of what links are gathered by; nothing before there is any. */
export function Pinned() {
  const { t } = useTranslation();
  const { pins } = usePins();
  const [isPicking, setPicking] = useState(false);
  const known = usePinnable((kind) => pins.some((pin) => pin.startsWith(`${kind}:`)));
  const { pathname } = useLocation();
  const isGathered = gathered.some(({ to }) => pathname.startsWith(to));
  const { collections = 0, tags = 0 } = useService().data?.counts ?? {};
  if (collections + tags === 0 && !isGathered) return null;
  const byPin = new Map(known.map((one) => [one.pin, one]));
  const shown = pins.flatMap((pin) => byPin.get(pin) ?? []);
  const button = (
    <Tooltip label={t("nav.choosePins")} disabled={isPicking}>
      <ActionIcon
        size={24}
        aria-label={t("nav.choosePins")}
        aria-expanded={isPicking}
        onClick={() => setPicking((before) => !before)}
      >
        <IconPin size={14} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <>
      <Group className={classes.heading} gap={0} justify="space-between" wrap="nowrap">
        {t("nav.pinned")}
        <Suspense fallback={button}>
          {isPicking ? <PinPicker target={button} close={() => setPicking(false)} /> : button}
        </Suspense>
      </Group>
      {shown.map((one) => (
        <PinLink key={one.pin} of={one} />
      ))}
      {gathered.map((place) => (
        <PlaceLink key={place.to} place={place} />
      ))}
    </>
  );
}

function PinLink({ of: { name, color, links, to } }: { readonly of: Pinnable }) {
  const format = useFormat();
  const { pathname, search } = useLocation();
  return (
    <Link
      to={to}
      className={classes.place}
      aria-current={`${pathname}${search}` === to ? "page" : undefined}
    >
      <svg viewBox="0 0 8 8" className={classes.dot} aria-hidden="true">
        <circle cx="4" cy="4" r="4" fill={color ?? "var(--ink-soft)"} />
      </svg>
      <bdi>{name}</bdi>
      {links !== null && links > 0 && (
        <span className={classes.count} aria-hidden="true">
          {format.number(links)}
        </span>
      )}
    </Link>
  );
}
