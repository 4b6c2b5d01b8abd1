import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
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
  /** Answers whether it was kept. */
  readonly save: () => Promise<boolean>;
  readonly cancel: () => void;
}) {
  const { t } = useTranslation();
  const isSettled = useRef(false);
  useEffect(() => {
    if (!isOther) isSettled.current = false;
  }, [isOther]);
  const leaving = useLeaving({
    isChanged: () => isOther && !isSettled.current,
    close: () => undefined,
  });
  const goOn = () => {
    isSettled.current = true;
    leaving.goOn();
  };
  const saveAndGo = async () => {
    if (await save()) goOn();
  };
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
              onClick={() => void saveAndGo()}
            >
              {t("common.save")}
            </Button>
            <Button
              size="xs"
              onClick={() => {
                cancel();
                goOn();
              }}
            >
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
