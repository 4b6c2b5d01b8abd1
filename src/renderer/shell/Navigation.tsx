import { ActionIcon, Button, Tooltip } from "@mantine/core";
import {
  IconArrowsExchange,
  IconCode,
  IconHistory,
  IconHome,
  IconKeyboard,
  IconLink,
  IconPlus,
  IconTag,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { useEditor } from "../links/editing.ts";
import { Mark } from "./Mark.tsx";
import classes from "./Navigation.module.css";
import { PreferencesMenu } from "./PreferencesMenu.tsx";

const places = [
  { to: "/", name: "home", Icon: IconHome },
  { to: "/links", name: "links", Icon: IconLink },
  { to: "/tags", name: "tags", Icon: IconTag },
] as const;

const placesAtFoot = [
  { to: "/history", name: "history", Icon: IconHistory },
  { to: "/exchange", name: "exchange", Icon: IconArrowsExchange },
  { to: "/api", name: "api", Icon: IconCode },
] as const;

type Place = (typeof places)[number] | (typeof placesAtFoot)[number];

export function Navigation({ openShortcuts }: { readonly openShortcuts: () => void }) {
  const { t } = useTranslation();
  const editor = useEditor();
  return (
    <nav aria-label={t("nav.label")} className={classes.bar}>
      <div className={classes.name}>
        <Mark size={24} />
        <span>{t("app.name")}</span>
      </div>
      <div className={classes.places}>
        {places.map((place) => (
          <PlaceLink key={place.to} place={place} />
        ))}
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
      <div className={classes.placesAtFoot}>
        {placesAtFoot.map((place) => (
          <PlaceLink key={place.to} place={place} />
        ))}
      </div>
      <div className={classes.foot}>
        <PreferencesMenu />
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
      </div>
    </nav>
  );
}

function PlaceLink({ place: { to, name, Icon } }: { readonly place: Place }) {
  const { t } = useTranslation();
  return (
    <NavLink to={to} end={to === "/"} className={classes.place ?? ""}>
      <Icon size={18} aria-hidden="true" />
      <span>{t(`nav.${name}`)}</span>
    </NavLink>
  );
}
