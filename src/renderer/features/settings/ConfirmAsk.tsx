import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** The second press of what can't be taken back: what breaks is said before it. */
export function ConfirmAsk({
  ask,
  action,
  isBusy,
  confirm,
  cancel,
}: {
  readonly ask: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly confirm: () => void;
  readonly cancel: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <p role="alert">{ask}</p>
      <Group gap={8}>
        <Button variant="filled" color="crimson" autoFocus loading={isBusy} onClick={confirm}>
          {action}
        </Button>
        <Button onClick={cancel}>{t("common.cancel")}</Button>
      </Group>
    </>
  );
}
