import { ActionIcon, Box, Group } from "@mantine/core";
import IconArrowDown from "@iconify-json/tabler/icons/arrow-down";
import IconArrowUp from "@iconify-json/tabler/icons/arrow-up";
import IconGripVertical from "@iconify-json/tabler/icons/grip-vertical";
import IconX from "@iconify-json/tabler/icons/x";
import { type DragEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { announce } from "../messages/announcements.ts";
import classes from "./OrderedItems.module.css";

interface Props<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  /** Where they have nothing of their own to be known by, it is their place. */
  readonly idOf?: (item: Item) => string | number;
  readonly nameOf: (item: Item) => string;
  /** Takes an item from one place to another, both as they are before. */
  readonly move: (from: number, to: number) => void;
  readonly remove?: (place: number) => void;
  readonly renderRow: (item: Item, place: number) => ReactNode;
  /** Instead of the buttons at its end. */
  readonly renderActions?: (item: Item, place: number) => ReactNode;
}

/** Where something that is dragged would come to lie. */
interface Drag {
  readonly from: number;
  readonly to: number;
}

/** Things whose order counts: dragged by a handle, or moved by Alt ↑ ↓ and the buttons beside it. */
export function OrderedItems<Item>(props: Props<Item>) {
  const { label, items, idOf, nameOf, move, remove, renderRow, renderActions } = props;
  const { t, format } = useI18n();
  const idAt = (item: Item, place: number) => String(idOf?.(item) ?? place);
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  /** The button that has the focus, by its place in its row: the row goes elsewhere, and the focus with it. */
  const pressed = useRef<{ readonly id: string; readonly button: number } | null>(null);
  useLayoutEffect(() => {
    if (pressed.current === null) return;
    const { id, button } = pressed.current;
    pressed.current = null;
    const buttons = buttonsIn(list.current?.querySelector(`[data-item="${CSS.escape(id)}"]`));
    const same = buttons[button];
    // At an end, the button for going further is off.
    const other = buttons.find((one) => one.dataset["way"] !== undefined && !one.disabled);
    (same?.disabled === true ? other : same)?.focus();
  });

  const moveTo = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || from === to || to < 0 || to >= items.length) return;
    move(from, to);
    announce(
      t("edit.moved", {
        name: nameOf(item),
        place: format.number(to + 1),
        formatted: format.number(items.length),
      }),
    );
  };
  const press = (place: number, way: "up" | "down") => {
    const item = items[place];
    if (item === undefined) return;
    const to = way === "up" ? place - 1 : place + 1;
    const row = list.current?.querySelector(`[data-item="${CSS.escape(idAt(item, place))}"]`);
    const button = buttonsIn(row).findIndex((one) => one === document.activeElement);
    if (button !== -1) pressed.current = { id: idAt(item, to), button };
    moveTo(place, to);
  };
  const over = (event: DragEvent<HTMLElement>, place: number) => {
    if (drag === null) return;
    event.preventDefault();
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const isBelow = event.clientY > top + height / 2;
    const gap = isBelow ? place + 1 : place;
    const to = gap > drag.from ? gap - 1 : gap;
    if (to !== drag.to) setDrag({ ...drag, to });
  };
  const sideOf = (place: number) => {
    if (drag === null || drag.to === drag.from || place !== drag.to) return undefined;
    return drag.to < drag.from ? "before" : "after";
  };

  return (
    <ol ref={list} aria-label={label}>
      {items.map((item, place) => {
        const id = idAt(item, place);
        const name = nameOf(item);
        return (
          <Group
            key={id}
            data-item={id}
            data-drop={sideOf(place)}
            data-dragged={drag?.from === place || undefined}
            className={classes.item}
            component="li"
            align={renderActions === undefined ? "center" : "flex-start"}
            gap={4}
            wrap="nowrap"
            onKeyDown={(event) => {
              const way = ways[event.key];
              // In inputs, these keys have a meaning of their own.
              if (!event.altKey || way === undefined) return;
              if (!(event.target instanceof HTMLButtonElement)) return;
              event.preventDefault();
              press(place, way);
            }}
            onDragOver={(event) => over(event, place)}
            onDrop={(event) => {
              event.preventDefault();
              if (drag !== null) moveTo(drag.from, drag.to);
              setDrag(null);
            }}
          >
            <span
              draggable
              title={t("edit.drag")}
              aria-hidden="true"
              className={classes.handle}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = "move";
                event.dataTransfer.setData("text/plain", name);
                const whole = event.currentTarget.closest("li");
                if (whole !== null) event.dataTransfer.setDragImage(whole, 12, 12);
                setDrag({ from: place, to: place });
              }}
              onDragEnd={() => setDrag(null)}
            >
              <IconGripVertical size={16} />
            </span>
            <Box component="span" flex={1} miw={0} py={4}>
              {renderRow(item, place)}
            </Box>
            {renderActions !== undefined ? (
              renderActions(item, place)
            ) : (
              <Group component="span" gap={0} align="stretch" wrap="nowrap" flex="none">
                <ActionIcon
                  data-way="up"
                  disabled={place === 0}
                  aria-label={t("edit.moveUp", { name })}
                  onClick={() => press(place, "up")}
                >
                  <IconArrowUp size={16} />
                </ActionIcon>
                <ActionIcon
                  data-way="down"
                  disabled={place === items.length - 1}
                  aria-label={t("edit.moveDown", { name })}
                  onClick={() => press(place, "down")}
                >
                  <IconArrowDown size={16} />
                </ActionIcon>
                {remove !== undefined && (
                  <ActionIcon
                    aria-label={t("edit.takeOut", { name })}
                    onClick={() => remove(place)}
                  >
                    <IconX size={16} />
                  </ActionIcon>
                )}
              </Group>
            )}
          </Group>
        );
      })}
    </ol>
  );
}

const ways: Readonly<Record<string, "up" | "down" | undefined>> = {
  ArrowUp: "up",
  ArrowDown: "down",
};

function buttonsIn(row: Element | null | undefined): HTMLButtonElement[] {
  return [...(row?.querySelectorAll("button") ?? [])];
}
