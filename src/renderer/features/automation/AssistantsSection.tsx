import { Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { ServiceState } from "../../../contract/server/service.ts";
import { useService } from "../../app/client/queries.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { CopyButton } from "../../ui/address/CopyButton.tsx";
import { SettingGroup } from "../settings/SettingGroup.tsx";
import { SettingRow } from "../settings/SettingRow.tsx";
import { useSettings } from "../settings/settings.ts";
import { lastOf, useKeys } from "./automation.ts";
import { MadeKey, NewKeyForm, type ShownKey } from "./NewKeyForm.tsx";
import { PendingChanges } from "./PendingChanges.tsx";
import { SurfaceFacts } from "./SurfaceFacts.tsx";

const setting = "automation.assistants";

/** Stands for a key that is no longer shown. */
const anyKey = "YOUR_KEY";

/** What is pasted into assistants, by what they are. */
function snippets({ baseUrl, dataDir, program: [command, ...words] }: ServiceState, key: string) {
  const args = [...words, "mcp", "--data", dataDir];
  const started = { command, args, env: { WAYPOST_KEY: key } };
  return [
    {
      name: "command",
      text: JSON.stringify({ mcpServers: { waypost: started } }, undefined, 2),
    },
    {
      name: "address",
      text: JSON.stringify(
        {
          mcpServers: {
            waypost: {
              type: "http",
              url: `${baseUrl}/mcp`,
              headers: { Authorization: `Bearer ${key}` },
            },
          },
        },
        undefined,
        2,
      ),
    },
  ] as const;
}

/** Assistants: their switch, their keys, how they connect, and what they ask for. */
export function AssistantsSection() {
  const { t } = useI18n();
  const keys = useKeys();
  const service = useService();
  const isOn = useSettings().data?.find(({ key }) => key === setting)?.value === true;
  const [made, setMade] = useState<ShownKey | null>(null);
  const own = (keys.data ?? []).filter(({ scope }) => scope === "assistant");
  return (
    <SettingGroup title={t("automation.assistants.title")} text={t("automation.assistants.text")}>
      <SettingRow name={setting} />
      {own.length > 0 && <SurfaceFacts {...lastOf(own)} />}
      <PendingChanges />
      {isOn && (
        <>
          {made !== null && <MadeKey made={made} close={() => setMade(null)} />}
          <NewKeyForm scopes={["assistant"]} show={setMade} />
          {service.data !== undefined &&
            snippets(service.data, made?.key ?? anyKey).map(({ name, text }) => (
              <Stack key={name} gap={4}>
                <Group gap="xs" justify="space-between">
                  <Text size="xs" c="dimmed">
                    {t(`automation.assistants.${name}`)}
                  </Text>
                  <CopyButton text={text} label={t("automation.assistants.copy")} />
                </Group>
                <pre dir="ltr" style={{ overflowX: "auto", fontSize: 12 }} tabIndex={0}>
                  {text}
                </pre>
              </Stack>
            ))}
        </>
      )}
    </SettingGroup>
  );
}
