import { Button, Card, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Pairing } from "../../../../contract/server/automation/pairing.ts";
import { api, queryClient } from "../../../app/client/api.ts";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { toast } from "../../../ui/messages/toasts.tsx";
import { useBusy } from "../../../ui/messages/useBusy.ts";
import { SettingGroup } from "../../settings/SettingGroup.tsx";
import { SettingRow } from "../../settings/SettingRow.tsx";
import { useSettings } from "../../settings/settings.ts";
import { lastOf, refreshKeys, useKeys } from "../automation.ts";
import { SurfaceFacts } from "../SurfaceFacts.tsx";

const setting = "automation.extension";

/** Milliseconds: an extension that asks is waited for. */
const lookEvery = 2_000;

function usePairings(isOn: boolean) {
  return useQuery({
    queryKey: ["pairings"],
    queryFn: async ({ signal }) => (await api.call("listPairings", {}, signal)).data.pairings,
    refetchInterval: lookEvery,
    enabled: isOn,
  });
}

/** Browser extensions: their switch, and those that ask to be paired. */
export function ExtensionSection() {
  const { t } = useI18n();
  const isOn = useSettings().data?.find(({ key }) => key === setting)?.value === true;
  const pairings = usePairings(isOn);
  const own = (useKeys().data ?? []).filter(({ origin }) => origin !== null);
  return (
    <SettingGroup title={t("extension.title")} text={t("extension.text")}>
      <SettingRow name={setting} />
      {own.length > 0 && <SurfaceFacts {...lastOf(own)} />}
      {isOn && pairings.data !== undefined && pairings.data.length > 0 && (
        <div role="status">
          <Stack component="ul" gap="sm">
            {pairings.data.map((pairing) => (
              <li key={pairing.id}>
                <PairingCard of={pairing} />
              </li>
            ))}
          </Stack>
        </div>
      )}
      {isOn && pairings.data?.length === 0 && (
        <Text size="xs" c="dimmed">
          {t("extension.none")}
        </Text>
      )}
    </SettingGroup>
  );
}

/** The code is compared with the one in the browser: another program may ask under any name. */
function PairingCard({ of: { id, name, origin, code } }: { readonly of: Pairing }) {
  const { t } = useI18n();
  const { isBusy, during } = useBusy();
  const named = { name: `\u2068${name}\u2069` };

  const decide = (isAccepted: boolean) =>
    during(async () => {
      await api.call(isAccepted ? "acceptPairing" : "dropPairing", { params: { id } });
      toast({ text: t(isAccepted ? "extension.paired" : "extension.refused", named) });
      await Promise.all([queryClient.refresh(["pairings"]), refreshKeys()]);
    });

  return (
    <Card padding="sm">
      <Stack gap="xs">
        <h3>{t("extension.asks", named)}</h3>
        <Text
          span
          ff="monospace"
          fz="var(--text-number)"
          lh={1.2}
          style={{ alignSelf: "flex-start" }}
        >
          <bdi dir="ltr" data-testid="pairing-code">
            {code}
          </bdi>
        </Text>
        <Text size="xs">{t("extension.compare")}</Text>
        <Text size="xs" c="dimmed">
          <bdi dir="ltr" style={{ overflowWrap: "anywhere" }}>
            {origin}
          </bdi>
        </Text>
        <Group gap="xs">
          <Button variant="filled" loading={isBusy} onClick={() => void decide(true)}>
            {t("extension.accept")}
          </Button>
          <Button disabled={isBusy} onClick={() => void decide(false)}>
            {t("extension.drop")}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
