import { ActionIcon, Group, Stack } from "@mantine/core";
import IconDownload from "@iconify-json/tabler/icons/download";
import IconTable from "@iconify-json/tabler/icons/table";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DownloadedFile } from "../../app/client/client.ts";
import { saveFile } from "../../features/exchange/download.ts";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { showFailure } from "../messages/toasts.tsx";
import { type Cell, csvOf } from "../../features/statistics/csv.ts";
import classes from "./ChartPanel.module.css";

/** What a chart shows, as rows: for those who read numbers rather than shapes, and for a file. */
export interface ChartTable {
  /** The file's name, without its ending. */
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** The same cell as the reader wants it; numbers are written in their digits anyway. */
  readonly shown?: ((cell: Cell, column: number) => ReactNode) | undefined;
  /** Where the service has a file that says more than these rows. */
  readonly download?: (() => Promise<DownloadedFile>) | undefined;
}

/** A chart with its heading, its table and its file. */
export function ChartPanel({
  title,
  table,
  children,
  beside,
  isTitleHidden = false,
}: {
  readonly title: string;
  readonly table: ChartTable | null;
  /** Absent: it is shown as its table. */
  readonly children?: ReactNode;
  /** Further controls of its head. */
  readonly beside?: ReactNode;
  /** Where what stands beside it says the same. */
  readonly isTitleHidden?: boolean;
}) {
  const { t } = useTranslation();
  const heading = useId();
  const [isTable, setTable] = useState(false);
  return (
    <Stack className={classes.panel} component="section" gap="xs" aria-labelledby={heading}>
      <Group gap="4px 12px">
        <h2 id={heading} className={isTitleHidden ? "visuallyHidden" : undefined}>
          {title}
        </h2>
        {beside}
        {table !== null && (
          <div className={classes.ways}>
            {children !== undefined && (
              <ActionIcon
                aria-pressed={isTable}
                aria-label={t("statistics.tableOf", { title })}
                title={t("statistics.table")}
                onClick={() => setTable(!isTable)}
              >
                <IconTable size={16} />
              </ActionIcon>
            )}
            <ActionIcon
              aria-label={t("statistics.csvOf", { title })}
              title="CSV"
              onClick={() => void save(table)}
            >
              <IconDownload size={16} />
            </ActionIcon>
          </div>
        )}
      </Group>
      {(isTable || children === undefined) && table !== null ? (
        <Rows table={table} label={t("statistics.tableOf", { title })} />
      ) : (
        children
      )}
    </Stack>
  );
}

async function save({ name, head, rows, download }: ChartTable): Promise<void> {
  if (download === undefined) {
    saveFile({ name: `${name}.csv`, content: csvOf(head, rows) });
    return;
  }
  try {
    saveFile(await download());
  } catch (error) {
    showFailure(error);
  }
}

/** Short lists in the place of one. */
export function PanelTabs<Tab extends string>({
  label,
  tabs,
  value,
  choose,
  nameOf,
}: {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly value: Tab;
  readonly choose: (tab: Tab) => void;
  readonly nameOf: (tab: Tab) => string;
}) {
  return (
    <Group gap={2} role="group" aria-label={label} className={classes.tabs}>
      {tabs.map((one) => (
        <button
          key={one}
          type="button"
          className="wordButton"
          aria-pressed={one === value}
          onClick={() => choose(one)}
        >
          {nameOf(one)}
        </button>
      ))}
    </Group>
  );
}

function Rows({ table, label }: { readonly table: ChartTable; readonly label: string }) {
  const format = useFormat();
  const { head, rows, shown } = table;
  const textOf = (cell: Cell, column: number): ReactNode =>
    shown?.(cell, column) ?? (typeof cell === "number" ? format.number(cell) : <bdi>{cell}</bdi>);
  return (
    <div className={classes.scroller} role="region" aria-label={label} tabIndex={0}>
      <table className={`plainTable ${classes.table}`}>
        <thead>
          <tr>
            {head.map((name, column) => (
              <th
                key={name}
                scope="col"
                data-number={typeof rows[0]?.[column] === "number" || undefined}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // Rows have no names of their own that couldn't be there twice.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={head[column]} data-number={typeof cell === "number" || undefined}>
                  {textOf(cell, column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
