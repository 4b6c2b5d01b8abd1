import { Button, Group } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { cancelReading, type Statistics } from "./statisticsQueries.ts";
import classes from "./StatisticsView.module.css";

/** Milliseconds in which a reading is nothing to speak of. */
const quietFor = 1_000;

/** How far single visits are read, and what of them is kept no more. */
export function Reading({
  statistics,
  isStopped,
  stop,
  resume,
}: {
  readonly statistics: Statistics;
  readonly isStopped: boolean;
  readonly stop: () => void;
  readonly resume: () => void;
}) {
  const { t } = useTranslation();
  const { reading } = statistics;
  if (isStopped)
    return (
      <Group className={classes.reading} component="p" gap="sm" c="dimmed" fz={13}>
        {t("statistics.stopped")}
        <Button size="compact-xs" onClick={resume}>
          {t("statistics.resume")}
        </Button>
      </Group>
    );
  return reading === null ? null : <SoFar key={reading.id} reading={reading} stop={stop} />;
}

function SoFar({
  reading,
  stop,
}: {
  readonly reading: NonNullable<Statistics["reading"]>;
  readonly stop: () => void;
}) {
  const { t, format } = useI18n();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), quietFor);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  const share = reading.total === 0 ? 0 : reading.done / reading.total;
  return (
    <Group className={classes.reading} component="p" gap="sm" c="dimmed" fz={13}>
      <progress value={share} max={1} aria-label={t("statistics.reading")} />
      {t("statistics.readingSoFar", { share: format.share(share) })}
      <Button
        size="compact-xs"
        onClick={() => {
          stop();
          void cancelReading(reading.id);
        }}
      >
        {t("common.cancel")}
      </Button>
    </Group>
  );
}

/** Single visits are kept for a while; what is older has sums alone. */
export function StoredClicksNote({ statistics }: { readonly statistics: Statistics }) {
  const { t, format } = useI18n();
  const { basis, kept, reading } = statistics;
  if (basis !== "lines" || reading !== null || kept.isWhole) return null;
  return (
    <p className="soft" role="note">
      {kept.since === null
        ? t("statistics.noneKept")
        : t("statistics.keptSince", { date: format.day(kept.since) })}
      {kept.missing !== null &&
        kept.missing > 0 &&
        ` ${t("statistics.missing", format.counted(kept.missing))}`}
    </p>
  );
}
