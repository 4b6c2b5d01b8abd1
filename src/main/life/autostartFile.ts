import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { replaceFileNow } from "../../app/index.ts";

/** What the system starts with its user's session. */
export interface StartCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/** An autostart file, as the Desktop Entry Specification has it. */
export function autostartEntry({ program, args }: StartCommand): string {
  return [
    "[Desktop Entry]",
    "Type=Application",
    "Name=Waypost",
    `Exec=${[program, ...args].map(quoted).join(" ")}`,
    "Terminal=false",
    "X-GNOME-Autostart-enabled=true",
    "",
  ].join("\n");
}

/** Quoted for the command line, then escaped for the file; `%` begins a field code. */
function quoted(word: string): string {
  const escaped = word.replaceAll(/[\\"`$]/g, String.raw`\$&`).replaceAll("%", "%%");
  return `"${escaped}"`.replaceAll("\\", "\\\\");
}

/** Whether Waypost starts with the system; each system remembers that by itself. */
export interface StartWithSystem {
  isOn(): boolean;
  /** Throws where the system refuses. */
  set(on: boolean): void;
}

/** Linux desktops start what lies in a folder of the owner's. */
export function autostartFile(file: string, command: StartCommand): StartWithSystem {
  return {
    isOn: () => existsSync(file),
    set(on) {
      if (!on) return rmSync(file, { force: true });
      mkdirSync(dirname(file), { recursive: true });
      replaceFileNow(file, autostartEntry(command));
    },
  };
}
