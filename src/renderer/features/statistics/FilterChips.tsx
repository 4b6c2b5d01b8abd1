import { Button, Group } from "@mantine/core";
import IconX from "@iconify-json/tabler/icons/x";
import { useTranslation } from "react-i18next";
import { useNames } from "./names.ts";
import { breakdowns, type Steering } from "./useStatisticsSearchParams.ts";
import type { Statistics } from "./statisticsQueries.ts";
import classes from "./StatisticsView.module.css";
import { listOf } from "./TopLists.tsx";

/** What the numbers are held to, each to be taken off. */
export function FilterChips({
  steering,
  lists,
}: {
  readonly steering: Steering;
  readonly lists: Statistics["lists"];
}) {
  const { t } = useTranslation();
  const nameOf = useNames();
  const set = breakdowns.flatMap((breakdown) => {
    const key = steering.place.filter[breakdown];
    if (key === undefined) return [];
    const known = listOf(breakdown, lists).find((one) => one.key === key) ?? { key, name: key };
    const value = `\u2068${nameOf(breakdown, known)}\u2069`;
    return [{ breakdown, key, label: t(`statistics.is.${breakdown}`, { value }) }];
  });
  if (set.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label={t("statistics.filters")}>
      {set.map(({ breakdown, key, label }) => (
        <span key={breakdown} className={classes.chip}>
          {label}
          <button
            type="button"
            className="quietButton"
            aria-label={t("statistics.off", { filter: label })}
            onClick={() => steering.filterBy(breakdown, key)}
          >
            <IconX size={14} aria-hidden="true" />
          </button>
        </span>
      ))}
      <Button size="xs" variant="subtle" onClick={steering.clearFilter}>
        {t("statistics.clear")}
      </Button>
    </Group>
  );
}
