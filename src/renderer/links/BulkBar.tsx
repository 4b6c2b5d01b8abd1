import { Menu } from "@mantine/core";
import {
  IconArchive,
  IconArchiveOff,
  IconClock,
  IconDots,
  IconDownload,
  IconFlag,
  IconShare,
  IconTag,
  IconTrash,
  IconX,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import type { BulkAction } from "./bulk.ts";
import classes from "./BulkBar.module.css";
import { exportOf, type LinkSearch } from "./linkSearch.ts";
import type { Selection } from "./selection.ts";

interface Act {
  readonly name: BulkAction | "export";
  readonly Icon: typeof IconTag;
  /** Whether a narrow window keeps it behind the dots. */
  readonly isRest: boolean;
}

const acts: readonly Act[] = [
  { name: "tag", Icon: IconTag, isRest: false },
  { name: "channel", Icon: IconShare, isRest: true },
  { name: "campaign", Icon: IconFlag, isRest: true },
  { name: "expiry", Icon: IconClock, isRest: true },
  { name: "archive", Icon: IconArchive, isRest: false },
  { name: "unarchive", Icon: IconArchiveOff, isRest: true },
  { name: "export", Icon: IconDownload, isRest: true },
  { name: "delete", Icon: IconTrash, isRest: false },
];

/** What can be done to the links that are selected. */
export function BulkBar({
  search,
  selection,
  total,
  isNarrow,
  start,
}: {
  readonly search: LinkSearch;
  readonly selection: Selection;
  /** Links that match. */
  readonly total: number;
  readonly isNarrow: boolean;
  readonly start: (action: BulkAction) => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const { count, chosen } = selection;
  const run = (name: Act["name"]) => {
    if (name !== "export") start(name);
    else if ("ids" in chosen) void navigate("/exchange?tab=export", { state: { ids: chosen.ids } });
    else void navigate(`/exchange?${exportOf(search)}`);
  };
  const button = ({ name, Icon }: Act): ReactNode => (
    <button
      key={name}
      type="button"
      className={classes.act}
      data-danger={name === "delete" || undefined}
      onClick={() => run(name)}
    >
      <Icon size={16} aria-hidden="true" />
      {t(`bulk.actions.${name}`)}
    </button>
  );
  const hasArchived = search.filter.archived !== undefined;
  const possible = acts.filter(({ name }) => name !== "unarchive" || hasArchived);
  const shown = possible.filter(({ isRest }) => !isNarrow || !isRest);
  const rest = possible.filter(({ isRest }) => isNarrow && isRest);
  return (
    <div role="toolbar" aria-label={t("bulk.title")} className={classes.bar}>
      <span role="status" className={classes.count}>
        {t("bulk.selected", { count, formatted: format.number(count) })}
      </span>
      {!selection.isAll && count < total && (
        <button type="button" className={classes.all} onClick={selection.selectAll}>
          {t("bulk.selectAll", { formatted: format.number(total) })}
        </button>
      )}
      <span className={classes.acts}>
        {shown.map(button)}
        {rest.length > 0 && (
          <Menu position="top-end" returnFocus>
            <Menu.Target>
              <button type="button" className={classes.act} aria-label={t("bulk.more")}>
                <IconDots size={16} aria-hidden="true" />
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              {rest.map(({ name, Icon }) => (
                <Menu.Item key={name} leftSection={<Icon size={16} />} onClick={() => run(name)}>
                  {t(`bulk.actions.${name}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        <button
          type="button"
          className={classes.act}
          aria-label={t("bulk.clear")}
          title={t("bulk.clear")}
          onClick={selection.clear}
        >
          <IconX size={16} aria-hidden="true" />
        </button>
      </span>
    </div>
  );
}
