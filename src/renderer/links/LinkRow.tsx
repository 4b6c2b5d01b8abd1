import { ActionIcon, Menu, Skeleton, Tooltip } from "@mantine/core";
import {
  IconChartBar,
  IconDots,
  IconExternalLink,
  IconPencil,
  IconTrash,
} from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { LinkListItem } from "../../contract/links.ts";
import { readableAddress } from "../addresses.ts";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import { Address } from "../shell/Address.tsx";
import { CopyButton } from "../shell/CopyButton.tsx";
import { ShortAddress } from "../shell/ShortAddress.tsx";
import { Badges } from "./Badges.tsx";
import { deleteLink } from "./deletion.ts";
import { useEditor } from "./editing.ts";
import classes from "./LinkTable.module.css";

interface Props {
  readonly id: string;
  /** undefined while its page is on the way. */
  readonly link: LinkListItem | undefined;
  readonly rowIndex: number;
  readonly isActive: boolean;
  readonly isNarrow: boolean;
  readonly style: CSSProperties;
  readonly choose: () => void;
}

export function LinkRow({ id, link, rowIndex, isActive, isNarrow, style, choose }: Props) {
  const navigate = useNavigate();
  const format = useFormat();
  const { t } = useTranslation();
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={rowIndex}
      aria-selected={isActive}
      className={classes.row}
      data-active={isActive || undefined}
      style={style}
      onClick={choose}
      onDoubleClick={() => link !== undefined && void navigate(`/links/${link.id}`)}
    >
      {link === undefined ? (
        <span role="gridcell" className={classes.waiting}>
          <Skeleton height={12} />
        </span>
      ) : (
        <>
          <span role="gridcell" className={classes.short}>
            <ShortAddress of={link.shorturl} />
            <CopyButton
              text={link.shorturl}
              label={t("common.copyNamed", { name: readableAddress(link.shorturl) })}
              tabIndex={isActive ? 0 : -1}
            />
          </span>
          <span role="gridcell" className={classes.target}>
            {link.title !== "" && (
              <bdi className={classes.title} title={link.title}>
                {link.title}
              </bdi>
            )}
            <span className={classes.long}>
              <Address of={link.longurl} />
            </span>
            <Badges link={link} isCompact />
          </span>
          <span role="gridcell" className={classes.clicks}>
            {isNarrow
              ? t("links.clicksOf", { count: link.clicks, formatted: format.number(link.clicks) })
              : format.number(link.clicks)}
          </span>
          <span role="gridcell" className={classes.unique}>
            {format.number(link.uniqueclicks)}
          </span>
          <span role="gridcell" className={classes.date}>
            {format.day(link.date)}
          </span>
          <span role="gridcell" className={classes.actions}>
            <RowActions link={link} isActive={isActive} isNarrow={isNarrow} />
          </span>
        </>
      )}
    </div>
  );
}

function RowActions({
  link,
  isActive,
  isNarrow,
}: {
  readonly link: LinkListItem;
  readonly isActive: boolean;
  readonly isNarrow: boolean;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const editor = useEditor();
  const name = readableAddress(link.shorturl);
  const tabIndex = isActive ? 0 : -1;
  const seeClicks = () => void navigate(`/links/${link.id}`);
  const remove = () => void deleteLink(link);
  if (isNarrow)
    return (
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon tabIndex={tabIndex} aria-label={`${t("links.actions")}: ${name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconChartBar size={16} />} onClick={seeClicks}>
            {t("common.details")}
          </Menu.Item>
          <Menu.Item
            component="a"
            href={link.shorturl}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconExternalLink size={16} className="mirrored" />}
          >
            {t("common.open")}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPencil size={16} />}
            onClick={() => editor.openEdit(link.id)}
          >
            {t("common.edit")}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={16} />} onClick={remove}>
            {t("common.delete")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    );
  return (
    <>
      <Tooltip label={t("common.details")}>
        <ActionIcon
          tabIndex={tabIndex}
          aria-label={t("common.detailsNamed", { name })}
          onClick={seeClicks}
        >
          <IconChartBar size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t("common.open")}>
        <ActionIcon
          component="a"
          href={link.shorturl}
          target="_blank"
          rel="noreferrer"
          tabIndex={tabIndex}
          aria-label={t("common.openNamed", { name })}
        >
          <IconExternalLink size={16} className="mirrored" />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t("common.edit")}>
        <ActionIcon
          tabIndex={tabIndex}
          aria-label={t("common.editNamed", { name })}
          onClick={() => editor.openEdit(link.id)}
        >
          <IconPencil size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t("common.delete")}>
        <ActionIcon
          tabIndex={tabIndex}
          aria-label={t("common.deleteNamed", { name })}
          onClick={remove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
