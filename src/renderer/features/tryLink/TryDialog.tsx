import { Modal, Stack, Text, useComputedColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../app/client/api.ts";
import { useLink } from "../../app/client/queries.ts";
import { QueryFailure } from "../../ui/messages/FailureNotice.tsx";
import { ToastPlace } from "../../ui/messages/Toaster.tsx";
import { TryForm } from "./TryForm.tsx";
import { TryResult } from "./TryResult.tsx";
import classes from "./TryDialog.module.css";
import { pause, useTrial } from "./useTrial.ts";
import { bodyOf, firstVisitor } from "./visitor.ts";

export function TryDialog({ id, close }: { readonly id: number; readonly close: () => void }) {
  const { t } = useTranslation();
  const link = useLink(id).data?.details;
  const [visitor, setVisitor] = useState(firstVisitor);
  const look = useComputedColorScheme("light");
  const [sent] = useDebouncedValue(visitor, pause);
  const tried = useTrial(["try", id, sent, look], (signal) =>
    api.call("tryLink", { params: { id }, body: { ...bodyOf(sent), look } }, signal),
  );
  return (
    <Modal
      opened
      onClose={close}
      size={880}
      title={
        <Text span inherit fz={18} fw={600}>
          {t("tryVisit.title")}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <Text inherit mb="md" fz={13} c="dimmed">
        {t("tryVisit.about")}
      </Text>
      <div className={classes.panes}>
        <TryForm
          visitor={visitor}
          change={(part) => setVisitor({ ...visitor, ...part })}
          isProtected={link?.password === true}
        />
        <Stack
          aria-label={t("tryVisit.result")}
          aria-live="polite"
          component="section"
          gap="sm"
          miw={0}
        >
          {tried.isError ? (
            <QueryFailure of={tried} />
          ) : (
            tried.data !== undefined && <TryResult trial={tried.data} />
          )}
        </Stack>
      </div>
      <ToastPlace />
    </Modal>
  );
}
