import { Button, Group, Stack } from "@mantine/core";
import { type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLeaving } from "../../app/frame/leaveGuard.ts";
import { useBusy } from "../../ui/messages/useBusy.ts";

/** A field whose words are kept by Enter or Save, and let go by Escape or Cancel. Going elsewhere asks first, so that none of them is lost. */
export function TypedForm({
  label,
  isOther,
  save,
  cancel,
  children,
}: {
  readonly label: string;
  /** Whether something is typed that isn't kept yet. */
  readonly isOther: boolean;
  /** Says itself what went wrong. */
  readonly save: () => Promise<void>;
  readonly cancel: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const { isBusy, during } = useBusy();
  const leaving = useLeaving({ isChanged: () => isOther, close: () => undefined });
  const { isConfirming } = leaving;
  const keep = async () => {
    if (isOther && !isBusy) await during(save);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && isOther) cancel();
      }}
    >
      <Stack gap={8}>
        {children}
        {isOther && isConfirming && (
          <p role="alert" className="soft">
            {t("settings.unsaved")}
          </p>
        )}
        {isOther && (
          <Group gap={8}>
            <Button
              key={isConfirming ? "asked" : "typed"}
              type="submit"
              size="xs"
              variant="filled"
              autoFocus={isConfirming}
              loading={isBusy}
              aria-label={t("settings.saveNamed", { name: label })}
            >
              {t("common.save")}
            </Button>
            <Button size="xs" onClick={cancel}>
              {t(isConfirming ? "settings.discard" : "common.cancel")}
            </Button>
            {isConfirming && (
              <Button size="xs" onClick={() => leaving.stay()}>
                {t("settings.keepTyping")}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}
