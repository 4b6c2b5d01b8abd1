import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "../../ui/edit/RemoveDialog.module.css";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { deleteAnswers } from "./inboxSteps.ts";

/** Asks before messages are deleted: that one thing has no way back. */
export function DeleteAnswers({
  ids,
  gone,
  close,
}: {
  readonly ids: readonly number[];
  readonly gone: () => void;
  readonly close: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isBusy, setBusy] = useState(false);
  const count = ids.length;
  const title = t("inbox.deleteTitle", { count, formatted: format.number(count) });
  const run = async () => {
    setBusy(true);
    try {
      await deleteAnswers(ids);
      gone();
    } catch (error) {
      showFailure(error);
    }
    close();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={<span className={classes.title}>{title}</span>}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <p className={classes.words}>{t("inbox.deleteAbout")}</p>
      <div className={classes.foot}>
        <Button data-autofocus onClick={close}>
          {t("common.cancel")}
        </Button>
        <Button
          variant="filled"
          className={classes.danger ?? ""}
          loading={isBusy}
          onClick={() => void run()}
        >
          {t("common.delete")}
        </Button>
      </div>
    </Modal>
  );
}
