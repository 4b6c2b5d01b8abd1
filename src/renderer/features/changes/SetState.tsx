import IconArrowBackUp from "@iconify-json/tabler/icons/arrow-back-up";
import IconHourglass from "@iconify-json/tabler/icons/hourglass";
import { useTranslation } from "react-i18next";
import type { ChangeSet } from "../../../contract/changes.ts";
import classes from "./HistoryScreen.module.css";

/** What has become of a change set since; nothing where it simply stands. */
export function SetState({ set }: { readonly set: ChangeSet }) {
  const { t } = useTranslation();
  if (set.undone !== null)
    return (
      <span className={classes.state}>
        <IconArrowBackUp size={14} className="mirrored" aria-hidden="true" />
        {t("history.undone")}
      </span>
    );
  if (set.state === "whole") return null;
  return (
    <span className={classes.state}>
      <IconHourglass size={14} aria-hidden="true" />
      {t(set.state === "running" ? "history.running" : "history.cutOff")}
    </span>
  );
}
