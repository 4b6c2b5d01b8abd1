import { Menu } from "@mantine/core";
import { IconChartBar, IconExternalLink, IconPencil, IconTrash } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { LinkListItem } from "../../contract/links.ts";
import { readableAddress } from "../readableAddress.ts";
import type { LinkActions } from "./linkActions.ts";

/** What can be done with the row under the pointer or the keys. */
export function LinkRowActions({
  link,
  tabIndex,
  t,
  actions,
}: {
  readonly link: LinkListItem;
  readonly tabIndex: number;
  readonly t: TFunction;
  readonly actions: LinkActions;
}) {
  const name = readableAddress(link.shorturl);
  return (
    <>
      <button
        type="button"
        className="quietButton"
        tabIndex={tabIndex}
        aria-label={t("common.detailsNamed", { name })}
        title={t("common.details")}
        onClick={() => actions.show(link)}
      >
        <IconChartBar size={16} />
      </button>
      <a
        className="quietButton"
        tabIndex={tabIndex}
        href={link.shorturl}
        target="_blank"
        rel="noreferrer"
        aria-label={t("common.openNamed", { name })}
        title={t("common.open")}
      >
        <IconExternalLink size={16} className="mirrored" />
      </a>
      <button
        type="button"
        className="quietButton"
        tabIndex={tabIndex}
        aria-label={t("common.editNamed", { name })}
        title={t("common.edit")}
        onClick={() => actions.edit(link)}
      >
        <IconPencil size={16} />
      </button>
      <button
        type="button"
        className="quietButton"
        tabIndex={tabIndex}
        aria-label={t("common.deleteNamed", { name })}
        title={t("common.delete")}
        onClick={() => actions.remove(link)}
      >
        <IconTrash size={16} />
      </button>
    </>
  );
}

export interface OpenedMenu {
  readonly link: LinkListItem;
  /** Where the pressed button is, in pixels of the window. */
  readonly place: { readonly left: number; readonly top: number; readonly size: number };
}

/** The same actions in a narrow window: one menu for all rows, beside the button that opened it. */
export function LinkRowMenu({
  opened,
  close,
  actions,
}: {
  readonly opened: OpenedMenu | null;
  readonly close: () => void;
  readonly actions: LinkActions;
}) {
  const { t } = useTranslation();
  if (opened === null) return null;
  const { link, place } = opened;
  return (
    <Menu opened onClose={close} position="bottom-end" withinPortal returnFocus>
      <Menu.Target>
        <span
          style={{
            position: "fixed",
            left: place.left,
            top: place.top,
            width: place.size,
            height: place.size,
            pointerEvents: "none",
          }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={`${t("links.actions")}: ${readableAddress(link.shorturl)}`}>
        <Menu.Item leftSection={<IconChartBar size={16} />} onClick={() => actions.show(link)}>
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
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => actions.edit(link)}>
          {t("common.edit")}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => actions.remove(link)}>
          {t("common.delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
