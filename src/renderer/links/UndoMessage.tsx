import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./UndoMessage.module.css";

export function UndoMessage({ name, undo }: { readonly name: string; readonly undo: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.row}>
      <span>{t("links.deleted", { name })}</span>
      <Button variant="default" size="xs" onClick={undo}>
        {t("common.undo")}
      </Button>
    </div>
  );
}
