import { useId } from "react";
import { conflictChoices, type OnConflict } from "../../../../contract/changes/imports.ts";
import type { ImportPreview } from "../../../../contract/changes/jobResults.ts";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { Address } from "../../../ui/address/Address.tsx";
import { Choices } from "../../../ui/inputs/Choices.tsx";
import { Panel, WideTable } from "../Panel.tsx";
import type { ImportChoices } from "./imports.ts";

/** Rows whose short address something else has here already, and what shall become of them. */
export function Conflicting({
  preview,
  chosen,
  choose,
}: {
  readonly preview: ImportPreview;
  readonly chosen: OnConflict;
  readonly choose: (part: Partial<ImportChoices>) => void;
}) {
  const { t, format } = useI18n();
  const heading = useId();
  const shown = preview.conflicting.slice(0, 20);
  return (
    <Panel title={t("import.conflictTitle", format.counted(preview.conflicts))} heading={heading}>
      <Choices
        labelledBy={heading}
        value={chosen}
        options={conflictChoices.map((value) => ({
          value,
          label: t(`import.on.${value}`),
          hint: t(`import.on.${value}Hint`),
        }))}
        choose={(onConflict) => choose({ onConflict })}
      />
      <details>
        <summary>{t("import.conflictList")}</summary>
        <WideTable
          labelledBy={heading}
          columns={[
            t("import.line"),
            t("fields.custom"),
            t("import.leadsNow"),
            t("import.leadsInFile"),
          ]}
        >
          {shown.map((row) => (
            <tr key={row.line}>
              <td>{format.number(row.line)}</td>
              <td>
                <bdi dir="ltr">{row.alias}</bdi>
              </td>
              <td>
                <Address of={row.present} />
              </td>
              <td>
                <Address of={row.given} />
              </td>
            </tr>
          ))}
        </WideTable>
        {preview.conflicts > shown.length && (
          <p className="soft">
            {t("import.more", { formatted: format.number(preview.conflicts - shown.length) })}
          </p>
        )}
      </details>
    </Panel>
  );
}
