import { useTranslation } from "react-i18next";
import { useId } from "react";
import { conflictChoices } from "../../../../contract/changes/imports.ts";
import type { ImportPreview } from "../../../../contract/changes/jobResults.ts";
import { useFormat } from "../../../i18n/PreferencesProvider.tsx";
import { Address } from "../../../ui/address/Address.tsx";
import { Choices } from "../../../ui/inputs/Choices.tsx";
import classes from "../Exchange.module.css";
import type { ImportChoices, OnConflict } from "../imports/imports.ts";

/** Rows whose short address something else has here already, and what shall become of them. */
export function Conflicting({
  preview,
  chosen,
  choose,
}: {
  readonly preview: ImportPreview;
  readonly chosen: OnConflict;
  readonly choose: (part: Partial<ImportChoices>) => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const heading = useId();
  const shown = preview.conflicting.slice(0, 20);
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <h2 id={heading}>
        {t("import.conflictTitle", {
          count: preview.conflicts,
          formatted: format.number(preview.conflicts),
        })}
      </h2>
      <Choices
        labelledBy={heading}
        value={chosen}
        options={conflictChoices.map((value) => ({
          value,
          label: t(`import.on.${value}`),
          hint: t(`import.on.${value}Hint`),
        }))}
        choose={(onConflict) => choose({ onConflict })}
      />
      <details>
        <summary>{t("import.conflictList")}</summary>
        <div className={classes.wide} tabIndex={0} role="group" aria-labelledby={heading}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t("import.line")}</th>
                <th scope="col">{t("fields.custom")}</th>
                <th scope="col">{t("import.leadsNow")}</th>
                <th scope="col">{t("import.leadsInFile")}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.line}>
                  <td>{format.number(row.line)}</td>
                  <td>
                    <bdi dir="ltr">{row.alias}</bdi>
                  </td>
                  <td>
                    <Address of={row.present} />
                  </td>
                  <td>
                    <Address of={row.given} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {preview.conflicts > shown.length && (
          <p className="soft">
            {t("import.more", { formatted: format.number(preview.conflicts - shown.length) })}
          </p>
        )}
      </details>
    </section>
  );
}
