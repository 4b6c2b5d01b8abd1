import { useTranslation } from "react-i18next";
import { useId } from "react";
import type { ImportPreview } from "../../../../contract/changes/jobResults.ts";
import { useFormat } from "../../../i18n/PreferencesProvider.tsx";
import { messageText } from "../../../i18n/messageText.ts";
import classes from "../Exchange.module.css";

/** What a file holds that has no place here, told before anything is done. */
export function LeftBehind({ preview }: { readonly preview: ImportPreview }) {
  const { t } = useTranslation();
  const format = useFormat();
  const heading = useId();
  const strangers = preview.domains.filter(({ registered }) => !registered);
  // Strangers' domains are told with how many links they have.
  const dropped = preview.dropped.filter(
    ({ column }) => column !== "domain" || strangers.length === 0,
  );
  if (dropped.length === 0 && strangers.length === 0 && preview.withPassword === 0) return null;
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <h2 id={heading}>{t("import.leftTitle")}</h2>
      <ul className={classes.left}>
        {strangers.map(({ host, links }) => (
          <li key={host}>
            {t("import.stranger", {
              count: links,
              formatted: format.number(links),
              host: `\u2066${host}\u2069`,
            })}
          </li>
        ))}
        {preview.withPassword > 0 && (
          <li>
            {t("import.withPassword", {
              count: preview.withPassword,
              formatted: format.number(preview.withPassword),
            })}
          </li>
        )}
        {dropped.map(({ column, why, ...said }) => (
          <li key={`${column} ${said.code}`}>
            {t("import.column", { column: `\u2068${column}\u2069` })}{" "}
            <bdi className="soft">{messageText({ ...said, message: why }, t, format)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
