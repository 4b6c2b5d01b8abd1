import { Button, Card, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PendingChange } from "../../../contract/server/automation/assistants.ts";
import { api, queryClient } from "../../app/client/api.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { Fact, FactList } from "../../ui/FactList.tsx";
import { Pending } from "../../ui/messages/FailureNotice.tsx";
import { showFailure, toast } from "../../ui/messages/toasts.tsx";
import { useBusy } from "../../ui/messages/useBusy.ts";
import { refreshEverything } from "../changes/changes.ts";
import { ChangePreviewView } from "../changes/ChangePreviewView.tsx";
import { FieldLabel, FieldValue } from "../changes/FieldValue.tsx";
import { setDone } from "../changes/setDone.tsx";
import { usePending } from "./automation.ts";
import { visibleIn } from "./visible.ts";

/** What assistants have asked for. Nothing of it is done before you accept it. */
export function PendingChanges() {
  const { t, format } = useI18n();
  const pending = usePending();
  if (pending.data === undefined || pending.data.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-label={t("automation.pending.title")}>
      <h3>{t("automation.pending.count", format.counted(pending.data.length))}</h3>
      <Stack component="ul" gap="sm">
        {pending.data.map((change) => (
          <li key={change.id}>
            <PendingCard change={change} />
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

function PendingCard({ change }: { readonly change: PendingChange }) {
  const { t, format } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const { id, key, operation, date } = change;
  return (
    <Card padding="sm">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <div>
            <bdi>{key}</bdi>
            {t("common.comma")}
            {t(`automation.pending.${operation}`)}
            <Text size="xs" c="dimmed">
              {format.moment(date)}
            </Text>
          </div>
          {!isOpen && (
            <Button size="compact-sm" onClick={() => setOpen(true)}>
              {t("automation.pending.review")}
            </Button>
          )}
        </Group>
        {isOpen && <Review id={id} close={() => setOpen(false)} />}
      </Stack>
    </Card>
  );
}

/** What a record would have that isn't there yet. */
function AskedFields({ change: { operation, asked } }: { readonly change: PendingChange }) {
  const { t } = useI18n();
  const kind = operation === "addQrCode" ? "qr" : "links";
  return (
    <FactList>
      {Object.entries(visibleIn(asked)).map(([field, value]) => (
        <Fact
          key={field}
          name={
            field === "reuse" ? (
              t("automation.pending.reuse")
            ) : (
              <FieldLabel kind={kind} field={field} />
            )
          }
        >
          {typeof value === "string" && isAddress(value) ? (
            // With its escapes: what they stand for may look like something else.
            <bdi dir="ltr" style={{ overflowWrap: "anywhere" }}>
              {value}
            </bdi>
          ) : (
            <FieldValue kind={kind} field={field} value={value} />
          )}
        </Fact>
      ))}
    </FactList>
  );
}

const isAddress = (text: string) => /^[a-z][a-z\d+.-]*:/i.test(text);

/** What it would do now, and the decision. */
function Review({ id, close }: { readonly id: number; readonly close: () => void }) {
  const { t } = useI18n();
  const { isBusy, during } = useBusy();
  const found = useQuery({
    queryKey: ["pending", id],
    queryFn: ({ signal }) => api.call("previewPending", { params: { id } }, signal),
    gcTime: 0,
    staleTime: Infinity,
  });
  if (found.data === undefined) return <Pending of={found} height={80} />;
  const { preview, details } = found.data;

  const accept = () =>
    during(
      async () => {
        const body = preview === null ? {} : { token: preview.token };
        const { change = null } = await api.call("acceptPending", { params: { id }, body });
        setDone({ set: change, did: t("automation.pending.accepted") });
        await refreshEverything();
      },
      async (error) => {
        showFailure(error);
        // What it would do is another thing by now.
        if (error instanceof ApiFailure && error.status === 409) await found.refetch();
      },
    );
  const drop = () =>
    during(async () => {
      await api.call("dropPending", { params: { id } });
      toast({ text: t("automation.pending.dropped") });
      await queryClient.refresh(["pending"]);
    });

  return (
    <>
      {preview === null ? (
        <AskedFields change={details} />
      ) : (
        <ChangePreviewView
          preview={{ ...preview, records: preview.records.map(visibleIn) }}
          isUndo={details.operation === "undoChange"}
          isOpen
        />
      )}
      <Group gap="xs">
        <Button variant="filled" loading={isBusy} onClick={() => void accept()}>
          {t("automation.pending.accept")}
        </Button>
        <Button disabled={isBusy} onClick={() => void drop()}>
          {t("automation.pending.drop")}
        </Button>
        <Button disabled={isBusy} onClick={close}>
          {t("common.cancel")}
        </Button>
      </Group>
    </>
  );
}
