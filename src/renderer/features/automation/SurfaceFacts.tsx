import { Text } from "@mantine/core";
import type { ApiKey } from "../../../contract/server/automation/keys.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";

/** When something acted last, and what it was last refused. */
export function SurfaceFacts({ lastUsed, lastError }: Pick<ApiKey, "lastUsed" | "lastError">) {
  const { t, format } = useI18n();
  return (
    <Text size="xs" c="dimmed">
      {lastUsed === null
        ? t("automation.neverUsed")
        : t("automation.lastUsed", { date: format.moment(lastUsed) })}
      {lastError !== null && (
        <>
          {" "}
          {t("automation.lastError", {
            date: format.moment(lastError.date),
            what: t(`failure.kinds.${lastError.code}`),
          })}
        </>
      )}
    </Text>
  );
}
