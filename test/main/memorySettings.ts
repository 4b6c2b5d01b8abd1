import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSettings, type Settings, type ShellSettings } from "../../src/main/settings.ts";

/** The shell's choices, the usual ones but for what is said; kept nowhere. */
export function memorySettings(chosen: Partial<ShellSettings> = {}): Settings {
  let current: ShellSettings = {
    ...openSettings(join(tmpdir(), "no-such-folder", "x")).current(),
    ...chosen,
  };
  return {
    current: () => current,
    keep(part) {
      current = { ...current, ...part };
    },
  };
}
