import type { ResponseOf } from "../contract/operation.ts";
import { settingsOperations, type Setting } from "../contract/settings.ts";
import { openFolderSettings } from "../app/index.ts";
import type { Answer } from "./client.ts";
import { CommandFailed, exitCodes } from "./exitCodes.ts";
import { nearest } from "../contract/nearest.ts";
import { note, faint, print, printJson, screenWidth, strong } from "./output.ts";
import { onServiceOrFolder } from "./onServiceOrFolder.ts";
import type { ServiceFlags } from "./runningService.ts";
import { table } from "./contract/table.ts";
import type { Typed } from "./typed.ts";

type Listed = ResponseOf<typeof settingsOperations.listSettings>;

const origins: Readonly<Record<Setting["origin"], string>> = {
  flag: "this run's command line",
  file: "kept",
  default: "default",
};

/** As `set` takes it. */
function valueText(value: Setting["value"], { takes }: Setting): string {
  if (value === null && /\boff$/.test(takes)) return "off";
  return value === null || value === "" ? '""' : String(value);
}

/** The change of one setting; no value gives it up. */
type SettingChange = { readonly set: Record<string, string> } | { readonly unset: string[] };

/** The settings of a folder, by the service that runs on it or without one. */
interface Reached {
  list(): Promise<Answer>;
  change(body: SettingChange): Promise<Answer>;
}

const { listSettings: listRow, updateSettings: changeRow } = settingsOperations;

/** Asks or changes the settings, and gives a folder free that no service runs on. */
async function withSettings<Result>(
  flags: ServiceFlags,
  typed: Typed,
  work: (settings: Reached) => Promise<Result>,
): Promise<Result> {
  return onServiceOrFolder(flags, typed, {
    service: ({ call }) =>
      work({ list: () => call(listRow), change: (body) => call(changeRow, { body }) }),
    async folder(dir) {
      const folder = await openFolderSettings(dir);
      const nothing = { params: {}, query: {} };
      const owner = { isLocal: true };
      try {
        return await work({
          list: async () => folder.listSettings({ ...nothing, body: {} }, owner),
          change: async (body) => folder.updateSettings({ ...nothing, body }, owner),
        });
      } finally {
        await folder.close();
      }
    },
  });
}

async function settingsOf(reached: Reached): Promise<Listed["settings"]> {
  return listRow.response.parse(await reached.list()).settings;
}

function named(settings: readonly Setting[], name: string, typed: Typed): Setting {
  const setting = settings.find(({ key }) => key === name);
  if (setting !== undefined) return setting;
  const near = nearest(
    name,
    settings.map(({ key }) => key),
  );
  const meant = near === undefined ? "" : ` Did you mean ${near}?`;
  throw new CommandFailed(
    exitCodes.wrongUse,
    `There is no setting "${name}".${meant} All of them: ${typed("settings")}`,
  );
}

/** Commands that change while the service runs what is otherwise read at its start. */
const atOnceBy: Readonly<Record<string, string>> = {
  baseUrl: "public use ADDRESS",
  publicPort: "public open PORT",
};

/** What of a setting waits, and for what. */
function waitingText(setting: Setting, typed: Typed): string[] {
  const { key, kept, value, origin, waiting } = setting;
  const now = `${key} is ${valueText(value, setting)} until this run ends`;
  if (origin === "flag") {
    const isOther = kept !== null && kept !== value;
    return isOther ? [`${now}: its command line says so, and goes before what is kept.`] : [];
  }
  if (!waiting) return [];
  const next = kept === null ? "its default" : valueText(kept, setting);
  const later = `${now}, then ${next}. Stop Waypost and start it again: ${typed("serve")}`;
  const atOnce = atOnceBy[key];
  return atOnce === undefined ? [later] : [later, `To change it at once instead: ${typed(atOnce)}`];
}

/** Every setting with its value, where that comes from, its default and its meaning. */
export async function listSettings(flags: ServiceFlags, typed: Typed): Promise<void> {
  const answer = await withSettings(flags, typed, (reached) => reached.list());
  if (flags.json === true) return printJson(answer);
  const { settings } = listRow.response.parse(answer);
  const [titles = "", ...lines] = table<Setting>(
    [
      { title: "NAME", value: ({ key }) => key },
      { title: "VALUE", value: (setting) => valueText(setting.value, setting) },
      { title: "FROM", value: ({ origin }) => origins[origin] },
      { title: "DEFAULT", value: (setting) => valueText(setting.default, setting) },
      { title: "MEANING", value: ({ meaning }) => meaning, shrinks: true },
    ],
    settings,
    screenWidth(),
  );
  print(strong(titles));
  for (const line of lines) print(line);
  const waiting = settings.flatMap((setting) => waitingText(setting, typed));
  for (const line of waiting) note(faint(line));
}

export async function showSetting(name: string, flags: ServiceFlags, typed: Typed): Promise<void> {
  const setting = named(await withSettings(flags, typed, settingsOf), name, typed);
  if (flags.json === true) return printJson(setting);
  const rows: readonly (readonly [title: string, text: string])[] = [
    ["Name", setting.key],
    ["Meaning", setting.meaning],
    ["Value", valueText(setting.value, setting)],
    ["From", origins[setting.origin]],
    ["Kept", setting.kept === null ? "nothing" : valueText(setting.kept, setting)],
    ["Default", valueText(setting.default, setting)],
    ["Takes", setting.takes],
    ["A change holds", setting.restart ? "from the next start on" : "at once"],
  ];
  for (const [title, text] of rows) print(`${title.padEnd(16)}${text}`);
  for (const line of waitingText(setting, typed)) note(faint(line));
}

/** Where nothing is a setting's default, setting it to nothing is giving the kept one up. */
function changeOf(setting: Setting, value: string | undefined): SettingChange {
  const { key } = setting;
  if (value !== undefined && value !== "") return { set: { [key]: value } };
  if (value === undefined || setting.default === "" || setting.default === null)
    return { unset: [key] };
  throw new CommandFailed(exitCodes.wrongUse, `${key} must be ${setting.takes}.`);
}

/** Keeps a value for every run to come, or gives the kept one up. */
export async function changeSetting(
  name: string,
  value: string | undefined,
  { flags, typed }: { readonly flags: ServiceFlags; readonly typed: Typed },
): Promise<void> {
  const answer = await withSettings(flags, typed, async (reached) => {
    const setting = named(await settingsOf(reached), name, typed);
    return reached.change(changeOf(setting, value)).catch((error: unknown) => {
      // In the body a setting stands inside `set`; who typed the command knows its name alone.
      if (!(error instanceof Error)) throw error;
      const message = error.message.replace(/^(set\.[\w.]+|unset\[0\]) /, `${name} `);
      throw message === error.message ? error : new CommandFailed(exitCodes.failed, message);
    });
  });
  if (flags.json === true) return printJson(answer);
  const after = named(changeRow.response.parse(answer).settings, name, typed);
  print(`${after.key} is ${valueText(after.value, after)} (${origins[after.origin]}).`);
  for (const line of waitingText(after, typed)) note(faint(line));
}
