import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { useService } from "../client/queries.ts";
import type { ListedPlace } from "../screens.ts";
import classes from "./Navigation.module.css";

interface Props {
  readonly place: ListedPlace;
  /** At the foot of a narrow window: the icon over the name. */
  readonly isCompact?: boolean;
}

/** Leads to a screen of the navigation; screens that belong to it mark it as well. */
export function PlaceLink({ place, isCompact = false }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { to, name, Icon, within = [] } = place;
  const isHere = pathname === to;
  const isWithin = [to, ...within].some((root) => pathname.startsWith(`${root}/`));
  const isNear = isWithin || within.includes(pathname);
  return (
    <Link
      to={to}
      className={isCompact ? classes.compact : classes.place}
      aria-current={isHere ? "page" : isNear || undefined}
    >
      <Icon size={isCompact ? 20 : 17} stroke={1.75} aria-hidden="true" />
      <span>{t(`nav.${name}`)}</span>
      <PlaceCount of={name} />
    </Link>
  );
}

/** Records behind a place, and messages that nobody has read. */
function PlaceCount({ of: name }: { readonly of: ListedPlace["name"] }) {
  const { t, format } = useI18n();
  const service = useService().data;
  if (service === undefined) return null;
  const { counts, unread } = service;
  const numbers: Readonly<Partial<Record<string, number>>> = { ...counts, inbox: unread };
  const count = numbers[name] ?? 0;
  if (count === 0) return null;
  const formatted = format.number(count);
  if (name !== "inbox")
    return (
      <span className={classes.count} aria-hidden="true">
        {formatted}
      </span>
    );
  return (
    <span className={classes.count} data-new>
      <span aria-hidden="true">{formatted}</span>
      <span className="visuallyHidden">{t("nav.unread", { formatted })}</span>
    </span>
  );
}
