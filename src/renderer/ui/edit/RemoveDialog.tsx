import { Button, Modal } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { removeRecord, type Written } from "./undoToasts.tsx";
import classes from "./RemoveDialog.module.css";

interface Way {
  readonly label: string;
  readonly run: () => void;
}

/** Asks before something is deleted that others depend on; what nothing depends on goes at once. */
export function RemoveDialog({
  name,
  depends,
  ways = [],
  remove,
  close,
}: {
  readonly name: string;
  /** What depends on it, and what becomes of that. */
  readonly depends: ReactNode;
  /** What else would do. */
  readonly ways?: readonly Way[];
  readonly remove: () => Promise<Written>;
  readonly close: (isGone: boolean) => void;
}) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    close(await removeRecord(name, remove));
  };
  return (
    <Modal
      opened
      onClose={() => close(false)}
      title={<span className={classes.title}>{t("edit.deleteTitle", { name })}</span>}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <div className={classes.words}>
        {depends}
        <p className="soft">{t("edit.deleteUndo")}</p>
      </div>
      <div className={classes.foot}>
        <Button data-autofocus onClick={() => close(false)}>
          {t("common.cancel")}
        </Button>
        {ways.map(({ label, run: take }) => (
          <Button
            key={label}
            onClick={() => {
              close(false);
              take();
            }}
          >
            {label}
          </Button>
        ))}
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
