import { Button, Checkbox, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { answeredName, type RestoreChange } from "../../../../contract/fields/restoreChange.ts";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { messageText } from "../../../i18n/messageText.ts";
import { type PreviewedRestore, nameOf, type Only } from "./backups.ts";
import {
  isSelected,
  onlyOf,
  selectAll,
  type Selection,
  toggleKind,
  toggleRecord,
} from "./restoreSelection.ts";
import { Panel } from "../Panel.tsx";
import type { TFunction } from "i18next";
import type { RecordKind } from "../../../../contract/fields/records.ts";
import { fieldText } from "../../changes/fieldWords.ts";

/** What differs in a record, in the window's words; what the window has no word for is left out. */
function restoredFields(
  kind: RecordKind,
  fields: readonly string[],
  t: TFunction,
): readonly string[] {
  const texts = fields.flatMap((field) => fieldText(kind, answeredName(kind, field), t) ?? []);
  return [...new Set(texts)];
}

const deeds = ["added", "changed", "removed"] as const;

/** What restoring a backup would do, before anything is done, with a box for each line. */
export function BackupPreview({
  previewed: { choice, only, preview },
  isAnew,
  isBusy,
  restore,
  narrow,
  close,
}: {
  readonly previewed: PreviewedRestore;
  /** It takes the place of one that did not hold any more. */
  readonly isAnew: boolean;
  readonly isBusy: boolean;
  readonly restore: () => void;
  /** Previews a part of it. */
  readonly narrow: (only: Only) => void;
  readonly close: () => void;
}) {
  const { t, format } = useI18n();
  const { changes, said: warnings, settings } = preview;
  const [selection, setSelection] = useState(() => selectAll(changes));
  const chosen = onlyOf(changes, selection);
  return (
    <Panel takesFocus title={t("backups.previewOf", { name: `\u2068${nameOf(choice)}\u2069` })}>
      {isAnew && <p role="alert">{t("backups.previewedAnew")}</p>}
      {changes.length === 0 && <p role="status">{t("backups.same")}</p>}
      {changes.length > 0 && (
        <p className="soft">{t(only === undefined ? "backups.selectHint" : "backups.narrowed")}</p>
      )}
      {changes.map((change) => (
        <KindChanges
          key={change.kind}
          change={change}
          selection={selection}
          choose={setSelection}
        />
      ))}
      {settings.length > 0 && <RestoredSettings settings={settings} />}
      {warnings.map((sentence) => (
        <p key={sentence.code}>{messageText(sentence, t, format)}</p>
      ))}
      <Group gap="8px 16px" justify="space-between" mt={8}>
        <span className="soft">{changes.length > 0 && t("backups.undoHint")}</span>
        <Group gap={8}>
          <Button onClick={close}>{t("common.close")}</Button>
          {changes.length > 0 && chosen === "all" && (
            <Button variant="filled" loading={isBusy} onClick={restore}>
              {t("backups.restore")}
            </Button>
          )}
          {chosen !== "all" && (
            <Button
              variant="filled"
              loading={isBusy}
              disabled={chosen.length === 0}
              onClick={() => narrow(chosen)}
            >
              {t("backups.narrow")}
            </Button>
          )}
        </Group>
      </Group>
    </Panel>
  );
}

/** Each setting that the backup has otherwise, and whether restoring leaves it as it is. */
function RestoredSettings({
  settings,
}: {
  readonly settings: PreviewedRestore["preview"]["settings"];
}) {
  const { t } = useTranslation();
  const textOf = (value: string | number | boolean | null) =>
    value === null ? t("backups.defaultValue") : `\u2068${value}\u2069`;
  return (
    <ul>
      {settings.map(({ name, from, to, stays }) => (
        <li key={name}>
          <bdi>{name}</bdi>{" "}
          <span className="soft">
            {t(stays ? "backups.settingStays" : "backups.settingChanges", {
              from: textOf(from),
              to: textOf(to),
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}

function KindChanges({
  change,
  selection,
  choose,
}: {
  readonly change: RestoreChange;
  readonly selection: Selection;
  readonly choose: (selection: Selection) => void;
}) {
  const { t, format } = useI18n();
  const { kind, examples } = change;
  const chosen = selection.get(kind);
  const title = t(`backups.kinds.${kind}`);
  return (
    <Group gap={8} align="flex-start" wrap="nowrap" mt={8}>
      <Checkbox
        aria-label={t("backups.select", { name: title })}
        checked={chosen === "all"}
        indeterminate={chosen !== undefined && chosen !== "all"}
        onChange={() => choose(toggleKind(selection, kind))}
      />
      <details>
        <summary>
          <strong>{title}</strong>{" "}
          {deeds
            .filter((deed) => change[deed] > 0)
            .map((deed) => t(`backups.${deed}`, format.counted(change[deed])))
            .join(t("common.comma"))}
        </summary>
        <ul>
          {examples.map(({ id, name, fields }) => (
            <li key={id}>
              <Checkbox
                size="xs"
                checked={isSelected(selection, kind, id)}
                onChange={() => choose(toggleRecord(selection, change, id))}
                label={
                  <>
                    <bdi>{name}</bdi>{" "}
                    <span className="soft">
                      {restoredFields(kind, fields, t).join(t("common.comma"))}
                    </span>
                  </>
                }
              />
            </li>
          ))}
        </ul>
      </details>
    </Group>
  );
}
