import type { RestorePreview } from "../../../contract/changes/backups.ts";
import { isSettingName, settingNames, settingRow } from "../../../contract/server/settingsTable.ts";
import { isGuarded } from "../../store/approvedSettings.ts";
import type { SettingsRecord } from "../../store/records.ts";
import { isLoopback } from "../domains/ownAddresses.ts";
import { BadSetting, isBase, newestBases, settingText } from "../settings/settings.ts";

/** Beside the settings' names: every base that short addresses ever had. Requests that name one are trusted. */
export const basesName = "formerBases";

/** Settings that an empty folder takes from a file: there is nothing in it that they could delete. */
export const takenIntoEmpty: readonly string[] = settingNames.filter(isOwnersHere);

/** A setting that a backup has otherwise than it is here. */
export type SettingDifference = RestorePreview["settings"][number];

/**
 * Settings as they will be: guarded ones stay what they are here unless they were asked for by name, and
 * one that would stop the start stays behind. Every base that short addresses had here stays known.
 */
export function restoredSettings(
  found: SettingsRecord,
  present: SettingsRecord | undefined,
  allowedSettings: ReadonlySet<string>,
): SettingsRecord {
  const taken = allowedSettings.has(basesName) ? (found.formerBases ?? []).filter(isBase) : [];
  const known = newestBases([...taken, ...(present?.formerBases ?? [])]);
  const marked = new Set([...(found.temporaryBases ?? []), ...(present?.temporaryBases ?? [])]);
  const temporary = known.filter((base) => marked.has(base));
  const values = {
    ...usableValues(found, (name) => !stays(found, name, allowedSettings)),
    ...usableValues(present, (name) => stays(found, name, allowedSettings)),
  };
  return {
    id: 1,
    ...(known.length > 0 && { formerBases: known }),
    ...(temporary.length > 0 && { temporaryBases: temporary }),
    // What is closed to everybody stays so until its owner opens it.
    ...(present?.isDark === true && { isDark: true }),
    ...(Object.keys(values).length > 0 && { values }),
  };
}

/** Settings that a backup has otherwise, with those that stay what they are. */
export function settingDifferences(
  found: SettingsRecord,
  present: SettingsRecord | undefined,
  allowedSettings: ReadonlySet<string>,
): readonly SettingDifference[] {
  const here = present?.values ?? {};
  const there = usableValues(found, () => true);
  const sent = found.values ?? {};
  const differences = [...new Set([...Object.keys(here), ...Object.keys(sent)])].flatMap((name) => {
    const isStaying = stays(found, name, allowedSettings);
    const [from, to] = [here[name] ?? null, (isStaying ? sent : there)[name] ?? null];
    return from === to ? [] : [{ name, from, to, stays: isStaying }];
  });
  return [...differences, ...basesDifference(found, present, allowedSettings)];
}

/** What is restored because it was asked for by name, or is nothing that has to be. */
export function takenSettings(
  differences: readonly SettingDifference[],
): NonNullable<SettingsRecord["values"]> {
  const taken = differences.flatMap(({ name, to, stays: isStaying }) =>
    isStaying || to === null ? [] : [[name, to] as const],
  );
  return Object.fromEntries(taken);
}

/** Bases that a backup has and that aren't known here; those of its own computer mean nothing. */
function basesDifference(
  found: SettingsRecord,
  present: SettingsRecord | undefined,
  allowedSettings: ReadonlySet<string>,
): readonly SettingDifference[] {
  const here = newestBases(present?.formerBases ?? []);
  const known = new Set(here);
  const isTaken = allowedSettings.has(basesName);
  const others = (found.formerBases ?? []).filter(
    (base) => isBase(base) && !known.has(base) && (isTaken || !isLoopback(new URL(base).hostname)),
  );
  if (others.length === 0) return [];
  const from = here.length === 0 ? null : here.join(", ");
  const to = newestBases([...others, ...here]).join(", ");
  return [{ name: basesName, from, to, stays: !isTaken }];
}

/** Whether a setting stays what it is here, whatever the backup says. */
function stays(
  { values = {} }: SettingsRecord,
  name: string,
  allowedSettings: ReadonlySet<string>,
): boolean {
  const value = values[name];
  const isTaken = allowedSettings.has(name) && (value === undefined || canBe(name, value));
  return (isGuarded(name) || isOwnersHere(name)) && !isTaken;
}

function isOwnersHere(name: string): boolean {
  return isSettingName(name) && settingRow(name).isOwnersHere === true;
}

function usableValues(
  settings: SettingsRecord | undefined,
  isWanted: (name: string) => boolean,
): NonNullable<SettingsRecord["values"]> {
  const all = Object.entries(settings?.values ?? {});
  return Object.fromEntries(all.filter(([name, value]) => canBe(name, value) && isWanted(name)));
}

function canBe(name: string, value: string | number | boolean): boolean {
  // Whoever reads a folder on another computer tells it who is there: only its owner may name one.
  if (name === "backup.folder" && /^[\\/]{2}/.test(String(value))) return false;
  try {
    settingText(name, value);
    return true;
  } catch (error) {
    if (error instanceof BadSetting) return false;
    throw error;
  }
}
