import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { isBidiMixed } from "../../ui/address/isBidiMixed.ts";
import classes from "./TopRows.module.css";

export interface TopRow {
  /** What a filter asks for by it; null where nothing can be asked. */
  readonly key: string | null;
  readonly name: string;
  readonly clicks: number;
  /** Said after its name, more quietly. */
  readonly beside?: string | undefined;
  /** Where it leads. */
  readonly to?: string;
}

/** Names with their counts, most first, each with its share as the ground behind it. */
export function TopRows({
  rows,
  filter,
  label,
  most: mostShown = 10,
}: {
  readonly rows: readonly TopRow[];
  /** Where its rows can be filtered by: the one that is, and what filters by another. */
  readonly filter?: {
    readonly chosen: string | null;
    readonly choose: (key: string) => void;
  };
  readonly label: string;
  /** Rows that are seen at once. */
  readonly most?: number;
}) {
  const { t, format } = useI18n();
  const sum = rows.reduce((total, { clicks }) => total + clicks, 0);
  const highest = rows.reduce((largest, { clicks }) => Math.max(largest, clicks), 1);
  const [isAll, setAll] = useState(false);
  const rest = rows.length - mostShown;
  if (rows.length === 0) return <p className="soft">{t("statistics.noneHere")}</p>;
  return (
    <>
      <Stack component="ol" gap={2} aria-label={label}>
        {(isAll ? rows : rows.slice(0, mostShown)).map((row) => {
          const { key, name, clicks, beside, to } = row;
          const words = (
            <>
              <i style={{ inlineSize: `${(100 * clicks) / highest}%` }} />
              <bdi className={`truncate ${classes.name}`} data-mixed={isBidiMixed(name)}>
                {name}
                {beside !== undefined && " "}
                {beside !== undefined && (
                  <bdi dir="ltr" className="mono">
                    {beside}
                  </bdi>
                )}
              </bdi>
              <Text span inherit c="dimmed">
                {format.share(clicks / sum)}
              </Text>
              <Text span inherit fw={600} ta="end">
                {format.number(clicks)}
              </Text>
            </>
          );
          return (
            <li key={`${key ?? to ?? ""} ${name}`}>
              {to !== undefined ? (
                <Link to={to} className={classes.row} title={name}>
                  {words}
                </Link>
              ) : key === null || filter === undefined ? (
                <div className={classes.row}>{words}</div>
              ) : (
                <button
                  type="button"
                  className={classes.row}
                  aria-pressed={key === filter.chosen}
                  title={t("statistics.filterBy", { name })}
                  onClick={() => filter.choose(key)}
                >
                  {words}
                </button>
              )}
            </li>
          );
        })}
      </Stack>
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
