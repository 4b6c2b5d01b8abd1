import { homedir } from "node:os";
import { join } from "node:path";
import { app } from "electron";
import { autostartFile, type StartCommand, type StartWithSystem } from "./autostartFile.ts";

/** Without a window: its owner hasn't asked for one. */
const hiddenFlag = "--hidden";

/** Whether the system started Waypost with its user's session. */
export function isStartedHidden(words: readonly string[]): boolean {
  // macOS passes no flags on.
  const isAtLogin = process.platform === "darwin" && app.getLoginItemSettings().wasOpenedAtLogin;
  return isAtLogin || words.includes(hiddenFlag);
}

export function createStartWithSystem(dataDir: string): StartWithSystem {
  const command = startCommand(dataDir);
  if (process.platform !== "linux") return loginItem(command);
  const config = process.env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config");
  return autostartFile(join(config, "autostart", "waypost.desktop"), command);
}

function startCommand(dataDir: string): StartCommand {
  // An AppImage is unpacked elsewhere at each start.
  const program = process.env["APPIMAGE"] ?? process.execPath;
  const ours = app.isPackaged ? [] : [app.getAppPath()];
  return { program, args: [...ours, `--data=${dataDir}`, hiddenFlag] };
}

function loginItem({ program, args }: StartCommand): StartWithSystem {
  const item = { path: program, args: [...args] };
  return {
    isOn: () => app.getLoginItemSettings(item).openAtLogin,
    set: (openAtLogin) => app.setLoginItemSettings({ ...item, openAtLogin }),
  };
}
