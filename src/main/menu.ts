import { Menu, type MenuItemConstructorOptions } from "electron";

/** Roles only: each system words and places them as its people expect, shortcuts included. */
export function setupMenu(platform: NodeJS.Platform): void {
  const application: MenuItemConstructorOptions[] =
    platform === "darwin" ? [{ role: "appMenu" }] : [{ role: "fileMenu" }];
  const view: MenuItemConstructorOptions = {
    role: "viewMenu",
    submenu: [
      { role: "reload" },
      { type: "separator" },
      { role: "resetZoom" },
      { role: "zoomIn" },
      { role: "zoomOut" },
      { type: "separator" },
      { role: "togglefullscreen" },
    ],
  };
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([...application, { role: "editMenu" }, view, { role: "windowMenu" }]),
  );
}
