import { Button, Card, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { type ApiKey, firstKeyId } from "../../../contract/server/automation/keys.ts";
import { api } from "../../app/client/api.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { Pending } from "../../ui/messages/FailureNotice.tsx";
import { CautionNote } from "../../ui/messages/Notice.tsx";
import { toast } from "../../ui/messages/toasts.tsx";
import { useBusy } from "../../ui/messages/useBusy.ts";
import { ConfirmAsk } from "../settings/ConfirmAsk.tsx";
import { SettingGroup } from "../settings/SettingGroup.tsx";
import { refreshKeys, useKeys } from "./automation.ts";
import { MadeKey, NewKeyForm, type ShownKey } from "./NewKeyForm.tsx";
import { SurfaceFacts } from "./SurfaceFacts.tsx";

/** All keys; a key itself is shown once, when it's created or renewed. */
export function KeysSection() {
  const { t } = useI18n();
  const keys = useKeys();
  const [made, setMade] = useState<ShownKey | null>(null);
  return (
    <SettingGroup title={t("automation.keys.title")} text={t("automation.keys.text")}>
      {made !== null && <MadeKey made={made} close={() => setMade(null)} />}
      {keys.data === undefined ? (
        <Pending of={keys} height={80} />
      ) : (
        <Stack component="ul" gap="sm">
          {keys.data.map((key) => (
            <li key={key.id}>
              <KeyCard of={key} show={setMade} />
            </li>
          ))}
        </Stack>
      )}
      <NewKeyForm scopes={["api", "capture"]} show={setMade} />
    </SettingGroup>
  );
}

function KeyCard({
  of: key,
  show,
}: {
  readonly of: ApiKey;
  readonly show: (made: ShownKey) => void;
}) {
  const { t, format } = useI18n();
  const [asked, setAsked] = useState<"renew" | "revoke" | null>(null);
  const { isBusy, during } = useBusy();
  const { id, scope, level, perMinute, works } = key;
  const isFirst = id === firstKeyId;
  const name = isFirst ? t("automation.keys.first") : key.name;
  const named = { name: `\u2068${name}\u2069` };

  const confirm = () =>
    during(async () => {
      if (asked === "renew") {
        const { key: renewed } = await api.call("renewKey", { body: { id } });
        show({ name, scope, key: renewed });
      } else {
        await api.call("deleteKey", { params: { id } });
        toast({ text: t("automation.keys.revoked", named) });
      }
      setAsked(null);
      await refreshKeys();
    });

  return (
    <Card padding="sm">
      <Stack gap={6}>
        <Group justify="space-between" gap="xs">
          <div>
            <h3>
              <bdi>{name}</bdi>
            </h3>
            <Text size="xs" c="dimmed">
              {t(`automation.scopes.${scope}`)}
              {level !== null && `${t("common.comma")}${t(`automation.levels.${level}`)}`}
              {t("common.comma")}
              {t("reference.perMinute", format.counted(perMinute))}
            </Text>
            <SurfaceFacts lastUsed={key.lastUsed} lastError={key.lastError} />
          </div>
          <Group gap="xs">
            {!isFirst && (
              <Button
                size="compact-sm"
                component={Link}
                to={`/history?${new URLSearchParams({ key: name })}`}
                aria-label={t("automation.keys.changesNamed", named)}
              >
                {t("automation.keys.changes")}
              </Button>
            )}
            <Button
              size="compact-sm"
              aria-label={t("automation.keys.renewNamed", named)}
              onClick={() => setAsked("renew")}
            >
              {t("automation.keys.renew")}
            </Button>
            {!isFirst && (
              <Button
                size="compact-sm"
                aria-label={t("automation.keys.revokeNamed", named)}
                onClick={() => setAsked("revoke")}
              >
                {t("automation.keys.revoke")}
              </Button>
            )}
          </Group>
        </Group>
        {!works && <CautionNote>{t("automation.keys.foreign")}</CautionNote>}
        {asked !== null && (
          <ConfirmAsk
            ask={t(asked === "renew" ? "automation.keys.renewAsk" : "automation.keys.revokeAsk")}
            action={t(asked === "renew" ? "automation.keys.renew" : "automation.keys.revoke")}
            isBusy={isBusy}
            confirm={() => void confirm()}
            cancel={() => setAsked(null)}
          />
        )}
      </Stack>
    </Card>
  );
}
