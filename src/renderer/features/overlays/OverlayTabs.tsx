import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { useService } from "../../app/client/queries.ts";
import { Tabs } from "../../ui/navigation/Tabs.tsx";

/** What stands over targets, and what came of it. */
export function OverlayTabs({ current }: { readonly current: "overlays" | "inbox" }) {
  const { t } = useTranslation();
  const format = useFormat();
  const unread = useService().data?.unread ?? 0;
  const formatted = format.number(unread);
  return (
    <Tabs
      label={t("overlays.tabs")}
      tabs={[
        { to: "/overlays", name: t("overlays.title"), isCurrent: current === "overlays" },
        {
          to: "/inbox",
          name: t("inbox.title"),
          isCurrent: current === "inbox",
          ...(unread > 0 && {
            waiting: { shown: formatted, label: t("overlays.unreadCount", { formatted }) },
          }),
        },
      ]}
    />
  );
}
