import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { ImportPreview } from "../../../../contract/changes/jobResults.ts";
import { useFormat } from "../../../i18n/PreferencesProvider.tsx";
import { messageText } from "../../../i18n/messageText.ts";
import classes from "../Exchange.module.css";

const mostShown = 50;

/** Rows that can't come, with their line and column. */
export function Problems({ preview }: { readonly preview: ImportPreview }) {
  const { t } = useTranslation();
  const format = useFormat();
  const heading = useId();
  const { problems, invalid } = preview;
  if (problems.length === 0) return null;
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <h2 id={heading}>
        {t("import.problemTitle", { count: invalid, formatted: format.number(invalid) })}
      </h2>
      <p className="soft">{t("import.problemText")}</p>
      <ul className={classes.left}>
        {problems.slice(0, mostShown).map((problem, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- two rows can say the same
          <li key={place}>
            <span className={classes.place}>
              {problem.column === null
                ? t("import.atLine", { line: format.number(problem.line) })
                : t("import.atColumn", {
                    line: format.number(problem.line),
                    column: `\u2068${problem.column}\u2069`,
                  })}
            </span>{" "}
            <bdi>{messageText(problem, t, format)}</bdi>
          </li>
        ))}
      </ul>
      {invalid > mostShown && (
        <p className="soft">
          {t("import.more", { formatted: format.number(invalid - mostShown) })}
        </p>
      )}
    </section>
  );
}
