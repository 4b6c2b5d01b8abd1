import { createHmac } from "node:crypto";
import type { SiteRow } from "../../wire/rows.ts";
import type { Settings } from "../../../server/features/settings/settings.ts";
import type { Store } from "../../../server/store/store.ts";
import { rowText } from "./rowText.ts";

/** What of the service holds for every visit, and is no record. */
export interface SiteFacts {
  readonly settings: Pick<
    Settings,
    | "shortBase"
    | "formerBases"
    | "prefix"
    | "formerPrefixes"
    | "port"
    | "publicPort"
    | "pageName"
    | "pageColor"
    | "respectDnt"
  >;
  /** What home's own addresses begin with while visitors reach it; null: they don't. */
  home(): string | null;
}

export function siteRow(store: Pick<Store, "table" | "secrets">, facts: SiteFacts): string | null {
  const { settings } = facts;
  const account = store.table("account").get(1);
  const { port, publicPort } = settings;
  const row: SiteRow = {
    v: 1,
    home: facts.home(),
    isDark: store.table("settings").get(1)?.isDark === true,
    domains: [...store.table("domains").values()].map((domain) => ({
      id: domain.id,
      domain: domain.domain,
      redirectRoot: domain.redirectRoot,
      redirect404: domain.redirect404,
    })),
    shortBase: settings.shortBase,
    formerBases: settings.formerBases,
    prefix: settings.prefix,
    formerPrefixes: settings.formerPrefixes,
    ports: publicPort === null ? [port] : [port, publicPort],
    pageName: settings.pageName,
    pageColor: settings.pageColor,
    respectDnt: settings.respectDnt,
    usernames: account === undefined ? [] : [account.username, ...(account.formerUsernames ?? [])],
    visitorKey: edgeVisitorKey(store.secrets.hashKey),
  };
  return rowText(row);
}

/** Whoever has this one can't tell home's own: a visitor of both has two keys. */
export function edgeVisitorKey(hashKey: string): string {
  return createHmac("sha256", Buffer.from(hashKey, "base64url")).update("edge").digest("base64url");
}
