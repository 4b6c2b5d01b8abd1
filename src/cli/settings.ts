import type { ResponseOf } from "../contract/operation.ts";
import { settingsOperations, type Setting } from "../contract/settings.ts";
import type { Answer } from "./client.ts";
import { CommandFailed, Refused, exitCodes } from "./exitCodes.ts";
import { nearest } from "./nearest.ts";
import { note, faint, print, printJson, screenWidth, strong } from "./output.ts";
import { runningService, type RunningService, type ServiceFlags } from "./runningService.ts";
import { table } from "./contract/table.ts";
import type { Typed } from "./typed.ts";

type Listed = ResponseOf<typeof settingsOperations.listSettings>;

const origins: Readonly<Record<Setting["origin"], string>> = {
  flag: "this run's command line",
  file: "kept",
  default: "default",
};

/** As `set` takes it; nothing there is no word of a setting's own. */
function valueText(value: Setting["value"]): string {
  return value === null || value === "" ? "none" : String(value);
}

async function settingsOf(service: RunningService): Promise<Listed["settings"]> {
  const row = settingsOperations.listSettings;
  return row.response.parse(await service.call(row)).settings;
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

/** What of a setting waits, and for what. */
function waitingText({ key, kept, value, origin, waiting }: Setting, typed: Typed): string[] {
  const now = `${key} is ${valueText(value)} until this run ends`;
  if (origin === "flag") {
    const isOther = kept !== null && kept !== value;
    return isOther ? [`${now}: its command line says so, and goes before what is kept.`] : [];
  }
  if (!waiting) return [];
  const next = kept === null ? "its default" : valueText(kept);
  return [`${now}, then ${next}. Stop Waypost and start it again: ${typed("serve")}`];
}

/** Every setting with its value, where that comes from, its default and its meaning. */
export async function listSettings(flags: ServiceFlags, typed: Typed): Promise<void> {
  const service = runningService(flags.data, typed);
  if (flags.json === true) return printJson(await service.call(settingsOperations.listSettings));
  const settings = await settingsOf(service);
  const [titles = "", ...lines] = table<Setting>(
    [
      { title: "NAME", value: ({ key }) => key },
      { title: "VALUE", value: ({ value }) => valueText(value) },
      { title: "FROM", value: ({ origin }) => origins[origin] },
      { title: "DEFAULT", value: (setting) => valueText(setting.default) },
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
  const setting = named(await settingsOf(runningService(flags.data, typed)), name, typed);
  if (flags.json === true) return printJson(setting);
  const rows: readonly (readonly [title: string, text: string])[] = [
    ["Name", setting.key],
    ["Meaning", setting.meaning],
    ["Value", valueText(setting.value)],
    ["From", origins[setting.origin]],
    ["Kept", valueText(setting.kept)],
    ["Default", valueText(setting.default)],
    ["Takes", setting.takes],
    ["A change holds", setting.restart ? "from the next start on" : "at once"],
  ];
  for (const [title, text] of rows) print(`${title.padEnd(16)}${text}`);
  for (const line of waitingText(setting, typed)) note(faint(line));
}

/** Keeps a value for every run to come, or gives the kept one up. */
export async function changeSetting(
  name: string,
  value: string | undefined,
  { flags, typed }: { readonly flags: ServiceFlags; readonly typed: Typed },
): Promise<void> {
  const service = runningService(flags.data, typed);
  named(await settingsOf(service), name, typed);
  const { updateSettings } = settingsOperations;
  const body = value === undefined ? { unset: [name] } : { set: { [name]: value } };
  const answer: Answer = await service.call(updateSettings, { body }).catch((error: unknown) => {
    // In the body a setting stands inside `set`; who typed the command knows its name alone.
    if (!(error instanceof Refused)) throw error;
    throw new Refused(error.status, error.message.replace(`set.${name}`, name));
  });
  if (flags.json === true) return printJson(answer);
  const after = named(updateSettings.response.parse(answer).settings, name, typed);
  print(`${after.key} is ${valueText(after.value)} (${origins[after.origin]}).`);
  for (const line of waitingText(after, typed)) note(faint(line));
}
