import { Menu, type MenuItemConstructorOptions } from "electron";
import type { Reader, Translate } from "./words/words.ts";

/** What the menus do beside the system's own roles. */
export interface MenuActions {
  readonly newLink: () => void;
  readonly shortenClipboard: () => void;
  readonly openSettings: () => void;
  readonly openAbout: () => void;
  readonly showDataFolder: () => void;
}

export function setupMenu(
  platform: NodeJS.Platform,
  { t, onChange }: Reader,
  actions: MenuActions,
): void {
  const show = () =>
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform, t, actions)));
  show();
  onChange(show);
}

const separator: MenuItemConstructorOptions = { type: "separator" };

/**
 * Roles bring each system's places and shortcuts; Electron words most of them in English, so every
 * one has its label here.
 */
export function menuTemplate(
  platform: NodeJS.Platform,
  t: Translate,
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const isMac = platform === "darwin";
  const about: MenuItemConstructorOptions = {
    label: t("menu.about"),
    click: actions.openAbout,
  };
  const settings: MenuItemConstructorOptions = {
    label: t("menu.settings"),
    accelerator: "CommandOrControl+,",
    click: actions.openSettings,
  };
  const quit: MenuItemConstructorOptions = { role: "quit", label: t("menu.quit") };
  const application: MenuItemConstructorOptions = {
    label: "Waypost",
    submenu: [
      about,
      separator,
      settings,
      separator,
      { role: "services", label: t("menu.services") },
      separator,
      { role: "hide", label: t("menu.hide") },
      { role: "hideOthers", label: t("menu.hideOthers") },
      { role: "unhide", label: t("menu.unhide") },
      separator,
      quit,
    ],
  };
  const file: MenuItemConstructorOptions = {
    label: t("menu.file"),
    submenu: [
      {
        label: t("menu.newLink"),
        accelerator: "CommandOrControl+N",
        click: actions.newLink,
      },
      { label: t("menu.shorten"), click: actions.shortenClipboard },
      separator,
      ...(isMac ? [] : [settings, separator]),
      { role: "close", label: t("menu.close") },
      ...(isMac ? [] : [quit]),
    ],
  };
  const edit: MenuItemConstructorOptions = {
    label: t("menu.edit"),
    submenu: [
      { role: "undo", label: t("menu.undo") },
      { role: "redo", label: t("menu.redo") },
      separator,
      { role: "cut", label: t("menu.cut") },
      { role: "copy", label: t("menu.copy") },
      { role: "paste", label: t("menu.paste") },
      { role: "selectAll", label: t("menu.selectAll") },
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: t("menu.view"),
    submenu: [
      { role: "reload", label: t("menu.reload") },
      separator,
      { role: "resetZoom", label: t("menu.resetZoom") },
      { role: "zoomIn", label: t("menu.zoomIn") },
      { role: "zoomOut", label: t("menu.zoomOut") },
      separator,
      { role: "togglefullscreen", label: t("menu.fullScreen") },
    ],
  };
  const window: MenuItemConstructorOptions = {
    role: "window",
    label: t("menu.window"),
    submenu: [
      { role: "minimize", label: t("menu.minimize") },
      ...(isMac
        ? ([
            { role: "zoom", label: t("menu.zoom") },
            separator,
            { role: "front", label: t("menu.front") },
          ] satisfies MenuItemConstructorOptions[])
        : []),
    ],
  };
  const help: MenuItemConstructorOptions = {
    role: "help",
    label: t("menu.help"),
    submenu: [
      { label: t("menu.dataFolder"), click: actions.showDataFolder },
      ...(isMac ? [] : [about]),
    ],
  };
  return [...(isMac ? [application] : []), file, edit, view, window, help];
}
