import { Menu, type MenuItemConstructorOptions } from "electron";
import type { Reader, Say } from "./words/words.ts";

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
  { say, onChange }: Reader,
  actions: MenuActions,
): void {
  const show = () =>
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform, say, actions)));
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
  say: Say,
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const isMac = platform === "darwin";
  const about: MenuItemConstructorOptions = {
    label: say("menu.about"),
    click: actions.openAbout,
  };
  const settings: MenuItemConstructorOptions = {
    label: say("menu.settings"),
    accelerator: "CommandOrControl+,",
    click: actions.openSettings,
  };
  const quit: MenuItemConstructorOptions = { role: "quit", label: say("menu.quit") };
  const application: MenuItemConstructorOptions = {
    label: "Waypost",
    submenu: [
      about,
      separator,
      settings,
      separator,
      { role: "services", label: say("menu.services") },
      separator,
      { role: "hide", label: say("menu.hide") },
      { role: "hideOthers", label: say("menu.hideOthers") },
      { role: "unhide", label: say("menu.unhide") },
      separator,
      quit,
    ],
  };
  const file: MenuItemConstructorOptions = {
    label: say("menu.file"),
    submenu: [
      {
        label: say("menu.newLink"),
        accelerator: "CommandOrControl+N",
        click: actions.newLink,
      },
      { label: say("menu.shorten"), click: actions.shortenClipboard },
      separator,
      ...(isMac ? [] : [settings, separator]),
      { role: "close", label: say("menu.close") },
      ...(isMac ? [] : [quit]),
    ],
  };
  const edit: MenuItemConstructorOptions = {
    label: say("menu.edit"),
    submenu: [
      { role: "undo", label: say("menu.undo") },
      { role: "redo", label: say("menu.redo") },
      separator,
      { role: "cut", label: say("menu.cut") },
      { role: "copy", label: say("menu.copy") },
      { role: "paste", label: say("menu.paste") },
      { role: "selectAll", label: say("menu.selectAll") },
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: say("menu.view"),
    submenu: [
      { role: "reload", label: say("menu.reload") },
      separator,
      { role: "resetZoom", label: say("menu.resetZoom") },
      { role: "zoomIn", label: say("menu.zoomIn") },
      { role: "zoomOut", label: say("menu.zoomOut") },
      separator,
      { role: "togglefullscreen", label: say("menu.fullScreen") },
    ],
  };
  const window: MenuItemConstructorOptions = {
    role: "window",
    label: say("menu.window"),
    submenu: [
      { role: "minimize", label: say("menu.minimize") },
      ...(isMac
        ? ([
            { role: "zoom", label: say("menu.zoom") },
            separator,
            { role: "front", label: say("menu.front") },
          ] satisfies MenuItemConstructorOptions[])
        : []),
    ],
  };
  const help: MenuItemConstructorOptions = {
    role: "help",
    label: say("menu.help"),
    submenu: [
      { label: say("menu.dataFolder"), click: actions.showDataFolder },
      ...(isMac ? [] : [about]),
    ],
  };
  return [...(isMac ? [application] : []), file, edit, view, window, help];
}
