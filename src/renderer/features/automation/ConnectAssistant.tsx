import { Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useService } from "../../app/client/queries.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { CopyButton } from "../../ui/address/CopyButton.tsx";
import { assistantSnippets } from "./assistantSnippets.ts";
import { Code } from "./webhooks/DeliveryLog.tsx";

/** What is pasted into an assistant, with the key or a word in its place. */
export function ConnectAssistant({ apiKey }: { readonly apiKey: string }) {
  const { t } = useI18n();
  const service = useService();
  const [chosen, setChosen] = useState(0);
  if (service.data === undefined) return null;
  const snippets = assistantSnippets(service.data, apiKey);
  const snippet = snippets[chosen];
  if (snippet === undefined) return null;
  const { place, file = "", text } = snippet;
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-end" gap="xs">
        <NativeSelect
          label={t("automation.assistants.connect")}
          value={chosen}
          data={snippets.map(({ of }, value) => ({
            value: String(value),
            label: "name" in of ? of.name : t(`automation.assistants.other.${of.other}`),
          }))}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        />
        <CopyButton text={text} label={t("automation.assistants.copy")} />
      </Group>
      <Text size="xs" c="dimmed">
        {t(`automation.assistants.place.${place}`, { file: `\u2068${file}\u2069` })}
      </Text>
      <Code label={t("automation.assistants.connect")} text={text} />
    </Stack>
  );
}
