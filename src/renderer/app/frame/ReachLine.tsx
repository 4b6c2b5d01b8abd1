import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { useMinute } from "../client/queries.ts";
import { useReach } from "../../features/settings/sections/reach.ts";
import { ReachDot } from "../../ui/address/ReachDot.tsx";
import classes from "./ReachLine.module.css";
import { isPortOpen, reachText } from "../../ui/address/reachText.ts";

/** At the foot of the navigation: whether others reach the links right now, as it was measured. */
export function ReachLine() {
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
