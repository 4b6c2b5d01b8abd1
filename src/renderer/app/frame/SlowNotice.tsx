import IconHourglass from "@iconify-json/tabler/icons/hourglass";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "../../ui/messages/Notice.module.css";

/** Milliseconds without an answer from which its reader is told. */
const patience = 4_000;

/** Whether an answer is waited for that long; `answeredAt` changes with each answer. */
export function useIsSlow(isAsked: boolean, answeredAt: number): boolean {
  const [slowSince, setSlowSince] = useState<number | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    const timer = setTimeout(() => setSlowSince(answeredAt), patience);
    return () => clearTimeout(timer);
  }, [isAsked, answeredAt]);
  return isAsked && slowSince === answeredAt;
}

export function SlowNotice() {
  const { t } = useTranslation();
  return (
    <div role="status" className={classes.notice} data-kind="caution">
      <IconHourglass size={20} className={classes.icon} aria-hidden="true" />
      <div className={classes.words}>
        <strong>{t("failure.slowTitle")}</strong>
        <p>{t("failure.slow")}</p>
      </div>
    </div>
  );
}
