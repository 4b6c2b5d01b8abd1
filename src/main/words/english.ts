/** What the shell says outside the window: menus, tray, notifications, dialogs. `{name}` stands for a value. */
export const english = {
  "menu.file": "File",
  "menu.newLink": "New link…",
  "menu.shorten": "Shorten clipboard",
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
  "menu.minimize": "Minimize",
  "menu.zoom": "Zoom",
  "menu.close": "Close window",
  "menu.front": "Bring all to front",
  "menu.help": "Help",
  "menu.dataFolder": "Show data folder",

  "tray.open": "Open Waypost",
  "tray.serving": "Links are served at {address}",
  "tray.public": "Public address: {state}",
  "tray.dark": "Pause public access",
  "public.paused": "paused",
  "public.local": "this computer only",
  "public.portOpen": "no address, public port open",
  "public.unverified": "not verified yet",
  "public.reachable": "reachable",
  "public.unreachable": "unreachable",

  "shorten.made": "Short link copied",
  "shorten.madeText": "{short} redirects to {host}.",
  "shorten.nothing": "No URL to shorten",
  "shorten.nothingText":
    "Copy a URL that starts with http:// or https://, then press the shortcut again.",
  "shorten.own": "Already a short link",
  "shorten.ownText":
    "The clipboard contains one of your short links, so Waypost left the clipboard unchanged.",
  "shorten.failed": "Couldn’t create a short link",
  "shorten.failedText": "The URL is still on the clipboard. Open Waypost for details.",

  "told.link": "A script created a link",
  "told.links": "Scripts created {count} links",
  "told.linksText": "You can find the links on the Links screen.",
  "told.unreachable": "Your public address is unreachable",
  "told.unreachableText":
    "{address} no longer reaches this computer. Visitors can’t open your links.",
  "told.reachable": "Your public address works again",
  "told.reachableText": "{address} reaches this computer again.",
  "told.disk": "The disk is almost full",
  "told.diskText":
    "Waypost still counts clicks, but has stopped writing the click log. Free up some space.",
  "told.noSandbox": "Waypost runs without a sandbox",
  "told.noSandboxText":
    "This system doesn’t let the AppImage isolate its pages. Install the .deb package to turn the sandbox on.",
  "told.serving": "Waypost is still running",
  "told.servingTray":
    "Your links work while the window is closed. To stop Waypost, choose Quit Waypost from the tray icon.",
  "told.servingText":
    "Your links work while the window is closed. To stop Waypost, open it again and choose Quit from its menu.",

  "quit.one": "A job is in progress",
  "quit.many": "{count} jobs are in progress",
  "quit.text":
    "If you quit now, unfinished jobs stop. Changes made so far are saved, and you can undo them in History.",
  "quit.stay": "Keep running",
  "quit.quit": "Quit anyway",

  "port.taken": "Port {taken} is in use by another program",
  "port.text":
    "Port {free} is free. Short links with port {taken} in their address won’t work until Waypost uses port {taken} again.",
  "port.use": "Use port {free} this time",
  "port.quit": "Quit",

  "start.failed": "Waypost can’t start",
} as const;

export type WordKey = keyof typeof english;
