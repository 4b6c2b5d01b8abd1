import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { FieldFault } from "../../../../contract/envelope.ts";
import {
  optionalWebhookFields,
  optionalWebhookNames,
  usualEvents,
  type Webhook,
  type WebhookEvent,
  webhookEvents,
  type WebhookKind,
  webhookKinds,
} from "../../../../contract/server/automation/webhooks.ts";
import { api } from "../../../app/client/api.ts";
import { ApiFailure } from "../../../app/client/client.ts";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { RecordsPicker } from "../../../ui/inputs/RecordPicker.tsx";
import { faultSentence } from "../../../ui/messages/faultSentence.ts";
import { showFailure, toast } from "../../../ui/messages/toasts.tsx";
import { useBusy } from "../../../ui/messages/useBusy.ts";
import { TagsInput } from "../../tags/TagsInput.tsx";
import { eventText, refreshWebhooks } from "./webhooks.ts";

type Values = Pick<
  Webhook,
  "name" | "url" | "kind" | "events" | "links" | "channels" | "campaigns" | "tags"
> & { readonly chat: string; readonly private: string };

const blank: Values = {
  name: "",
  url: "",
  kind: "standard",
  events: [...usualEvents],
  ...optionalWebhookFields,
  chat: "",
  private: "",
};

function valuesOf(webhook: Webhook): Values {
  return { ...webhook, chat: webhook.chat ?? "", private: webhook.private ?? "" };
}

/** What has a value, and the names of what has none. */
function sentOf({ name, url, kind, events, ...values }: Values) {
  const { links, channels, campaigns, tags, chat, private: place } = values;
  const body = {
    name,
    url,
    kind,
    events,
    ...(links.length > 0 && { links }),
    ...(channels.length > 0 && { channels }),
    ...(campaigns.length > 0 && { campaigns }),
    ...(tags.length > 0 && { tags }),
    ...(chat.trim() !== "" && { chat }),
    ...(place.trim() !== "" && { private: place }),
  };
  const clear = optionalWebhookNames.filter((field) => !(field in body));
  return { body, clear };
}

/** Creates a webhook, or changes one. */
export function WebhookForm({
  webhook,
  close,
}: {
  readonly webhook?: Webhook;
  readonly close: () => void;
}) {
  const { t } = useI18n();
  const [values, setValues] = useState(() => (webhook === undefined ? blank : valuesOf(webhook)));
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const { isBusy, during } = useBusy();

  function set(changed: Partial<Values>): void {
    setFaults(faults.filter(({ field }) => !(field in changed)));
    setValues({ ...values, ...changed });
  }

  function faultOf(name: keyof Values): string | undefined {
    const fault = faults.find(({ field }) => field === name || field.startsWith(`${name}[`));
    return fault && faultSentence(fault, t);
  }

  const save = () =>
    during(
      async () => {
        const { body, clear } = sentOf(values);
        if (webhook === undefined) await api.call("addWebhook", { body });
        else {
          const params = { id: webhook.id };
          await api.call("updateWebhook", { params, body: { ...body, clear } });
        }
        const named = { name: `\u2068${values.name.trim()}\u2069` };
        toast({ text: t(webhook === undefined ? "webhooks.created" : "webhooks.saved", named) });
        await refreshWebhooks();
        close();
      },
      (error) => {
        const known = error instanceof ApiFailure ? error.faults : [];
        setFaults(known);
        if (known.length === 0) showFailure(error);
      },
    );

  function submit(event: FormEvent): void {
    event.preventDefault();
    void save();
  }

  const { name, url, kind, events } = values;
  return (
    <form
      onSubmit={submit}
      aria-label={t(webhook === undefined ? "webhooks.create" : "webhooks.edit")}
    >
      <Stack gap="sm">
        <Group align="flex-start" gap="sm" grow>
          <TextInput
            label={t("webhooks.name")}
            value={name}
            error={faultOf("name")}
            maxLength={200}
            required
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          <NativeSelect
            label={t("webhooks.kind")}
            value={kind}
            data={webhookKinds.map((value) => ({ value, label: t(`webhooks.kinds.${value}`) }))}
            onChange={({ currentTarget }) => set({ kind: kindOf(currentTarget.value) })}
          />
        </Group>
        <TextInput
          label={t("webhooks.url")}
          description={t(`webhooks.urlHint.${kind}`)}
          value={url}
          error={faultOf("url")}
          required
          type="url"
          dir="ltr"
          autoComplete="off"
          onChange={({ currentTarget }) => set({ url: currentTarget.value })}
        />
        {kind === "telegram" && (
          <TextInput
            label={t("webhooks.chat")}
            description={t("webhooks.chatHint")}
            value={values.chat}
            error={faultOf("chat")}
            required
            dir="ltr"
            onChange={({ currentTarget }) => set({ chat: currentTarget.value })}
          />
        )}
        <TextInput
          label={t("webhooks.private")}
          description={t("webhooks.privateHint")}
          value={values.private}
          error={faultOf("private")}
          dir="ltr"
          autoComplete="off"
          onChange={({ currentTarget }) => set({ private: currentTarget.value })}
        />
        <Checkbox.Group
          label={t("webhooks.events")}
          error={faultOf("events")}
          value={events}
          onChange={(chosen) => set({ events: eventsOf(chosen) })}
        >
          <Group gap="6px 14px" mt={4}>
            {webhookEvents.map((event) => (
              <Checkbox key={event} value={event} label={eventText(event, t)} />
            ))}
          </Group>
        </Checkbox.Group>
        {events.includes("link.clicked") && (
          <Stack component="fieldset" gap="sm" bd="none" p={0} m={0}>
            <legend>{t("webhooks.only")}</legend>
            {(["links", "channels", "campaigns"] as const).map((records) => (
              <RecordsPicker
                key={records}
                kind={records}
                label={t(`webhooks.${records}`)}
                value={values[records]}
                error={faultOf(records)}
                onChange={(ids) => set({ [records]: ids })}
              />
            ))}
            <TagsInput
              label={t("webhooks.tags")}
              description={t("webhooks.tagsHint")}
              value={values.tags}
              error={faultOf("tags")}
              onChange={(tags) => set({ tags })}
            />
          </Stack>
        )}
        <Group gap="xs">
          <Button type="submit" variant="filled" loading={isBusy}>
            {t(webhook === undefined ? "webhooks.create" : "common.save")}
          </Button>
          <Button onClick={close}>{t("common.cancel")}</Button>
        </Group>
      </Stack>
    </form>
  );
}

function kindOf(value: string): WebhookKind {
  return webhookKinds.find((one) => one === value) ?? "standard";
}

/** In the order of the list. */
function eventsOf(chosen: readonly string[]): WebhookEvent[] {
  return webhookEvents.filter((event) => chosen.includes(event));
}
