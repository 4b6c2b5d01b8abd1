import { Group, Stack } from "@mantine/core";
import IconAlertTriangle from "@iconify-json/tabler/icons/alert-triangle";
import type { ChangePreview } from "../../../contract/changes/changes.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import classes from "./ChangePreviewView.module.css";
import { FieldLabel, FieldValue } from "./FieldValue.tsx";
import { messageText } from "../../i18n/messageText.ts";
import { Records } from "./Records.tsx";

/** What a change would do, told before it is done. */
export function ChangePreviewView({
  preview,
  isUndo = false,
  isOpen = false,
}: {
  readonly preview: ChangePreview;
  /** Whether it takes something back: conflicts are then with what was changed since. */
  readonly isUndo?: boolean;
  /** Whether the records are shown at once: somebody else asked for it. */
  readonly isOpen?: boolean;
}) {
  const { t, format } = useI18n();
  const { matched, unchanged, conflicts, conflictCount, records, warnings } = preview;
  const touched = preview.added + preview.changed + preview.removed;
  // What an undo can't put back has other reasons too: a name that is taken, a domain that is gone.
  const isOfLater = conflicts.every(({ code }) => code === "record.changedSince");
  const counts = (["added", "changed", "removed"] as const).filter((name) => preview[name] > 0);
  return (
    <Stack gap="sm">
      <p role="status">
        {touched === 0
          ? t("preview.nothing")
          : counts
              .map((name) => t(`preview.${name}`, format.counted(preview[name])))
              .join(t("common.comma"))}
        {unchanged > 0 && matched > 0 && (
          <span className="soft">
            {t("common.comma")}
            {t("preview.unchanged", format.counted(unchanged))}
          </span>
        )}
      </p>
      {warnings.map((warning) => (
        <Group
          key={warning}
          className={classes.warning}
          component="p"
          gap="xs"
          align="stretch"
          wrap="nowrap"
          py="xs"
          px="sm"
          bdrs="md"
          bg="var(--caution-wash)"
          fz={13}
        >
          <IconAlertTriangle size={16} aria-hidden="true" />
          <bdi>{warning}</bdi>
        </Group>
      ))}
      {conflictCount > 0 && (
        <section className={classes.conflicts} aria-label={t("preview.conflicts")}>
          <h3>
            {t(
              isUndo && isOfLater ? "preview.conflictCount" : "preview.cannotCount",
              format.counted(conflictCount),
            )}
          </h3>
          <ul>
            {conflicts.slice(0, 50).map((conflict) => (
              <li key={`${conflict.kind} ${conflict.id} ${conflict.field ?? ""}`}>
                <strong>
                  <bdi>{conflict.name}</bdi>
                </strong>
                {conflict.field === null || conflict.code !== "record.changedSince" ? (
                  <p>
                    <bdi>{messageText({ ...conflict, message: conflict.says }, t, format)}</bdi>
                  </p>
                ) : (
                  <dl>
                    <dt>
                      <FieldLabel kind={conflict.kind} field={conflict.field} />
                    </dt>
                    <dd>
                      <span className="soft">{t("preview.left")} </span>
                      <FieldValue
                        kind={conflict.kind}
                        field={conflict.field}
                        value={conflict.left}
                      />
                    </dd>
                    <dd>
                      <span className="soft">{t("preview.present")} </span>
                      <FieldValue
                        kind={conflict.kind}
                        field={conflict.field}
                        value={conflict.present}
                      />
                    </dd>
                  </dl>
                )}
              </li>
            ))}
          </ul>
          {conflictCount > 50 && (
            <p className="soft">
              {t("preview.moreConflicts", { formatted: format.number(conflictCount - 50) })}
            </p>
          )}
        </section>
      )}
      {records.length > 0 && (
        <details className={classes.records} open={isOpen}>
          <summary>
            {records.length < touched
              ? t("preview.firstRecords", { formatted: format.number(records.length) })
              : t("preview.allRecords")}
          </summary>
          <Records records={records} label={t("preview.allRecords")} />
        </details>
      )}
    </Stack>
  );
}
