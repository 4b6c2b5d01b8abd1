import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { DeleteDialog } from "../../ui/edit/RemoveDialog.tsx";
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
  const count = ids.length;
  const run = async () => {
    await deleteAnswers(ids).then(gone, showFailure);
    close();
  };
  return (
    <DeleteDialog
      title={t("inbox.deleteTitle", { count, formatted: format.number(count) })}
      run={run}
      close={close}
    >
      {t("inbox.deleteAbout")}
    </DeleteDialog>
  );
}
