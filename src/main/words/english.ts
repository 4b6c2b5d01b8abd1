/** What the shell says outside the window: menus, tray, notifications, dialogs. `{name}` stands for a value. */
export const english = {
  "menu.file": "File",
  "menu.newLink": "New link…",
  "menu.shorten": "Shorten what is on the clipboard",
  "menu.settings": "Settings…",
  "menu.about": "About Waypost",
  "menu.services": "Services",
  "menu.hide": "Hide Waypost",
  "menu.hideOthers": "Hide others",
  "menu.unhide": "Show all",
  "menu.quit": "Quit Waypost",
  "menu.edit": "Edit",
  "menu.undo": "Undo",
  "menu.redo": "Redo",
  "menu.cut": "Cut",
  "menu.copy": "Copy",
  "menu.paste": "Paste",
  "menu.selectAll": "Select all",
  "menu.view": "View",
  "menu.reload": "Reload",
  "menu.resetZoom": "Actual size",
  "menu.zoomIn": "Zoom in",
  "menu.zoomOut": "Zoom out",
  "menu.fullScreen": "Full screen",
  "menu.window": "Window",
  "menu.minimize": "Minimise",
  "menu.zoom": "Zoom",
  "menu.close": "Close window",
  "menu.front": "Bring all to front",
  "menu.help": "Help",
  "menu.dataFolder": "Show the data folder",

  "tray.open": "Open Waypost",
  "tray.serving": "Your links answer at {address}",
  "tray.public": "Public address: {state}",
  "tray.dark": "Go dark: nobody outside gets an answer",
  "public.dark": "dark",
  "public.local": "closed",
  "public.portOpen": "none set, public port open",
  "public.unproved": "not proved yet",
  "public.answering": "open, it answers",
  "public.silent": "not answering",

  "shorten.made": "Short link copied",
  "shorten.madeText": "{short} leads to {host}.",
  "shorten.nothing": "Nothing to shorten",
  "shorten.nothingText":
    "Copy a web address that begins with http:// or https://, then press the keys again.",
  "shorten.own": "That is a short link already",
  "shorten.ownText": "Its address is one of yours, and stays on the clipboard.",
  "shorten.failed": "No short link was made",
  "shorten.failedText": "The address is still on the clipboard. Open Waypost to see what is wrong.",

  "told.link": "A script made a link",
  "told.links": "Scripts made {count} links",
  "told.linksText": "They stand in your list of links.",
  "told.silent": "Your public address doesn’t answer",
  "told.silentText":
    "{address} doesn’t lead to this computer any more. Nobody can follow links to it.",
  "told.answering": "Your public address answers again",
  "told.answeringText": "{address} leads to this computer.",
  "told.disk": "The disk is almost full",
  "told.diskText":
    "Clicks are still counted, but when and from where is no longer written down. Free some space.",
  "told.noSandbox": "Waypost runs without a sandbox",
  "told.noSandboxText":
    "This system doesn’t let the AppImage isolate its pages. Install the .deb package to turn the sandbox on.",
  "told.serving": "Waypost goes on serving",
  "told.servingTray":
    "Your links answer while the window is closed. To stop that, choose Quit Waypost at its icon.",
  "told.servingText":
    "Your links answer while the window is closed. To stop that, open Waypost again and choose Quit in its menu.",

  "quit.one": "A job is under way",
  "quit.many": "{count} jobs are under way",
  "quit.text":
    "If Waypost quits now, the work stops where it is. What was done by then stands, and History can take it back; the rest is not done.",
  "quit.stay": "Keep working",
  "quit.quit": "Quit all the same",

  "port.taken": "Port {taken} is taken by another program",
  "port.text":
    "Port {free} is free. Short links that were made with port {taken} in their address only work again once Waypost is back on port {taken}.",
  "port.use": "Use port {free} this time",
  "port.quit": "Quit",

  "start.failed": "Waypost can’t start",
} as const;

export type WordKey = keyof typeof english;
