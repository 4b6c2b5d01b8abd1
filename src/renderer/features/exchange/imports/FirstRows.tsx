import { Group } from "@mantine/core";
import type { TFunction } from "i18next";
import { type ReactNode, useId } from "react";
import type { ImportPreview } from "../../../../contract/changes/jobResults.ts";
import type { Format } from "../../../i18n/format.ts";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { Address } from "../../../ui/address/Address.tsx";
import { TagChip } from "../../tags/TagChip.tsx";
import { Panel, WideTable } from "../Panel.tsx";
import { type RowField, shownFields } from "./shownFields.ts";

const mostShown = 10;

type Row = ImportPreview["records"][number];

/** The first rows as they would come, with the columns that the file has. */
export function FirstRows({ preview }: { readonly preview: ImportPreview }) {
  const { t, format } = useI18n();
  const heading = useId();
  const rows = preview.records.slice(0, mostShown);
  const fields = shownFields(preview);
  if (rows.length === 0) return null;
  return (
    <Panel title={t("import.firstRows")} heading={heading}>
      <WideTable
        labelledBy={heading}
        columns={[
          t("import.line"),
          t("fields.custom"),
          t("links.target"),
          ...fields.map((field) => t(field === "date" ? "links.date" : `fields.${field}`)),
        ]}
      >
        {rows.map((row) => (
          <tr key={row.line}>
            <td>{format.number(row.line)}</td>
            <td>
              {row.alias === null ? (
                <span className="soft">{t("import.random")}</span>
              ) : (
                <bdi dir="ltr">{row.alias}</bdi>
              )}
            </td>
            <td>
              <Address of={row.url} />
            </td>
            {fields.map((field) => (
              <td key={field}>{cellOf(field, row, t, format)}</td>
            ))}
          </tr>
        ))}
      </WideTable>
    </Panel>
  );
}

function cellOf(field: RowField, row: Row, t: TFunction, format: Format): ReactNode {
  switch (field) {
    case "name":
    case "description":
      return <bdi>{row[field]}</bdi>;
    case "tags":
      return (
        <Group gap={4}>
          {row.tags.map((tag) => (
            <TagChip key={tag} tag={tag} />
          ))}
        </Group>
      );
    case "channel":
      return <bdi>{row.channels.join(t("common.comma"))}</bdi>;
    case "campaign":
      return <bdi>{row.campaign}</bdi>;
    case "expiry":
      return row.expiry !== null && <span className="oneWord">{format.moment(row.expiry)}</span>;
    case "archived":
      return row.archived && t("common.yes");
    case "date":
      return row.date !== null && <span className="oneWord">{format.day(row.date)}</span>;
    case "earlierclicks":
      return row.earlierclicks > 0 && format.number(row.earlierclicks);
  }
}
