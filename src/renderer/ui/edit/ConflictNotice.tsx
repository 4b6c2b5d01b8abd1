import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./RecordEditor.module.css";

/** At a field that somebody else changed too: what it is now, and which of the two shall hold. */
export function ConflictNotice({
  remote,
  take,
  keep,
}: {
  /** As the form shows it; undefined: nobody did. */
  readonly remote: string | undefined;
  readonly take: () => void;
  readonly keep: () => void;
}) {
  const { t } = useTranslation();
  if (remote === undefined) return null;
  return (
    <div role="alert" className={classes.conflict}>
      <p>
        {t("meanwhile.changed")} {remote === "" ? t("meanwhile.empty") : <bdi>{remote}</bdi>}
      </p>
      <div className={classes.choice}>
        <Button data-choice size="compact-sm" onClick={take}>
          {t("meanwhile.take")}
        </Button>
        <Button size="compact-sm" onClick={keep}>
          {t("meanwhile.keep")}
        </Button>
      </div>
    </div>
  );
}
