import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { isBidiMixed } from "../../ui/address/isBidiMixed.ts";
import classes from "./TopRows.module.css";

export interface TopRow {
  /** What a filter asks for by it; null where nothing can be asked. */
  readonly key: string | null;
  readonly name: string;
  readonly clicks: number;
}

/** Rows that are seen at once, as high as the map beside those of countries. */
const mostShown = 10;

/** Names with their counts, most first, each with its share as the ground behind it. */
export function TopRows({
  rows,
  chosen,
  choose,
  label,
}: {
  readonly rows: readonly TopRow[];
  readonly chosen: string | null;
  readonly choose: (key: string) => void;
  readonly label: string;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const sum = rows.reduce((total, { clicks }) => total + clicks, 0);
  const most = rows.reduce((highest, { clicks }) => Math.max(highest, clicks), 1);
  const [isAll, setAll] = useState(false);
  const rest = rows.length - mostShown;
  if (rows.length === 0) return <p className="soft">{t("statistics.noneHere")}</p>;
  return (
    <>
      <ol className={classes.rows} aria-label={label}>
        {(isAll ? rows : rows.slice(0, mostShown)).map((row) => {
          const { key, name, clicks } = row;
          const words = (
            <>
              <i style={{ inlineSize: `${(100 * clicks) / most}%` }} />
              <bdi className={classes.name} data-mixed={isBidiMixed(name)}>
                {name}
              </bdi>
              <span className={classes.share}>{format.share(clicks / sum)}</span>
              <span className={classes.count}>{format.number(clicks)}</span>
            </>
          );
          return (
            <li key={`${key ?? ""} ${name}`}>
              {key === null ? (
                <div className={classes.row}>{words}</div>
              ) : (
                <button
                  type="button"
                  className={classes.row}
                  aria-pressed={key === chosen}
                  title={t("statistics.filterBy", { name })}
                  onClick={() => choose(key)}
                >
                  {words}
                </button>
              )}
            </li>
          );
        })}
      </ol>
      {rest > 0 && (
        <button
          type="button"
          className={`wordButton ${classes.more}`}
          aria-expanded={isAll}
          onClick={() => setAll(!isAll)}
        >
          {isAll
            ? t("statistics.fewerRows")
            : t("statistics.moreRows", { formatted: format.number(rest) })}
        </button>
      )}
    </>
  );
}
