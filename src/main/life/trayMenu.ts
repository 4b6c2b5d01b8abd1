import type { MenuItemConstructorOptions } from "electron";
import { shownState } from "../../app/index.ts";
import type { PublicAddressNow } from "../serviceCalls.ts";
import type { ShellSettings } from "../settings.ts";
import type { Translate } from "../words/words.ts";

export interface TrayActions {
  readonly shortenClipboard: () => void;
  readonly openBar: () => void;
  readonly openWindow: () => void;
  readonly openSettings: () => void;
  readonly goDark: (dark: boolean) => void;
  readonly quit: () => void;
}

export interface TrayState {
  /** Where the service answers. */
  readonly baseUrl: string;
  /** Null: not known yet. */
  readonly publicAddress: PublicAddressNow | null;
  readonly shortcuts: ShellSettings["shortcuts"];
}

/** What stands at the icon: capture first, then how the service is, then the way out. */
export function trayMenu(
  { baseUrl, publicAddress, shortcuts }: TrayState,
  t: Translate,
  actions: TrayActions,
): MenuItemConstructorOptions[] {
  const separator: MenuItemConstructorOptions = { type: "separator" };
  const address = new URL(baseUrl).host;
  return [
    {
      label: t("menu.shorten"),
      ...keysShown(shortcuts.shorten),
      click: actions.shortenClipboard,
    },
    { label: t("menu.newLink"), ...keysShown(shortcuts.bar), click: actions.openBar },
    { label: t("tray.open"), click: actions.openWindow },
    separator,
    { label: t("tray.serving", { address }), enabled: false },
    ...(publicAddress === null
      ? []
      : [
          {
            label: t("tray.public", {
              state: t(`public.${shownState(publicAddress.state, publicAddress.isOpen)}`),
            }),
            enabled: false,
          },
          ...darkItem(publicAddress, t, actions),
        ]),
    separator,
    { label: t("menu.settings"), click: actions.openSettings },
    { label: t("menu.quit"), click: actions.quit },
  ];
}

/** Where nobody can come from outside, there is nothing to close to them. */
function darkItem(
  { state, dark, isOpen }: PublicAddressNow,
  t: Translate,
  { goDark }: TrayActions,
): MenuItemConstructorOptions[] {
  if (shownState(state, isOpen) === "local") return [];
  return [{ type: "checkbox", label: t("tray.dark"), checked: dark, click: () => goDark(!dark) }];
}

/** Shown only: the keys are listened for elsewhere, wherever the owner is. */
function keysShown(keys: string | null): Partial<MenuItemConstructorOptions> {
  return keys === null ? {} : { accelerator: keys, registerAccelerator: false };
}
