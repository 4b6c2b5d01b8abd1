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
export function Badges({ link }: { readonly link: Badged }) {
  const { t } = useTranslation();
  const format = useFormat();
  const timeZone = useService().data?.timeZone ?? "UTC";
  const { expiry, password, status, type } = link;
  const isExpired = expiry !== null && expiry <= timestampNow(timeZone, new Date());
  if (expiry === null && !password && status === "private" && type !== "frame") return null;
  return (
    <span className={classes.badges}>
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
    <span className={classes.badge} data-kind={kind}>
      {icon}
      {text}
    </span>
  );
}
