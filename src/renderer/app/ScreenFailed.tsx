import { Button } from "@mantine/core";
import IconAlertTriangle from "@iconify-json/tabler/icons/alert-triangle";
import { useTranslation } from "react-i18next";
import { Link, useRouteError } from "react-router";
import classes from "../ui/messages/Notice.module.css";
import { errorText } from "../../util/errorText.ts";

/** Stands in for a screen that broke or didn't come; navigation and the other screens go on. */
export function ScreenFailed() {
  const { t } = useTranslation();
  const error = useRouteError();
  const isLeftOut = isNotLoaded(error);
  return (
    <div role="alert" className={classes.notice} data-kind="danger">
      <IconAlertTriangle size={20} className={classes.icon} aria-hidden="true" />
      <div className={classes.words}>
        <h1 className={classes.title}>
          {t(isLeftOut ? "failure.notLoadedTitle" : "failure.brokenTitle")}
        </h1>
        <p>{t(isLeftOut ? "failure.notLoaded" : "failure.broken")}</p>
        {!isLeftOut && (
          <details>
            <summary>{t("failure.details")}</summary>
            <pre dir="ltr">{errorText(error)}</pre>
          </details>
        )}
      </div>
      <Button variant="default" size="xs" onClick={() => location.reload()}>
        {t("common.retry")}
      </Button>
      {!isLeftOut && (
        <Button component={Link} to="/" variant="default" size="xs">
          {t("nav.home")}
        </Button>
      )}
    </div>
  );
}

/** A part of the window's own files that didn't arrive: browsers only differ in the words. */
function isNotLoaded(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /dynamically imported module|module script|importing a module/i.test(error.message)
  );
}
