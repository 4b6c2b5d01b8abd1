import type { TFunction } from "i18next";
import { Dots } from "./cells.tsx";
import { isForItem, type RowAction } from "./rowActions.ts";
import { type MenuPlace, placeOf } from "./RowMenu.tsx";

/** What can be done with the row under the pointer or the keys. */
export function RowButtons<Item>({
  item,
  name,
  actions,
  tabIndex,
  openMenu,
  t,
}: {
  readonly item: Item;
  readonly name: string;
  readonly actions: readonly RowAction<Item>[];
  readonly tabIndex: number;
  readonly openMenu: (item: Item, place: MenuPlace) => void;
  readonly t: TFunction;
}) {
  const possible = actions.filter((action) => isForItem(action, item));
  const hasMenu = possible.some(({ inRow = false }) => !inRow);
  return (
    <>
      {possible
        .filter(({ inRow = false }) => inRow)
        .map((action) => {
          const { label, named, Icon, run, href } = action;
          const shared = {
            className: "quietButton",
            tabIndex,
            "aria-label": named(name),
            title: label,
          };
          return href === undefined ? (
            <button
              key={action.name}
              type="button"
              {...shared}
              onClick={(event) => {
                event.stopPropagation();
                run?.(item);
              }}
            >
              <Icon size={16} />
            </button>
          ) : (
            <a key={action.name} {...shared} href={href(item)} target="_blank" rel="noreferrer">
              <Icon size={16} className="mirrored" />
            </a>
          );
        })}
      {hasMenu && (
        <button
          type="button"
          className="quietButton"
          tabIndex={tabIndex}
          aria-haspopup="menu"
          aria-label={t("list.actionsOf", { name })}
          title={t("list.actions")}
          onClick={(event) => openMenu(item, placeOf(event.currentTarget))}
        >
          <Dots />
        </button>
      )}
    </>
  );
}
