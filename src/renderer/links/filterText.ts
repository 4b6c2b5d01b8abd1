import { useTranslation } from "react-i18next";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import { useCampaigns, useChannels } from "./RecordSelects.tsx";
import type { FilterName } from "./linkSearch.ts";

/** Filters as sentences: "Tag is spring". */
export function useFilterText(): (name: FilterName, value: string) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const channels = useChannels().data ?? [];
  const campaigns = useCampaigns().data ?? [];
  const nameIn = (records: readonly { readonly id: number; readonly name: string }[], id: string) =>
    isolated(records.find((record) => String(record.id) === id)?.name ?? id);
  return (name, value) => {
    switch (name) {
      case "channel":
        return t("filters.says.channel", { value: nameIn(channels, value) });
      case "campaign":
        return t("filters.says.campaign", { value: nameIn(campaigns, value) });
      case "minClicks":
      case "maxClicks":
        return t(`filters.says.${name}`, { value: format.number(Number(value)) });
      case "madeAfter":
      case "madeBefore":
      case "noClicksSince":
        return t(`filters.says.${name}`, { value: dayOf(value, format) });
      case "expired":
      case "protected":
        return t(value === "true" ? `filters.says.${name}` : `filters.says.${name}Not`);
      case "archived":
        return t(value === "true" ? "filters.says.archived" : "filters.says.archivedAll");
      case "status":
        return t(value === "public" ? "filters.says.public" : "filters.says.private");
      case "type":
        return t("filters.says.type", {
          value:
            value === "direct"
              ? t("editor.direct")
              : value === "frame"
                ? t("editor.frame")
                : isolated(value),
        });
      case "tag":
      case "domain":
      case "source":
        return t(`filters.says.${name}`, { value: isolated(value) });
    }
  };
}

/** Texts of any direction keep theirs inside a sentence. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

function dayOf(value: string, format: ReturnType<typeof useFormat>): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? format.day(`${value} 00:00:00`) : value;
}
