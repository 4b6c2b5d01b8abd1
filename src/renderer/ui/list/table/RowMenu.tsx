import { Menu } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { isForItem, type RowAction } from "./rowActions.ts";
import classes from "./RecordTable.module.css";

/** Where a menu begins, in pixels of the window: at a button, or at the pointer. */
export interface MenuPlace {
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

export function placeOf(button: HTMLElement): MenuPlace {
  const { left, top, width } = button.getBoundingClientRect();
  return { left, top, size: width };
}

export interface OpenMenu<Item> {
  readonly item: Item;
  readonly place: MenuPlace;
}

/** One menu for all rows, beside the button or the pointer that opened it. */
export function RowMenu<Item>({
  opened,
  close,
  actions,
  name,
}: {
  readonly opened: OpenMenu<Item>;
  readonly close: () => void;
  readonly actions: readonly RowAction<Item>[];
  readonly name: string;
}) {
  const { t } = useTranslation();
  const { item, place } = opened;
  return (
    <Menu
      opened
      onClose={close}
      position={place.size === 0 ? "bottom-start" : "bottom-end"}
      withinPortal
      returnFocus
    >
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
      <Menu.Dropdown aria-label={t("list.actionsOf", { name })}>
        {actions
          .filter((action) => isForItem(action, item))
          .map((action) => {
            const { label, Icon, run, href, isDanger = false, key } = action;
            const shared = {
              leftSection: <Icon size={16} aria-hidden="true" />,
              rightSection: key === undefined ? null : <kbd className="key">{keyName(key)}</kbd>,
              className: isDanger ? (classes.danger ?? "") : "",
            };
            return href === undefined ? (
              <Menu.Item key={action.name} {...shared} onClick={() => run?.(item)}>
                {label}
              </Menu.Item>
            ) : (
              <Menu.Item
                key={action.name}
                {...shared}
                component="a"
                href={href(item)}
                target="_blank"
                rel="noreferrer"
              >
                {label}
              </Menu.Item>
            );
          })}
      </Menu.Dropdown>
    </Menu>
  );
}

function keyName(key: string): string {
  return key === "Delete" ? "Del" : key;
}
