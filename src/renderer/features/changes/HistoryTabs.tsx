import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { Tabs } from "../../ui/navigation/Tabs.tsx";

export function HistoryTabs() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <Tabs
      label={t("history.title")}
      tabs={[
        { to: "/history", name: t("history.changes"), isCurrent: pathname === "/history" },
        { to: "/trash", name: t("trash.title"), isCurrent: pathname === "/trash" },
      ]}
    />
  );
}
