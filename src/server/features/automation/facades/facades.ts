import type { KeyScope } from "../../../../contract/server/automation/keys.ts";
import type { SettingName } from "../../../../contract/server/settingsTable.ts";
import type { Facade, FacadeParts } from "./facade.ts";

interface FacadeRow {
  readonly scope: KeyScope;
  readonly setting: SettingName;
  /** Whether a path, without its query, is one of the imitated program's. */
  takes(path: string): boolean;
  /** Nothing of it is loaded before the first request. */
  load(parts: FacadeParts): Promise<Facade>;
}

/** The programs that Waypost answers for. */
export const facades: readonly FacadeRow[] = [
  {
    scope: "yourls",
    setting: "automation.yourls",
    takes: (path) => path === "/yourls-api.php",
    load: async (parts) => (await import("./yourls/yourls.ts")).createYourls(parts),
  },
  {
    scope: "shlink",
    setting: "automation.shlink",
    takes: (path) => path === "/rest/health" || path.startsWith("/rest/v3/"),
    load: async (parts) => (await import("./shlink/shlink.ts")).createShlink(parts),
  },
  {
    scope: "kutt",
    setting: "automation.kutt",
    takes: (path) => path.startsWith("/api/v2/"),
    load: async (parts) => (await import("./kutt/kutt.ts")).createKutt(parts),
  },
];
