import { Button, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { mostWebhooks } from "../../../../contract/server/automation/webhooks.ts";
import { Pending } from "../../../ui/messages/FailureNotice.tsx";
import { SettingGroup } from "../../settings/SettingGroup.tsx";
import { WebhookCard } from "./WebhookCard.tsx";
import { WebhookForm } from "./WebhookForm.tsx";
import { useWebhooks } from "./webhooks.ts";

/** What is told to other programs, and how it arrives. */
export function WebhooksSection() {
  const { t } = useTranslation();
  const webhooks = useWebhooks();
  const [isNew, setNew] = useState(false);
  return (
    <SettingGroup title={t("webhooks.title")} text={t("webhooks.text")}>
      {webhooks.data === undefined ? (
        <Pending of={webhooks} height={80} />
      ) : (
        <>
          {webhooks.data.length === 0 && !isNew && <p className="soft">{t("webhooks.none")}</p>}
          {webhooks.data.length > 0 && (
            <Stack component="ul" gap="sm">
              {webhooks.data.map((webhook) => (
                <li key={webhook.id}>
                  <WebhookCard of={webhook} />
                </li>
              ))}
            </Stack>
          )}
          {isNew ? (
            <WebhookForm close={() => setNew(false)} />
          ) : (
            webhooks.data.length < mostWebhooks && (
              <div>
                <Button onClick={() => setNew(true)}>{t("webhooks.new")}</Button>
              </div>
            )
          )}
        </>
      )}
    </SettingGroup>
  );
}
