import IconAlertTriangle from "@iconify-json/tabler/icons/alert-triangle";
import { useTranslation } from "react-i18next";
import classes from "./Notice.module.css";

/** What the service wants its owner to know, in its own words. */
export function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  const { t } = useTranslation();
  if (warnings.length === 0) return null;
  return (
    <section className={classes.notice} data-kind="caution" aria-label={t("warnings.title")}>
      <IconAlertTriangle size={20} className={classes.icon} aria-hidden="true" />
      <div className={classes.words}>
        <strong>{t("warnings.title")}</strong>
        <ul>
          {warnings.map((warning) => (
            <li key={warning}>
              <bdi>{warning}</bdi>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
