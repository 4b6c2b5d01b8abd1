import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { ImportPreview } from "../../contract/jobResults.ts";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import { Address } from "../shell/Address.tsx";
import { TagChip } from "../tags/TagChip.tsx";
import classes from "./Exchange.module.css";

const mostShown = 10;

/** The first rows as they would come. */
export function FirstRows({ preview }: { readonly preview: ImportPreview }) {
  const { t } = useTranslation();
  const format = useFormat();
  const heading = useId();
  const rows = preview.records.slice(0, mostShown);
  if (rows.length === 0) return null;
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <h2 id={heading}>{t("import.firstRows")}</h2>
      <div className={classes.wide} tabIndex={0} role="group" aria-labelledby={heading}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t("import.line")}</th>
              <th scope="col">{t("fields.custom")}</th>
              <th scope="col">{t("links.target")}</th>
              <th scope="col">{t("fields.name")}</th>
              <th scope="col">{t("fields.tags")}</th>
              <th scope="col">{t("links.date")}</th>
              <th scope="col">{t("fields.earlierclicks")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line}>
                <td>{format.number(row.line)}</td>
                <td>
                  {row.alias === null ? (
                    <span className="soft">{t("import.random")}</span>
                  ) : (
                    <bdi dir="ltr">{row.alias}</bdi>
                  )}
                </td>
                <td>
                  <Address of={row.url} />
                </td>
                <td>
                  <bdi>{row.name}</bdi>
                </td>
                <td>
                  <span className={classes.chips}>
                    {row.tags.map((tag) => (
                      <TagChip key={tag} tag={tag} />
                    ))}
                  </span>
                </td>
                <td className={classes.nowrap}>{row.date !== null && format.day(row.date)}</td>
                <td>{row.earlierclicks > 0 && format.number(row.earlierclicks)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
