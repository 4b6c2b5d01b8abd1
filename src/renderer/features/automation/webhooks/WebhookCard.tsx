import { Button, Card, Group, Stack, Switch, Text } from "@mantine/core";
import { useState } from "react";
import type { Webhook } from "../../../../contract/server/automation/webhooks.ts";
import { api } from "../../../app/client/api.ts";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { readableAddress } from "../../../ui/address/readableAddress.ts";
import { CautionNote } from "../../../ui/messages/Notice.tsx";
import { toast } from "../../../ui/messages/toasts.tsx";
import { useBusy } from "../../../ui/messages/useBusy.ts";
import { ConfirmAsk } from "../../settings/ConfirmAsk.tsx";
import { DeliveryLog } from "./DeliveryLog.tsx";
import { WebhookForm } from "./WebhookForm.tsx";
import { WebhookSecret } from "./WebhookSecret.tsx";
import { eventText, problemText, refreshWebhooks } from "./webhooks.ts";

type Part = "edit" | "log" | "secret" | "delete";

/** A webhook with its state, and one part of it opened below. */
export function WebhookCard({ of: webhook }: { readonly of: Webhook }) {
  const { t } = useI18n();
  const [part, setPart] = useState<Part | null>(null);
  const { isBusy, during } = useBusy();
  const { id, name, url, kind, events, on, problem } = webhook;
  const named = { name: `\u2068${name}\u2069` };
  const isLocked = problem === "locked";
  const close = () => setPart(null);
  const toggle = (other: Part) => setPart(part === other ? null : other);

  const turn = (isOn: boolean) =>
    during(async () => {
      await api.call("updateWebhook", { params: { id }, body: { on: isOn } });
      await refreshWebhooks();
    });
  const test = () =>
    during(async () => {
      await api.call("testWebhook", { params: { id } });
      toast({ text: t("webhooks.tested") });
      await refreshWebhooks();
    });
  const remove = () =>
    during(async () => {
      await api.call("deleteWebhook", { params: { id } });
      toast({ text: t("webhooks.deleted", named) });
      await refreshWebhooks();
    });

  return (
    <Card padding="sm">
      <Stack gap={8}>
        <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
          <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
            <h3>
              <bdi>{name}</bdi>
            </h3>
            <Text size="xs" c="dimmed">
              {t(`webhooks.kinds.${kind}`)}
              {t("common.comma")}
              <bdi dir="ltr">{hostOf(url)}</bdi>
            </Text>
          </div>
          <Switch
            aria-label={t("webhooks.onNamed", named)}
            checked={on}
            disabled={isBusy || isLocked}
            onChange={({ currentTarget }) => void turn(currentTarget.checked)}
          />
        </Group>
        <Text size="xs" c="dimmed">
          {events.map((event) => eventText(event, t)).join(t("common.comma"))}
        </Text>
        <WebhookState of={webhook} />
        <Group gap="xs">
          <Button
            size="compact-sm"
            disabled={!on || isBusy || isLocked}
            aria-label={t("webhooks.testNamed", named)}
            onClick={() => void test()}
          >
            {t("webhooks.test")}
          </Button>
          <Button
            size="compact-sm"
            aria-expanded={part === "log"}
            aria-label={t("webhooks.logNamed", named)}
            onClick={() => toggle("log")}
          >
            {t("webhooks.log")}
          </Button>
          {kind === "standard" && !isLocked && (
            <Button
              size="compact-sm"
              aria-expanded={part === "secret"}
              aria-label={t("webhooks.secretNamed", named)}
              onClick={() => toggle("secret")}
            >
              {t("webhooks.secret")}
            </Button>
          )}
          {!isLocked && (
            <Button
              size="compact-sm"
              aria-expanded={part === "edit"}
              aria-label={t("webhooks.editNamed", named)}
              onClick={() => toggle("edit")}
            >
              {t("webhooks.edit")}
            </Button>
          )}
          <Button
            size="compact-sm"
            aria-label={t("webhooks.deleteNamed", named)}
            onClick={() => toggle("delete")}
          >
            {t("common.delete")}
          </Button>
        </Group>
        {part === "edit" && <WebhookForm webhook={webhook} close={close} />}
        {part === "log" && <DeliveryLog of={webhook} />}
        {part === "secret" && <WebhookSecret of={webhook} />}
        {part === "delete" && (
          <ConfirmAsk
            ask={t("webhooks.deleteAsk")}
            action={t("common.delete")}
            isBusy={isBusy}
            confirm={() => void remove()}
            cancel={close}
          />
        )}
      </Stack>
    </Card>
  );
}

/** Paths of services for messages are secrets. */
function hostOf(url: string): string {
  return URL.canParse(url) ? readableAddress(new URL(url).origin) : "";
}

function WebhookState({ of: webhook }: { readonly of: Webhook }) {
  const { t, format } = useI18n();
  const { on, stopped, failures, offline, success, waiting, refused, problem } = webhook;
  const isLocked = problem === "locked";
  return (
    <>
      {isLocked && <CautionNote>{t("webhooks.locked")}</CautionNote>}
      {stopped !== null && <CautionNote>{t(`webhooks.stopped.${stopped}`)}</CautionNote>}
      {!on && stopped === null && <p className="soft">{t("webhooks.state.off")}</p>}
      {on && failures > 0 && (
        <CautionNote>
          {t("webhooks.state.failures", {
            ...format.counted(failures),
            why: problemText(webhook, t, format),
          })}
        </CautionNote>
      )}
      {on && failures === 0 && (
        <p className="soft">
          {success === null
            ? t("webhooks.state.unused")
            : t("webhooks.state.good", { date: format.moment(success) })}
        </p>
      )}
      {on && offline && <p className="soft">{t("webhooks.state.offline")}</p>}
      {waiting > 0 && <p className="soft">{t("webhooks.waiting", format.counted(waiting))}</p>}
      {refused > 0 && <CautionNote>{t("webhooks.refused", format.counted(refused))}</CautionNote>}
    </>
  );
}
