import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { ToastPlace } from "../messages/Toaster.tsx";
import classes from "./RecordEditor.module.css";

/** What is wrong in a form, or has to be chosen or looked at first. */
export const toLookAt = "[data-choice], [aria-invalid=true], [data-doubt], [data-fault] button";

/** The foot of an editor: how much is changed, and what becomes of it. */
export function EditorFoot({
  create,
  changes,
  isAsked,
  isOpen,
  isDoubted,
  isBusy,
  leave,
  stay,
  discard,
}: {
  /** What makes a new record says so; null: a kept one is changed. */
  readonly create: string | null;
  readonly changes: number;
  /** Its user was about to leave changes behind. */
  readonly isAsked: boolean;
  /** Its user has to choose between two values before anything can be saved. */
  readonly isOpen: boolean;
  /** Something looks wrong that can be saved all the same: its user is asked. */
  readonly isDoubted: boolean;
  readonly isBusy: boolean;
  readonly leave: () => void;
  readonly stay: () => void;
  readonly discard: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = isAsked
    ? t("edit.leaving")
    : isOpen
      ? t("meanwhile.choose")
      : isDoubted
        ? t("edit.doubted")
        : changes > 0 && t("edit.changes", { count: changes, formatted: format.number(changes) });
  return (
    <>
      <ToastPlace />
      <div className={classes.foot}>
        <span className={classes.words} role="status">
          {words}
        </span>
        <div className={classes.buttons}>
          {isAsked && (
            <Button variant="default" autoFocus onClick={stay}>
              {t("edit.keepEditing")}
            </Button>
          )}
          {isAsked || changes > 0 ? (
            <Button variant="default" className={classes.discard ?? ""} onClick={discard}>
              {t("edit.discard")}
            </Button>
          ) : (
            <Button variant="default" onClick={leave}>
              {t("common.cancel")}
            </Button>
          )}
          <Button
            type="submit"
            variant="filled"
            loading={isBusy}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            rightSection={
              <kbd className={classes.keys} dir="ltr" aria-hidden="true">
                {saveKeys}
              </kbd>
            }
          >
            {isDoubted ? t("edit.allTheSame") : (create ?? t("common.save"))}
          </Button>
        </div>
      </div>
    </>
  );
}

const saveKeys = /mac/i.test(navigator.userAgent) ? "⌘↵" : "Ctrl ↵";
