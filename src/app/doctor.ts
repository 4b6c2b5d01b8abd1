import { handEditProblem } from "../server/features/settings/handEdits.ts";
import { hashPassword } from "../server/passwords/secrets.ts";
import { BadSetting, settingText } from "../server/features/settings/settings.ts";
import { disk } from "../server/store/fileSystem.ts";
import { type Salvaged, salvage } from "../server/store/salvage.ts";

/** Kept settings that would stop a start, each with the reason. */
function badSettings(
  values: Readonly<Record<string, string | number | boolean>>,
): ReadonlyMap<string, string> {
  const bad = new Map<string, string>();
  for (const [name, value] of Object.entries(values)) {
    try {
      settingText(name, value);
    } catch (error) {
      if (!(error instanceof BadSetting)) throw error;
      bad.set(name, error.message);
    }
  }
  return bad;
}

/** Finds whatever would stop a start on a folder, and mends it. */
export function mendFolder(dir: string): Promise<Salvaged> {
  return salvage(dir, disk, { hashPassword, checkByHand: handEditProblem, badSettings });
}
