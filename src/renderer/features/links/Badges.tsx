import IconAppWindow from "@iconify-json/tabler/icons/app-window";
import IconArchive from "@iconify-json/tabler/icons/archive";
import IconChartLine from "@iconify-json/tabler/icons/chart-line";
import IconClock from "@iconify-json/tabler/icons/clock";
import IconClockOff from "@iconify-json/tabler/icons/clock-off";
import IconLock from "@iconify-json/tabler/icons/lock";
import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Format } from "../../i18n/format.ts";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { useMinute } from "../../app/client/queries.ts";
import classes from "./Badges.module.css";

interface Badged {
  readonly starts?: string | undefined;
  readonly expiry: string | null;
  readonly password: boolean;
  readonly status: "public" | "private";
  readonly type: string;
  readonly archived: boolean;
}

interface Badge {
  readonly kind: "starts" | "expired" | "expires" | "password" | "public" | "frame" | "archived";
  readonly text: string;
}

const icons: Readonly<Record<Badge["kind"], ReactNode>> = {
  starts: <IconClockOff size={12} />,
  expired: <IconClockOff size={12} />,
  expires: <IconClock size={12} />,
  password: <IconLock size={12} />,
  public: <IconChartLine size={12} />,
  frame: <IconAppWindow size={12} />,
  archived: <IconArchive size={12} />,
};

/** What a link does beyond leading somewhere. `now` is the account's wall clock. */
export function badgesOf(link: Badged, now: string, t: TFunction, format: Format): Badge[] {
  const { starts, expiry, password, status, type, archived } = link;
  const badges: Badge[] = [];
  if (starts !== undefined && starts > now)
    badges.push({ kind: "starts", text: t("badge.starts", { date: format.day(starts) }) });
  if (expiry !== null && expiry <= now) badges.push({ kind: "expired", text: t("badge.expired") });
  else if (expiry !== null)
    badges.push({ kind: "expires", text: t("badge.expires", { date: format.day(expiry) }) });
  if (password) badges.push({ kind: "password", text: t("badge.password") });
  if (status === "public") badges.push({ kind: "public", text: t("badge.public") });
  if (type === "frame") badges.push({ kind: "frame", text: t("badge.frame") });
  if (archived) badges.push({ kind: "archived", text: t("badge.archived") });
  return badges;
}

/** Told by sign and word. */
export function Badges({
  link,
  isCompact = false,
}: {
  readonly link: Badged;
  readonly isCompact?: boolean;
}) {
  const { t } = useTranslation();
  const badges = badgesOf(link, useMinute(), t, useFormat());
  return badges.length === 0 ? null : <BadgeList badges={badges} isCompact={isCompact} />;
}

export function BadgeList({
  badges,
  isCompact = false,
}: {
  readonly badges: readonly Badge[];
  /** Signs alone, their words on pointing at them and for screen readers. */
  readonly isCompact?: boolean;
}) {
  return (
    <span className={classes.badges} data-compact={isCompact || undefined}>
      {badges.map(({ kind, text }) => (
        <span key={kind} className="chip" data-kind={kind} title={text}>
          {icons[kind]}
          <span className={isCompact ? "visuallyHidden" : undefined}>{text}</span>
        </span>
      ))}
    </span>
  );
}
