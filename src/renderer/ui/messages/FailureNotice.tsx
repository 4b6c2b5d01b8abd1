import { Button } from "@mantine/core";
import IconAlertTriangle from "@iconify-json/tabler/icons/alert-triangle";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureText, isGone } from "./failureText.ts";
import classes from "./Notice.module.css";

export function FailureNotice({
  error,
  retry,
}: {
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const { title, text } = isGone(error)
    ? { title: t("failure.goneTitle"), text: t("failure.gone") }
    : failureText(error, t);
  return (
    <div role="alert" className={classes.notice} data-kind="danger">
      <IconAlertTriangle size={20} className={classes.icon} aria-hidden="true" />
      <div className={classes.words}>
        <strong>{title}</strong>
        <p dir="auto">{text}</p>
      </div>
      {isGone(error) ? (
        <Button variant="default" size="xs" component={Link} to="/trash">
          {t("failure.toTrash")}
        </Button>
      ) : (
        retry !== undefined && (
          <Button variant="default" size="xs" onClick={retry}>
            {t("common.retry")}
          </Button>
        )
      )}
    </div>
  );
}
