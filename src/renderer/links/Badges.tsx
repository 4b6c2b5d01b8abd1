import { IconClockOff, IconFrame, IconHourglass, IconLock, IconWorld } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { timestampNow } from "../i18n/format.ts";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import { useService } from "../queries.ts";
import classes from "./Badges.module.css";

interface Badged {
  readonly expiry: string | null;
  readonly password: boolean;
  readonly status: "public" | "private";
  readonly type: string;
}

/** What a link does beyond leading somewhere, told by sign and word. */
export function Badges({
  link,
  isCompact = false,
}: {
  readonly link: Badged;
  /** Signs alone, their words on pointing at them and for screen readers. */
  readonly isCompact?: boolean;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const service = useService();
  const { expiry, password, status, type } = link;
  // As of the last answer of the service, which is never more than a few seconds old.
  const now = timestampNow(service.data?.timeZone ?? "UTC", new Date(service.dataUpdatedAt));
  const isExpired = expiry !== null && expiry <= now;
  if (expiry === null && !password && status === "private" && type !== "frame") return null;
  return (
    <span className={classes.badges} data-compact={isCompact || undefined}>
      {isExpired && (
        <Badge kind="expired" icon={<IconClockOff size={12} />} text={t("badge.expired")} />
      )}
      {expiry !== null && !isExpired && (
        <Badge
          icon={<IconHourglass size={12} />}
          text={t("badge.expires", { date: format.day(expiry) })}
        />
      )}
      {password && <Badge icon={<IconLock size={12} />} text={t("badge.password")} />}
      {status === "public" && <Badge icon={<IconWorld size={12} />} text={t("badge.public")} />}
      {type === "frame" && <Badge icon={<IconFrame size={12} />} text={t("badge.frame")} />}
    </span>
  );
}

function Badge({
  icon,
  text,
  kind,
}: {
  readonly icon: ReactNode;
  readonly text: string;
  readonly kind?: "expired";
}) {
  return (
    <span className={classes.badge} data-kind={kind} title={text}>
      {icon}
      <span className={classes.text}>{text}</span>
    </span>
  );
}
