import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ServiceState } from "../../../contract/server/service.ts";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import classes from "./HomeScreen.module.css";

export function Today({
  service,
  links,
}: {
  readonly service: ServiceState | undefined;
  readonly links: number | undefined;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const figure = (value: number | undefined) => (value === undefined ? "–" : format.number(value));
  const lost = service?.clicksLost ?? 0;
  return (
    <section className={classes.panel}>
      <dl className={classes.figures}>
        <div>
          <dt>{t("home.today")}</dt>
          <dd>
            <Link to="/statistics?range=today" data-testid="today">
              {figure(service?.clicksToday)}
            </Link>
          </dd>
        </div>
        <div>
          <dt>{t("home.total")}</dt>
          <dd>{figure(links)}</dd>
        </div>
      </dl>
      {lost > 0 && (
        <p className={classes.lost} role="alert">
          {t("home.lost", { count: lost, formatted: format.number(lost) })}
        </p>
      )}
    </section>
  );
}
