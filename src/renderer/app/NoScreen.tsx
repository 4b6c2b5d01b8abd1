import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { isolated } from "../ui/list/filters/filters.ts";
import { EmptyState } from "../ui/messages/EmptyState.tsx";

/** An address that was mistyped, or of another Waypost: saying so is better than another screen. */
export function NoScreen() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <EmptyState
      isScreen
      title={t("noScreen.title")}
      text={t("noScreen.text", { address: isolated(pathname) })}
      action={
        <Button component={Link} to="/">
          {t("noScreen.home")}
        </Button>
      }
    />
  );
}
