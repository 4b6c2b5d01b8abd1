import { Group, Stack } from "@mantine/core";
import { useId } from "react";
import { Link } from "react-router";
import type { RecordKind } from "../../../contract/fields/records.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { AuthorName, SetState } from "./changeSetBadges.tsx";
import { useRecordHistory } from "./changes.ts";
import { fieldText } from "./fieldWords.ts";
import classes from "./HistoryScreen.module.css";

const mostShown = 10;

/** What happened to one record, newest first; nothing where the history knows of nothing. */
export function RecordHistory({
  kind,
  id,
  title,
}: {
  readonly kind: RecordKind;
  readonly id: number;
  readonly title: string;
}) {
  const { t, format } = useI18n();
  const heading = useId();
  const { data } = useRecordHistory(kind, id, mostShown);
  if (data === undefined || data.sets.length === 0) return null;
  return (
    <Stack component="section" gap={12} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <ol className={classes.steps}>
        {data.sets.map((set) => {
          const fields = (set.fields ?? []).map(({ field }) => fieldText(kind, field, t) ?? field);
          return (
            <li key={set.id}>
              <Link to={`/history/${set.id}`} className="quietLink">
                {t(`history.is.${set.change ?? "changed"}`)}
                {set.change === "changed" &&
                  fields.length > 0 &&
                  `: ${fields.join(t("common.comma"))}`}
              </Link>
              <Group gap="8px 24px" c="dimmed">
                <AuthorName author={set.by} named={set.key} />
                <span>{format.moment(set.date)}</span>
                <SetState set={set} />
              </Group>
            </li>
          );
        })}
      </ol>
      {data.total > data.sets.length && (
        <Link to={`/history?kind=${kind}`}>{t("history.all")}</Link>
      )}
    </Stack>
  );
}
