import type { Message } from "../../../contract/messages/messages.ts";
import type { SettingsRecord } from "../../store/records.ts";
import type { Store } from "../../store/store.ts";
import { isRefusedByBrowsers } from "./browserPorts.ts";
import { type Fault, faultMessage, Invalid, refuse } from "../../common/problems.ts";
import type { Setting } from "../../../contract/server/settings.ts";
import {
  isSettingName,
  type SettingName,
  settingNames,
  settingRow,
  type SettingValues,
} from "../../../contract/server/settingsTable.ts";
import {
  BadSetting,
  chooseSettings,
  defaultOf,
  originOf,
  type SettingSource,
  settingText,
  sharedPort,
  type SettingTexts,
  unknownSetting,
} from "./settings.ts";

export interface SettingsStore {
  list(): readonly Setting[];
  /** What holds now. */
  get<Name extends SettingName>(name: Name): SettingValues[Name];
  /** Keeps some and gives up others; what needs no restart holds at once. */
  change(
    change: {
      readonly set: Readonly<Record<string, string | number | boolean>>;
      readonly unset: readonly string[];
    },
    check: (before: readonly Setting[]) => void,
  ): Promise<readonly Setting[]>;
  /** What holds now, but for what needs a restart. */
  now(): SettingValues;
  /** What needs a restart otherwise, and holds already. */
  hold(values: Partial<SettingValues>): void;
  /** Whether this run's command line says it, and goes before what is kept. */
  isFixed(name: SettingName): boolean;
  /** What is wrong with values that would be kept; null: nothing. */
  faultIn(
    values: NonNullable<SettingsRecord["values"]>,
  ): { readonly field: string; readonly detail: Message } | null;
  /** After something else has changed what is kept. */
  readAgain(): void;
}

/** What `read` says, with the faults of settings under the names that the caller gave them. */
function faultOf(field: string, read: () => void): readonly [string, Fault] | null {
  try {
    read();
    return null;
  } catch (error) {
    if (!(error instanceof BadSetting)) throw error;
    return [field, { code: "format", detail: error.detail }];
  }
}

function* changeFaults(
  set: SettingTexts,
  unset: readonly string[],
): Iterable<readonly [string, Fault]> {
  let isListed = false;
  const names = [
    ...Object.keys(set).map((name) => [`set.${name}`, name] as const),
    ...unset.map((name, index) => [`unset[${index}]`, name] as const),
  ];
  for (const [field, name] of names) {
    const value = field.startsWith("set.") ? set[name] : undefined;
    if (!isSettingName(name)) {
      yield [field, { code: "format", detail: unknownSetting(!isListed) }];
      isListed = true;
    } else if (value !== undefined) {
      const fault = faultOf(field, () => settingText(name, value));
      if (fault !== null) yield fault;
    }
  }
}

/** A kept one that browsers refuse is left: scripts may go there. */
function forbiddenPort(name: string, value: unknown): (readonly [string, Fault])[] {
  const isBrowsers = name === "port" || name === "guiPort";
  if (!isBrowsers || !isRefusedByBrowsers(Number(value))) return [];
  const detail = `can't be ${Number(value)}, because browsers refuse to open that port`;
  return [[`set.${name}`, { code: "forbidden", detail }]];
}

/** Without those that somebody wrote by hand and that can't be. */
function readable(values: SettingTexts): SettingTexts {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => faultOf(name, () => settingText(name, value)) === null,
    ),
  );
}

export function createSettingsStore(options: {
  store: Store;
  /** What the command line of this run says. */
  flags: SettingTexts;
  /** What the service has started with; null where none runs and a kept one may be wrong. */
  started: SettingValues | null;
  /** Whether a folder is the data folder, or in it. */
  isOwnFolder: (path: string) => Promise<boolean>;
}): SettingsStore {
  const { store, flags } = options;
  let { started } = options;
  const table = store.table("settings");

  function sources(stored = storedTexts()): readonly SettingSource[] {
    return [
      { origin: "flag", texts: flags },
      { origin: "file", texts: stored },
    ];
  }

  function storedTexts(): SettingTexts {
    const values = store.approvedSettings.of(table.get(1)?.values);
    return started === null ? readable(values) : values;
  }

  /** Where two doors would have one port at the next start, with this run's command line or without. */
  function portFaults(
    values: SettingTexts,
    fields: ReadonlyMap<string, string>,
  ): (readonly [string, Fault])[] {
    const file = { origin: "file", texts: values } as const;
    for (const next of [[{ origin: "flag", texts: flags } as const, file], [file]]) {
      const shared = sharedPort(chooseSettings(...next));
      const changed = shared?.doors.find((door) => fields.has(door));
      if (shared === undefined || changed === undefined) continue;
      const other = shared.doors.find((door) => door !== changed);
      const detail = `must not be ${shared.number}, because ${other} uses that port`;
      return [[fields.get(changed) ?? changed, { code: "taken", detail }]];
    }
    return [];
  }

  let chosen = chooseSettings(...sources());

  function get<Name extends SettingName>(name: Name): SettingValues[Name] {
    const isAtStart = settingRow(name).atStart === true;
    return (isAtStart ? (started ?? chosen) : chosen)[name];
  }

  function state(name: SettingName, stored: SettingTexts): Setting {
    const { title, about, takes, atStart } = settingRow(name);
    const value = get(name);
    return {
      key: name,
      title,
      meaning: about,
      takes,
      default: defaultOf(name),
      value,
      kept: stored[name] ?? null,
      origin: originOf(name, sources(stored)),
      restart: atStart === true,
      waiting: value !== chosen[name],
    };
  }

  function list(): Setting[] {
    const stored = storedTexts();
    return settingNames.map((name) => state(name, stored));
  }

  return {
    list,
    get,
    async change({ set, unset }, check) {
      refuse(changeFaults(set, unset));
      refuse(Object.entries(set).flatMap(([name, value]) => forbiddenPort(name, value)));
      const folder = String(set["backup.folder"] ?? "");
      if (folder !== "" && (await options.isOwnFolder(folder))) {
        const detail =
          "must be outside the data folder, because a copy inside would be lost with it";
        throw new Invalid({ "set.backup.folder": { code: "choice", detail } });
      }
      check(list());
      const before = table.get(1);
      const changed = (present: SettingTexts) => {
        const left = Object.entries(present).filter(([name]) => !unset.includes(name));
        return { ...Object.fromEntries(left), ...set };
      };
      const fields = new Map([
        ...unset.map((name, index) => [name, `unset[${index}]`] as const),
        ...Object.keys(set).map((name) => [name, `set.${name}`] as const),
      ]);
      const holding = changed(store.approvedSettings.of(before?.values));
      const shared = portFaults(readable(holding), fields);
      refuse(shared);
      await store.approvedSettings.approve(set);
      const values = changed(before?.values ?? {});
      const record: SettingsRecord = { ...before, id: 1, values };
      await store.commit([{ put: "settings", record }]);
      chosen = chooseSettings(...sources());
      return list();
    },
    faultIn(values) {
      const faults = Object.entries(values).map(([name, value]) =>
        faultOf(name, () => settingText(name, value)),
      );
      const names = new Map(Object.keys(values).map((name) => [name, name] as const));
      const [fault] = [...faults, ...portFaults(readable(values), names)].filter(
        (one) => one !== null,
      );
      if (fault === undefined) return null;
      const [field, { detail, code }] = fault;
      return { field: `values.${field}`, detail: faultMessage(`${field} ${detail}.`, code) };
    },
    now: () => chosen,
    hold(values) {
      if (started !== null) started = { ...started, ...values };
    },
    isFixed: (name) => Object.hasOwn(flags, name),
    readAgain() {
      chosen = chooseSettings(...sources());
    },
  };
}
