import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useRouteError } from "react-router";
import { Notice } from "../ui/messages/Notice.tsx";
import { errorText } from "../../util/errorText.ts";

/** Stands in for a screen that broke or didn't come; navigation and the other screens go on. */
export function ScreenFailed() {
  const { t } = useTranslation();
  const error = useRouteError();
  const isLeftOut = isNotLoaded(error);
  return (
    <Notice
      role="alert"
      kind="danger"
      action={
        <>
          <Button variant="default" size="xs" onClick={() => location.reload()}>
            {t("common.retry")}
          </Button>
          {!isLeftOut && (
            <Button component={Link} to="/" variant="default" size="xs">
              {t("nav.home")}
            </Button>
          )}
        </>
      }
    >
      <h1>{t(isLeftOut ? "failure.notLoadedTitle" : "failure.brokenTitle")}</h1>
      <p>{t(isLeftOut ? "failure.notLoaded" : "failure.broken")}</p>
      {!isLeftOut && (
        <details>
          <summary>{t("failure.details")}</summary>
          <pre dir="ltr">{errorText(error)}</pre>
        </details>
      )}
    </Notice>
  );
}

/** A part of the window's own files that didn't arrive: browsers only differ in the words. */
function isNotLoaded(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /dynamically imported module|module script|importing a module/i.test(error.message)
  );
}
