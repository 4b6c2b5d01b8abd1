import { Badge, Box, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Webhook, WebhookDelivery } from "../../../../contract/server/automation/webhooks.ts";
import { api } from "../../../app/client/api.ts";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { Pending } from "../../../ui/messages/FailureNotice.tsx";
import { toast } from "../../../ui/messages/toasts.tsx";
import { useBusy } from "../../../ui/messages/useBusy.ts";
import { Pager } from "../../../ui/navigation/Pager.tsx";
import { eventText, problemText, refreshWebhooks, useDeliveries, useDelivery } from "./webhooks.ts";

/** What a webhook sent and is to send, newest first. */
export function DeliveryLog({ of: webhook }: { readonly of: Webhook }) {
  const { t } = useI18n();
  const [page, setPage] = useState(1);
  const log = useDeliveries(webhook.id, page);
  const name = `\u2068${webhook.name}\u2069`;
  return (
    <Stack component="section" gap="xs" aria-label={t("webhooks.logTitle", { name })}>
      <Text size="xs" c="dimmed">
        {t("webhooks.logText")}
      </Text>
      {log.data === undefined ? (
        <Pending of={log} height={60} />
      ) : log.data.deliveries.length === 0 ? (
        <p className="soft">{t("webhooks.logEmpty")}</p>
      ) : (
        <Stack component="ul" gap={4}>
          {log.data.deliveries.map((delivery) => (
            <li key={delivery.id}>
              <DeliveryRow of={delivery} webhook={webhook} />
            </li>
          ))}
        </Stack>
      )}
      <Pager page={page} pages={log.data?.maxpage ?? 1} turn={setPage} />
    </Stack>
  );
}

const colors = {
  waiting: "gray",
  delivered: "green",
  failed: "red",
  dropped: "gray",
} as const satisfies Record<WebhookDelivery["state"], string>;

function DeliveryRow({
  of: delivery,
  webhook,
}: {
  readonly of: WebhookDelivery;
  readonly webhook: Webhook;
}) {
  const { t, format } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const { state, type, date, tries, next, problem } = delivery;
  const moment = format.moment(date);
  const facts = [
    moment,
    ...(tries > 0 ? [t("webhooks.tries", format.counted(tries))] : []),
    ...(problem === null ? [] : [problemText(delivery, t, format)]),
    ...(next === null || tries === 0 ? [] : [t("webhooks.next", { date: format.moment(next) })]),
  ];
  return (
    <Stack gap={4}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Badge color={colors[state]} variant="light">
          {t(`webhooks.delivery.${state}`)}
        </Badge>
        <Box flex={1} miw={0}>
          <div>{eventText(type, t)}</div>
          <Text size="xs" c="dimmed">
            {facts.join(t("common.comma"))}
          </Text>
        </Box>
        <Button
          size="compact-xs"
          aria-expanded={isOpen}
          aria-label={t("webhooks.show", { type: eventText(type, t), date: moment })}
          onClick={() => setOpen(!isOpen)}
        >
          {t("common.details")}
        </Button>
      </Group>
      {isOpen && <DeliveryDetails id={delivery.id} webhook={webhook} />}
    </Stack>
  );
}

function DeliveryDetails({ id, webhook }: { readonly id: number; readonly webhook: Webhook }) {
  const { t, format } = useI18n();
  const found = useDelivery(webhook.id, id);
  const { isBusy, during } = useBusy();
  const redeliver = () =>
    during(async () => {
      const params = { id: webhook.id, deliveryid: id };
      await api.call("redeliverWebhook", { params });
      toast({ text: t("webhooks.redelivered") });
      await refreshWebhooks();
    });
  if (found.data === undefined) return <Pending of={found} height={60} />;
  const { headers, body, answer, status, took, state } = found.data;
  return (
    <Stack gap="xs">
      <Code
        label={t("webhooks.request")}
        text={[headers ?? "", indented(body)].join("\n\n").trim()}
      />
      <Text size="xs" c="dimmed">
        {t("webhooks.answer")}
        {status !== null && `${t("common.comma")}${format.plain(status)}`}
        {took !== null &&
          `${t("common.comma")}${t("webhooks.took", { milliseconds: format.number(took) })}`}
      </Text>
      {status === null ? (
        <p className="soft">{t("webhooks.noAnswer")}</p>
      ) : (
        answer !== null && answer !== "" && <Code label={t("webhooks.answer")} text={answer} />
      )}
      {state !== "waiting" && (
        <div>
          <Button
            size="compact-sm"
            loading={isBusy}
            disabled={!webhook.on}
            onClick={() => void redeliver()}
          >
            {t("webhooks.redeliver")}
          </Button>
        </div>
      )}
    </Stack>
  );
}

/** As it is read best: the bytes that were sent have no spaces. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}

/** Text for programs, which may be long in both directions. */
export function Code({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Box
      component="pre"
      dir="ltr"
      tabIndex={0}
      role="region"
      aria-label={label}
      p="xs"
      m={0}
      mah={280}
      fz="xs"
      bdrs="md"
      bg="var(--wash)"
      style={{ overflow: "auto", whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
    >
      {text}
    </Box>
  );
}
