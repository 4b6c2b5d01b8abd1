import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { failureText } from "./failureText.ts";
import classes from "./Notice.module.css";

export function FailureNotice({
  error,
  retry,
}: {
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const { title, text } = failureText(error, t);
  return (
    <div role="alert" className={classes.notice} data-kind="danger">
      <IconAlertTriangle size={20} className={classes.icon} aria-hidden="true" />
      <div className={classes.words}>
        <strong>{title}</strong>
        <p dir="auto">{text}</p>
      </div>
      {retry !== undefined && (
        <Button variant="default" size="xs" onClick={retry}>
          {t("common.retry")}
        </Button>
      )}
    </div>
  );
}
