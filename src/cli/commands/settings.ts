import type { ResponseOf } from "../../contract/operation.ts";
import { nearest } from "../../contract/nearest.ts";
import { type Setting, settingsOperations } from "../../contract/server/settings.ts";
import { CommandFailed, exitCodes, wrongUse } from "../failures.ts";
import { formatRows } from "../generated/formatRecord.ts";
import type { Answer, Call } from "../service/client.ts";
import { dataDirOf, folderCall, serviceIfRunning } from "../service/runningService.ts";
import { faint, note, print, printJson, printLines, printOutput } from "../terminal/print.ts";
import { keyValueLines } from "../terminal/table.ts";
import type { Typed } from "../typed.ts";
import type { AddCommand, Context } from "./command.ts";

const { listSettings, updateSettings } = settingsOperations;

const origins: Readonly<Record<Setting["origin"], string>> = {
  flag: "the server's command line",
  file: "saved",
  default: "default",
};

/** As `settings set` takes it. */
function valueText(value: Setting["value"], { takes }: Setting): string {
  if (value === null && /\boff$/.test(takes)) return "off";
  return value === null || value === "" ? '""' : String(value);
}

/** A change of one setting; `unset` resets it to its default. */
type Change = { readonly set: Record<string, string> } | { readonly unset: string[] };

/** Calls the service that runs on the folder, or works on the folder itself. */
async function withSettings<Result>(
  { flags, typed }: Context,
  work: (call: Call) => Promise<Result>,
): Promise<Result> {
  const service = await serviceIfRunning(flags.data, typed);
  if (service !== null) return work(service.call);
  const { openFolderSettings } = await import("../../app/index.ts");
  const folder = await openFolderSettings(dataDirOf(flags.data));
  try {
    return await work(folderCall(settingsOperations, folder));
  } finally {
    await folder.close();
  }
}

type Settings = ResponseOf<typeof listSettings>["settings"];

function settingsIn(answer: Answer): Settings {
  return listSettings.response.parse(answer).settings;
}

function settingNamed(settings: Settings, name: string, typed: Typed): Setting {
  const setting = settings.find(({ key }) => key === name);
  if (setting !== undefined) return setting;
  const keys = settings.map(({ key }) => key);
  const near = nearest(name, keys);
  const suggestion = near === undefined ? "" : ` Did you mean ${near}?`;
  throw wrongUse(
    `There is no setting "${name}".${suggestion} To list all settings: ${typed("settings")}`,
  );
}

/** Commands that change at once what a setting changes only at the next start. */
const immediate: Readonly<Record<string, string>> = {
  baseUrl: "public use ADDRESS",
  publicPort: "public open PORT",
};

/** Says where another value is saved than the present one, and when it takes effect. */
function pendingLines(setting: Setting, typed: Typed): string[] {
  const { key, kept, value, origin, waiting } = setting;
  const now = `${key} is ${valueText(value, setting)} until the server stops`;
  if (origin === "flag") {
    return kept === null || kept === value
      ? []
      : [`${now}. It was set on the server's command line, which overrides the saved value.`];
  }
  if (!waiting) return [];
  const next = kept === null ? "its default" : valueText(kept, setting);
  const later = `${now}, then ${next}. To apply the change, restart the server: ${typed("serve")}`;
  const command = immediate[key];
  return command === undefined
    ? [later]
    : [later, `To change the setting without a restart: ${typed(command)}`];
}

function notePending(settings: Settings, typed: Typed): void {
  for (const setting of settings) {
    for (const line of pendingLines(setting, typed)) note(faint(line));
  }
}

async function list(context: Context): Promise<void> {
  const answer = await withSettings(context, (call) => call(listSettings));
  if (context.isJson) return printJson(answer);
  const settings = settingsIn(answer);
  const rows = settings.map((setting) => ({
    name: setting.key,
    value: valueText(setting.value, setting),
    from: origins[setting.origin],
    default: valueText(setting.default, setting),
    title: setting.title,
  }));
  printOutput(formatRows(rows));
  notePending(settings, context.typed);
}

async function show(context: Context, name: string): Promise<void> {
  const { isJson, typed } = context;
  const settings = settingsIn(await withSettings(context, (call) => call(listSettings)));
  const setting = settingNamed(settings, name, typed);
  if (isJson) return printJson(setting);
  printLines(
    keyValueLines([
      ["Name", setting.key],
      ["Title", setting.title],
      ["Meaning", setting.meaning],
      ["Value", valueText(setting.value, setting)],
      ["From", origins[setting.origin]],
      ["Saved", setting.kept === null ? "nothing" : valueText(setting.kept, setting)],
      ["Default", valueText(setting.default, setting)],
      ["Takes", setting.takes],
      ["Takes effect", setting.restart ? "after a restart" : "at once"],
    ]),
  );
  notePending([setting], typed);
}

/** Where a setting's default is empty, an empty value resets it. */
function changeOf(setting: Setting, value: string | undefined): Change {
  const { key } = setting;
  if (value !== undefined && value !== "") return { set: { [key]: value } };
  const isEmptyByDefault = setting.default === "" || setting.default === null;
  if (value === undefined || isEmptyByDefault) return { unset: [key] };
  throw wrongUse(`${key} must be ${setting.takes}.`);
}

/** Saves a value, or without one resets the setting to its default. */
async function change(context: Context, name: string, value?: string): Promise<void> {
  const { isJson, typed } = context;
  const answer = await withSettings(context, async (call) => {
    const setting = settingNamed(settingsIn(await call(listSettings)), name, typed);
    return call(updateSettings, { body: changeOf(setting, value) }).catch((error: unknown) => {
      // The API calls the field `set.rateLimit`; on the command line its name is `rateLimit`.
      if (!(error instanceof Error)) throw error;
      const message = error.message.replace(/^(set\.[\w.]+|unset\[0\]) /, `${name} `);
      throw message === error.message ? error : new CommandFailed(exitCodes.failed, message);
    });
  });
  if (isJson) return printJson(answer);
  const after = settingNamed(updateSettings.response.parse(answer).settings, name, typed);
  print(`${after.key} is ${valueText(after.value, after)} (${origins[after.origin]}).`);
  notePending([after], typed);
}

export function addSettings(add: AddCommand): void {
  add({
    usage: "list",
    summary: "List all settings with their value, origin, default and title",
    run: list,
  });
  add({
    usage: "show <name>",
    summary: "Show a setting and its possible values",
    examples: ["settings show geo.provider"],
    run: show,
  });
  add({
    usage: "set <name> <value>",
    summary: "Change a setting and save it in the data folder",
    examples: ["settings set rateLimit 600", "settings set geo.provider cloudflare"],
    run: (context, name: string, value: string) => change(context, name, value),
  });
  add({
    usage: "unset <name>",
    summary: "Reset a setting to its default",
    examples: ["settings unset rateLimit"],
    run: (context, name: string) => change(context, name),
  });
}
