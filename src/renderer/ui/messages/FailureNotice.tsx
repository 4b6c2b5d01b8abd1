import { Button, Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { followMove, isMoved } from "../../app/client/move.ts";
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
        ) : isMoved(error) ? (
          <Button variant="default" size="xs" onClick={followMove}>
            {t("failure.follow")}
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

interface Asked {
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** Why an answer didn't come, and the way to ask again. */
export function QueryFailure({
  of: { error, refetch },
}: {
  readonly of: Pick<Asked, "error" | "refetch">;
}) {
  return <FailureNotice error={error} retry={() => void refetch()} />;
}

/** Stands where an answer isn't there yet, as high as what comes: it is on the way, or why it isn't. */
export function Pending({ of, height }: { readonly of: Asked; readonly height?: number }) {
  const { t } = useTranslation();
  if (of.isError) return <QueryFailure of={of} />;
  if (height === undefined) return <p className="soft">{t("common.loading")}</p>;
  return <Skeleton height={height} role="status" aria-label={t("common.loading")} />;
}
