import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { AssistantsSection } from "./AssistantsSection.tsx";
import { ExtensionSection } from "./extension/ExtensionSection.tsx";
import { FacadeSection } from "./facades/FacadeSection.tsx";
import { KeysSection } from "./KeysSection.tsx";
import { WebhooksSection } from "./webhooks/WebhooksSection.tsx";

/** What may act for you: a section each, with its switch, its last use and its last error. */
export function AutomationScreen() {
  const { t } = useTranslation();
  return (
    <Stack gap={32} maw={760}>
      <div>
        <h1>{t("automation.title")}</h1>
        <Text c="dimmed">{t("automation.text")}</Text>
      </div>
      <KeysSection />
      <AssistantsSection />
      <ExtensionSection />
      <FacadeSection of="yourls" />
      <FacadeSection of="shlink" />
      <FacadeSection of="kutt" />
      <WebhooksSection />
    </Stack>
  );
}
