import { Button, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { RecordKind } from "../../../contract/fields/records.ts";
import type { useLeaving } from "../../app/frame/leaveGuard.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { FailureNotice } from "../messages/FailureNotice.tsx";
import { ToastPlace } from "../messages/Toaster.tsx";
import type { RecordFormState } from "./useRecordForm.ts";
import classes from "./RecordEditor.module.css";
import type { FieldFault } from "../../../contract/envelope.ts";
import { FieldLabel, FieldValue } from "../../features/changes/FieldValue.tsx";

/** What somebody else made of fields that the form's user changed too, and which values to go on with. */
function ConflictNotice({
  kind,
  conflicts,
  takeTheirs,
  keepMine,
}: {
  readonly kind: RecordKind;
  readonly conflicts: readonly FieldFault[];
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Stack role="alert" className={classes.conflict} gap="xs">
      <p>{t("edit.conflict.text")}</p>
      <ul className="points">
        {conflicts.map(({ field, present }) => (
          <li key={field}>
            <FieldLabel kind={kind} field={field} />:{" "}
            <FieldValue kind={kind} field={field} value={present} />
          </li>
        ))}
      </ul>
      <Group gap="xs" align="stretch" wrap="nowrap">
        <Button size="compact-sm" onClick={takeTheirs}>
          {t("edit.conflict.useTheirs")}
        </Button>
        <Button size="compact-sm" autoFocus onClick={keepMine}>
          {t("edit.conflict.keepMine")}
        </Button>
      </Group>
    </Stack>
  );
}

/** The foot of an editor: what stands against saving, how much is changed, and what becomes of it. */
export function EditorFoot({
  kind,
  create,
  form,
  state,
  leaving,
  leave,
  discard,
}: {
  readonly kind: RecordKind;
  /** What makes a new record says so. */
  readonly create: string;
  readonly form: { readonly isNew: boolean; readonly changes: number };
  readonly state: RecordFormState;
  readonly leaving: Pick<ReturnType<typeof useLeaving>, "isConfirming" | "stay">;
  readonly leave: () => void;
  readonly discard: () => void;
}) {
  const { t, format } = useI18n();
  const { isDoubted, conflicts } = state;
  const isConfirming = state.isConfirming || leaving.isConfirming;
  const changes = form.isNew ? 0 : form.changes;
  const words = isConfirming
    ? t("edit.leaving")
    : isDoubted
      ? t("edit.doubted")
      : changes > 0 && t("edit.changes", format.counted(changes));
  const stay = () => {
    leaving.stay();
    state.stay();
  };
  return (
    <>
      {state.failure !== null && (
        <div className={classes.failure}>
          <FailureNotice error={state.failure} />
        </div>
      )}
      {conflicts.length > 0 && (
        <ConflictNotice
          kind={kind}
          conflicts={conflicts}
          takeTheirs={state.takeTheirs}
          keepMine={state.keepMine}
        />
      )}
      <ToastPlace />
      <Group className={classes.foot} gap="xs" justify="space-between">
        <Text span inherit c="dimmed" fz={13} role="status">
          {words}
        </Text>
        <Group gap="xs" align="stretch" justify="flex-end" ms="auto">
          {isConfirming && (
            <Button variant="default" autoFocus onClick={stay}>
              {t("edit.keepEditing")}
            </Button>
          )}
          {isConfirming || changes > 0 ? (
            <Button variant="default" c="var(--danger)" onClick={discard}>
              {t("edit.discard")}
            </Button>
          ) : (
            <Button variant="default" onClick={leave}>
              {t("common.cancel")}
            </Button>
          )}
          <Button
            type="submit"
            variant="filled"
            loading={state.isBusy}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            rightSection={
              <kbd className={classes.keys} dir="ltr" aria-hidden="true">
                {saveKeys}
              </kbd>
            }
          >
            {isDoubted ? t("edit.allTheSame") : form.isNew ? create : t("common.save")}
          </Button>
        </Group>
      </Group>
    </>
  );
}

const saveKeys = /mac/i.test(navigator.userAgent) ? "⌘↵" : "Ctrl ↵";
