import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureText, isGone } from "./failureText.ts";
import { Notice } from "./Notice.tsx";

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
    <Notice
      role="alert"
      kind="danger"
      action={
        isGone(error) ? (
          <Button variant="default" size="xs" component={Link} to="/trash">
            {t("failure.toTrash")}
          </Button>
        ) : (
          retry !== undefined && (
            <Button variant="default" size="xs" onClick={retry}>
              {t("common.retry")}
            </Button>
          )
        )
      }
    >
      <strong>{title}</strong>
      <p dir="auto">{text}</p>
    </Notice>
  );
}
