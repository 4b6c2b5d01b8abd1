import { Button } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import { sentenceText } from "../sentences/sentenceText.ts";
import { type AskedRestore, nameOf } from "./backups.ts";
import { restoredFields } from "./restoredFields.ts";
import rows from "./Backups.module.css";
import classes from "./Exchange.module.css";

const deeds = ["added", "changed", "removed"] as const;

/** What going back to a backup would do, before anything is done. */
export function BackupPreview({
  asked: { choice, preview },
  isAnew,
  isBusy,
  restore,
  close,
}: {
  readonly asked: AskedRestore;
  /** It takes the place of one that did not hold any more. */
  readonly isAnew: boolean;
  readonly isBusy: boolean;
  readonly restore: () => void;
  readonly close: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const heading = useId();
  const { changes, said } = preview;
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <h2 id={heading}>{t("backups.previewOf", { name: `\u2068${nameOf(choice)}\u2069` })}</h2>
      {isAnew && <p role="alert">{t("backups.previewedAnew")}</p>}
      {changes.length === 0 && <p role="status">{t("backups.same")}</p>}
      {changes.map((change) => (
        <details key={change.kind}>
          <summary>
            <strong>{t(`backups.kinds.${change.kind}`)}</strong>{" "}
            {deeds
              .filter((deed) => change[deed] > 0)
              .map((deed) =>
                t(`backups.${deed}`, {
                  count: change[deed],
                  formatted: format.number(change[deed]),
                }),
              )
              .join(t("common.comma"))}
          </summary>
          <ul>
            {change.examples.map(({ id, name, fields }) => (
              <li key={id}>
                <bdi>{name}</bdi>{" "}
                <span className="soft">
                  {restoredFields(change.kind, fields, t).join(t("common.comma"))}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ))}
      {said.map((sentence) => (
        <p key={sentence.code}>{sentenceText(sentence, t, format)}</p>
      ))}
      <div className={rows.row}>
        <span className="soft">{changes.length > 0 && t("backups.undoHint")}</span>
        <div className={rows.actions}>
          <Button onClick={close}>{t("common.close")}</Button>
          {changes.length > 0 && (
            <Button variant="filled" loading={isBusy} onClick={restore}>
              {t("backups.restore")}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
