import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useLeaving } from "../shell/leaving.ts";
import classes from "./Settings.module.css";

/** What becomes of what is typed in a field. Going elsewhere asks first, so that none of it is lost. */
export function TypedButtons({
  label,
  isOther,
  isBusy,
  save,
  cancel,
}: {
  readonly label: string;
  /** Whether something is typed that isn't kept yet. */
  readonly isOther: boolean;
  readonly isBusy: boolean;
  readonly save: () => Promise<unknown>;
  readonly cancel: () => void;
}) {
  const { t } = useTranslation();
  const leaving = useLeaving({ isChanged: () => isOther, close: () => undefined });
  if (!isOther) return null;
  return (
    <>
      {leaving.isAsked && (
        <p role="alert" className="soft">
          {t("settings.unsaved")}
        </p>
      )}
      <div className={classes.line}>
        {leaving.isAsked ? (
          <>
            <Button
              size="xs"
              variant="filled"
              autoFocus
              loading={isBusy}
              aria-label={t("settings.saveNamed", { name: label })}
              onClick={() => void save()}
            >
              {t("common.save")}
            </Button>
            <Button size="xs" onClick={cancel}>
              {t("settings.discard")}
            </Button>
            <Button size="xs" onClick={() => leaving.stay()}>
              {t("settings.keepTyping")}
            </Button>
          </>
        ) : (
          <>
            <Button
              type="submit"
              size="xs"
              variant="filled"
              loading={isBusy}
              aria-label={t("settings.saveNamed", { name: label })}
            >
              {t("common.save")}
            </Button>
            <Button size="xs" onClick={cancel}>
              {t("common.cancel")}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
