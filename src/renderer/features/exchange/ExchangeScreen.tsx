import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Tabs } from "../../ui/navigation/Tabs.tsx";
import { BackupsTab } from "./backups/BackupsTab.tsx";
import { ExportTab } from "./exports/ExportTab.tsx";
import { ImportTab } from "./imports/ImportTab.tsx";

export function ExchangeScreen() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const tab = params.get("tab");
  return (
    <>
      <h1>{t("exchange.title")}</h1>
      <Tabs
        label={t("exchange.title")}
        tabs={[
          {
            to: "/exchange",
            name: t("exchange.import"),
            isCurrent: tab !== "export" && tab !== "backups",
          },
          { to: "/exchange?tab=export", name: t("exchange.export"), isCurrent: tab === "export" },
          {
            to: "/exchange?tab=backups",
            name: t("exchange.backups"),
            isCurrent: tab === "backups",
          },
        ]}
      />
      {tab === "export" ? <ExportTab /> : tab === "backups" ? <BackupsTab /> : <ImportTab />}
    </>
  );
}
