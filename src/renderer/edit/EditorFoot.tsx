import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./EditorFoot.module.css";
import { useFormat } from "../i18n/PreferencesProvider.tsx";

/** The foot of an editor: how much is changed, and what becomes of it. */
export function EditorFoot({
  isNew,
  changes,
  isAsked,
  isOpen,
  isBusy,
  leave,
  stay,
  discard,
}: {
  readonly isNew: boolean;
  readonly changes: number;
  /** Its user was about to leave changes behind. */
  readonly isAsked: boolean;
  /** Its user has to choose between two values before anything can be saved. */
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly leave: () => void;
  readonly stay: () => void;
  readonly discard: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const save = (
    <Button type="submit" variant="filled" loading={isBusy}>
      {t(isNew ? "common.create" : "common.save")}
    </Button>
  );
  return (
    <div className={classes.foot}>
      <span className={classes.words} role="status">
        {isAsked
          ? t("editor.leaving")
          : isOpen
            ? t("meanwhile.choose")
            : changes > 0 &&
              t("editor.changes", { count: changes, formatted: format.number(changes) })}
      </span>
      <div className={classes.buttons}>
        {isAsked ? (
          <>
            <Button variant="default" autoFocus onClick={stay}>
              {t("editor.keepEditing")}
            </Button>
            <Button variant="default" className={classes.discard ?? ""} onClick={discard}>
              {t("editor.throwAway")}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={leave}>
            {t("common.cancel")}
          </Button>
        )}
        {save}
      </div>
    </div>
  );
}
