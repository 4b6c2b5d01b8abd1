import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useState } from "react";
import {
  type SnippetLanguage,
  webhookSnippets,
} from "../../../../contract/server/automation/webhookSnippets.ts";
import type { Webhook } from "../../../../contract/server/automation/webhooks.ts";
import { api } from "../../../app/client/api.ts";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { CopyButton } from "../../../ui/address/CopyButton.tsx";
import { Pending } from "../../../ui/messages/FailureNotice.tsx";
import { toast } from "../../../ui/messages/toasts.tsx";
import { useBusy } from "../../../ui/messages/useBusy.ts";
import { ConfirmAsk } from "../../settings/ConfirmAsk.tsx";
import { Code } from "./DeliveryLog.tsx";
import { refreshWebhooks, useSecret } from "./webhooks.ts";

/** The secret, and how a receiver checks signatures with it. */
export function WebhookSecret({ of: { id, name, former } }: { readonly of: Webhook }) {
  const { t, format } = useI18n();
  const secret = useSecret(id);
  const [isAsked, setAsked] = useState(false);
  const { isBusy, during } = useBusy();
  const renew = () =>
    during(async () => {
      await api.call("renewWebhookSecret", { params: { id } });
      setAsked(false);
      toast({ text: t("webhooks.renewed") });
      await refreshWebhooks();
    });
  return (
    <Stack
      component="section"
      gap="xs"
      aria-label={t("webhooks.secretTitle", { name: `\u2068${name}\u2069` })}
    >
      <Text size="xs" c="dimmed">
        {t("webhooks.secretText")}
      </Text>
      {secret.data === undefined ? (
        <Pending of={secret} height={32} />
      ) : (
        <Group gap="xs" wrap="nowrap">
          <bdi dir="ltr" data-testid="webhook-secret" style={{ overflowWrap: "anywhere" }}>
            {secret.data.secret}
          </bdi>
          <CopyButton text={secret.data.secret} label={t("webhooks.copySecret")} />
        </Group>
      )}
      {former !== null && (
        <p className="soft">{t("webhooks.former", { date: format.moment(former) })}</p>
      )}
      {isAsked ? (
        <ConfirmAsk
          ask={t("webhooks.renewAsk")}
          action={t("webhooks.renew")}
          isBusy={isBusy}
          confirm={() => void renew()}
          cancel={() => setAsked(false)}
        />
      ) : (
        <div>
          <Button size="compact-sm" onClick={() => setAsked(true)}>
            {t("webhooks.renew")}
          </Button>
        </div>
      )}
      <Snippets />
    </Stack>
  );
}

const languages = { node: "Node.js", python: "Python", php: "PHP" } as const satisfies Record<
  SnippetLanguage,
  string
>;

function Snippets() {
  const { t } = useI18n();
  const [language, setLanguage] = useState<SnippetLanguage>("node");
  const code = webhookSnippets[language];
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-end" gap="xs">
        <div>
          <h4>{t("webhooks.verify")}</h4>
          <Text size="xs" c="dimmed">
            {t("webhooks.verifyText")}
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          <NativeSelect
            aria-label={t("webhooks.language")}
            value={language}
            data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget: { value } }) => {
              if (value === "node" || value === "python" || value === "php") setLanguage(value);
            }}
          />
          <CopyButton text={code} label={t("webhooks.copyCode")} />
        </Group>
      </Group>
      <Code label={t("webhooks.verify")} text={code} />
    </Stack>
  );
}
