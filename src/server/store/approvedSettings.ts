import { isSettingName, settingRow } from "../../contract/server/settingsTable.ts";
import { z } from "zod";
import type { FileSystem } from "./fileSystem.ts";
import { markIn } from "./ownerKey.ts";
import { createRecordFile } from "./recordFile.ts";
import type { SettingsRecord } from "./records.ts";

type Values = NonNullable<SettingsRecord["values"]>;

/**
 * Which guarded settings hold: those that this user set in this folder. Of a document that was copied,
 * edited by hand or filled by somebody else, they wait until its owner sets them here.
 */
export interface ApprovedSettings {
  /** Kept values without guarded ones that wait. */
  of(values: Values | undefined): Values;
  /** Guarded ones that wait. */
  waiting(values: Values | undefined): Values;
  /** The address that short links start with where it holds though its owner didn't set it here. */
  foreignBase(values: Values | undefined): string | undefined;
  /** Once it is kept that their owner set these; other unguarded ones need no approval. */
  approve(values: Values): Promise<void>;
}

const fileName = "approved-settings.json";
/** It isn't guarded, because printed links need it. Where it came with a folder, its owner is told. */
const baseName = "baseUrl";
/** More than anybody sets; the latest stay known, so that an undo finds them approved. */
const mostMarks = 1_000;

export async function openApprovedSettings(
  files: FileSystem,
  dir: string,
): Promise<ApprovedSettings> {
  const schema = z.object({ marks: z.array(z.number()).max(mostMarks) });
  const file = createRecordFile({ files, dir, name: fileName, schema });
  const markOf = await markIn(files, dir);
  const mark = (name: string, value: Values[string]) => markOf("setting", name, String(value));
  let marks = new Set((await file.read())?.marks);

  const isApproved = ([name, value]: readonly [string, Values[string]]) =>
    marks.has(mark(name, value));
  const holds = (one: readonly [string, Values[string]]) => !isGuarded(one[0]) || isApproved(one);
  return {
    of: (values = {}) => Object.fromEntries(Object.entries(values).filter(holds)),
    waiting: (values = {}) =>
      Object.fromEntries(Object.entries(values).filter((one) => !holds(one))),
    foreignBase({ [baseName]: base } = {}) {
      const isForeign = base !== undefined && !isApproved([baseName, base]);
      return isForeign ? String(base) : undefined;
    },
    async approve(values) {
      const asked = Object.entries(values).filter(
        (one) => (isGuarded(one[0]) || one[0] === baseName) && !isApproved(one),
      );
      if (asked.length === 0) return;
      const all = [...marks, ...asked.map(([name, value]) => mark(name, value))];
      marks = new Set(all.slice(-mostMarks));
      await file.write({ marks: [...marks] });
    },
  };
}

/** Whether only its owner sets it, here: no restored file and no planted folder does. */
export function isGuarded(name: string): boolean {
  return isSettingName(name) && settingRow(name).isGuarded === true;
}
