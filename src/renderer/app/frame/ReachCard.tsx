import { Button, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useReach } from "../../features/settings/sections/reach.ts";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { ReachDot } from "../../ui/address/AddressReach.tsx";
import { isPortOpen, reachText } from "../../ui/address/reachText.ts";
import { useMinute, useService } from "../client/queries.ts";
import classes from "./Navigation.module.css";

/** The one place that says whether others reach the links right now, as it was measured. */
export function ReachCard() {
  const { t } = useTranslation();
  const format = useFormat();
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
