import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import classes from "./TopList.module.css";

/** At most ten names, most first, each with its share of the list as a bar. */
export function TopList({
  title,
  counts,
  nameOf = (name) => name,
  foot,
}: {
  readonly title: string;
  /** The contract's 0 stands for an empty list. */
  readonly counts: 0 | Readonly<Record<string, number>>;
  readonly nameOf?: (name: string) => string;
  readonly foot?: ReactNode;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const heading = useId();
  const rows = counts === 0 ? [] : Object.entries(counts);
  const total = rows.reduce((sum, [, count]) => sum + count, 0);
  return (
    <section className={classes.list} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {rows.length === 0 ? (
        <p className="soft">{t("link.noneYet")}</p>
      ) : (
        <ol className={classes.rows}>
          {rows.map(([name, count]) => (
            <li key={name} className={classes.row}>
              <span className={classes.name}>
                <bdi>{nameOf(name)}</bdi>
              </span>
              <span className={classes.share}>{format.share(count / total)}</span>
              <span className={classes.count}>{format.number(count)}</span>
              <span
                className={classes.bar}
                style={{ inlineSize: `${(100 * count) / total}%` }}
                aria-hidden="true"
              />
            </li>
          ))}
        </ol>
      )}
      {foot !== undefined && <p className={classes.foot}>{foot}</p>}
    </section>
  );
}
