import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./Meanwhile.module.css";

/** At a field that somebody else changed too: what it is now, and which of the two shall hold. */
export function Meanwhile({
  theirs,
  take,
  keep,
}: {
  /** As the form shows it; undefined: nobody did. */
  readonly theirs: string | undefined;
  readonly take: () => void;
  readonly keep: () => void;
}) {
  const { t } = useTranslation();
  if (theirs === undefined) return null;
  return (
    <div role="alert" className={classes.meanwhile}>
      <p>
        {t("meanwhile.changed")} {theirs === "" ? t("meanwhile.empty") : <bdi>{theirs}</bdi>}
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
