import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Edge } from "../../../contract/edge.ts";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { ProgressBar } from "../jobs/ProgressBar.tsx";
import classes from "../settings/Settings.module.css";

/** What the free plan of a day has come to, and where it leads. */
export function EdgeMeter({
  meter: { written, limit, forecast, warns, left },
  lost,
}: {
  readonly meter: NonNullable<Edge["meter"]>;
  readonly lost: number;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const heading = useId();
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <h3 id={heading}>{t("edge.meter.title")}</h3>
      <ProgressBar
        name={t("edge.meter.rows")}
        said={t("edge.meter.of", {
          written: format.number(written),
          limit: format.number(limit),
        })}
        done={Math.min(written, limit)}
        total={limit}
      />
      {warns ? (
        <p className={classes.note} role="status">
          {t("edge.meter.warns", { forecast: format.number(forecast) })}
        </p>
      ) : (
        <p className="soft">{t("edge.meter.forecast", { forecast: format.number(forecast) })}</p>
      )}
      <p className="soft">
        {t("edge.meter.left", { count: left, formatted: format.number(left) })}{" "}
        {t("edge.meter.text")}
      </p>
      {lost > 0 && (
        <p className={classes.note}>
          {t("edge.meter.lost", { count: lost, formatted: format.number(lost) })}
        </p>
      )}
    </section>
  );
}
