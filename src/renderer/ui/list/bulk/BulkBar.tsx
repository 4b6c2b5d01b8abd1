import { Menu } from "@mantine/core";
import IconDots from "@iconify-json/tabler/icons/dots";
import IconX from "@iconify-json/tabler/icons/x";
import type { OutlineIcon } from "../../../theme/outlineIcon.tsx";
import { useMemo } from "react";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { useCommands } from "../../../app/frame/commands.ts";
import type { ListSearch } from "../recordSource.ts";
import type { ActionKey } from "../table/rowActions.ts";
import type { Chosen, Selection } from "../table/selection.ts";
import { ToastPlace } from "../../messages/Toaster.tsx";
import classes from "./Bulk.module.css";

/** What can be done with all that is selected. */
export interface BulkAction {
  readonly name: string;
  readonly label: string;
  readonly Icon: OutlineIcon;
  readonly key?: ActionKey;
  /** Whether a narrow window keeps it behind the dots. */
  readonly isRest?: boolean;
  readonly isDanger?: boolean;
  readonly isPossible?: (search: ListSearch) => boolean;
  readonly run: (chosen: Chosen, end: { readonly clear: () => void }) => void;
}

export function BulkBar({
  actions,
  selection,
  total,
  isNarrow,
  run,
}: {
  readonly actions: readonly BulkAction[];
  readonly selection: Selection;
  /** Records that match. */
  readonly total: number;
  readonly isNarrow: boolean;
  readonly run: (action: BulkAction) => void;
}) {
  const { t, format } = useI18n();
  const { count } = selection;
  useCommands(
    useMemo(
      () =>
        actions.map((action) => ({
          id: `selected.${action.name}`,
          label: t("list.doWithSelected", {
            action: action.label,
            formatted: format.number(count),
          }),
          Icon: action.Icon,
          run: () => run(action),
        })),
      [actions, count, format, run, t],
    ),
  );
  const shown = actions.filter(({ isRest = false }) => !isNarrow || !isRest);
  const rest = actions.filter(({ isRest = false }) => isNarrow && isRest);
  const canSelectAll = !selection.isAll && count < total;
  return (
    <div role="toolbar" aria-label={t("list.ofSelected")} className={classes.bar}>
      <ToastPlace isOver />
      <span role="status" className={classes.count}>
        {t("list.selected", format.counted(count))}
      </span>
      {canSelectAll && !isNarrow && (
        <button type="button" className={classes.all} onClick={selection.selectAll}>
          {t("list.selectAll", { formatted: format.number(total) })}
        </button>
      )}
      <span className={classes.acts}>
        {shown.map((action) => {
          const { name, label, Icon, isDanger = false } = action;
          return (
            <button
              key={name}
              type="button"
              className={classes.act}
              data-danger={isDanger || undefined}
              aria-label={label}
              title={isNarrow ? label : undefined}
              onClick={() => run(action)}
            >
              <Icon size={16} aria-hidden="true" />
              {!isNarrow && label}
            </button>
          );
        })}
        {(rest.length > 0 || (isNarrow && canSelectAll)) && (
          <Menu position="top-end" returnFocus>
            <Menu.Target>
              <button type="button" className={classes.act} aria-label={t("list.more")}>
                <IconDots size={16} aria-hidden="true" />
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              {canSelectAll && (
                <Menu.Item onClick={selection.selectAll}>
                  {t("list.selectAll", { formatted: format.number(total) })}
                </Menu.Item>
              )}
              {rest.map((action) => {
                const { name, label, Icon } = action;
                return (
                  <Menu.Item
                    key={name}
                    leftSection={<Icon size={16} aria-hidden="true" />}
                    onClick={() => run(action)}
                  >
                    {label}
                  </Menu.Item>
                );
              })}
            </Menu.Dropdown>
          </Menu>
        )}
        <button
          type="button"
          className={classes.act}
          aria-label={t("list.clearSelection")}
          title={t("list.clearSelection")}
          onClick={selection.clear}
        >
          <IconX size={16} aria-hidden="true" />
        </button>
      </span>
    </div>
  );
}
