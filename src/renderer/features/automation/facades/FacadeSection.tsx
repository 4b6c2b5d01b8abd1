import { Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { SettingName } from "../../../../contract/server/settingsTable.ts";
import { useService } from "../../../app/client/queries.ts";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { CopyButton } from "../../../ui/address/CopyButton.tsx";
import { SettingGroup } from "../../settings/SettingGroup.tsx";
import { SettingRow } from "../../settings/SettingRow.tsx";
import { useSettings } from "../../settings/settings.ts";
import { lastOf, useKeys } from "../automation.ts";
import { MadeKey, NewKeyForm, type ShownKey } from "../NewKeyForm.tsx";
import { SurfaceFacts } from "../SurfaceFacts.tsx";

/** Other link shorteners whose programs can use Waypost: their settings, and what programs ask for. */
const shorteners = {
  yourls: { settings: ["automation.yourls", "automation.yourlsUnique"], path: "/yourls-api.php" },
  shlink: { settings: ["automation.shlink"], path: "" },
  kutt: { settings: ["automation.kutt"], path: "" },
} as const satisfies Readonly<
  Record<string, { readonly settings: readonly [SettingName, ...SettingName[]]; path: string }>
>;

type Shortener = keyof typeof shorteners;

/** Programs made for another link shortener: their switch, their address, and their keys. */
export function FacadeSection({ of }: { readonly of: Shortener }) {
  const { t } = useI18n();
  const keys = useKeys();
  const service = useService();
  const { settings, path } = shorteners[of];
  const values = useSettings().data;
  const isOn = values?.find(({ key }) => key === settings[0])?.value === true;
  const [made, setMade] = useState<ShownKey | null>(null);
  const own = (keys.data ?? []).filter(({ scope }) => scope === of);
  const address = service.data && `${service.data.baseUrl}${path}`;
  return (
    <SettingGroup
      title={t(`automation.facades.${of}.title`)}
      text={t(`automation.facades.${of}.text`)}
    >
      {(isOn ? settings : settings.slice(0, 1)).map((name) => (
        <SettingRow key={name} name={name} />
      ))}
      {own.length > 0 && <SurfaceFacts {...lastOf(own)} />}
      {isOn && (
        <>
          {address !== undefined && (
            <Stack gap={4}>
              <Text size="xs" c="dimmed">
                {t(`automation.facades.${of}.address`)}
              </Text>
              <Group gap="xs" wrap="nowrap">
                <bdi dir="ltr" style={{ overflowWrap: "anywhere" }}>
                  {address}
                </bdi>
                <CopyButton text={address} label={t("automation.facades.copy")} />
              </Group>
            </Stack>
          )}
          {made !== null && <MadeKey made={made} close={() => setMade(null)} />}
          <NewKeyForm scopes={[of]} show={setMade} />
        </>
      )}
    </SettingGroup>
  );
}
