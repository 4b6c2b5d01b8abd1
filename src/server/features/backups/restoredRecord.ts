import { accountRecord, type Collection, settingsRecord } from "../../store/records.ts";
import type { Store } from "../../store/store.ts";
import { formerNames } from "../account/formerNames.ts";
import { restoredSettings } from "./restoredSettings.ts";

export interface Restored {
  readonly id: number;
}

export function madeAt(record: Restored): unknown {
  return "createdAt" in record ? record.createdAt : undefined;
}

/** The record as it will stand: what no backup may take back is taken from the present ones. */
export function withPresent(
  store: Store,
  collection: Collection,
  record: Restored,
  allowedSettings: ReadonlySet<string>,
): Restored {
  if (collection === "account") return withPresentKeys(store, record);
  if (collection !== "settings") return record;
  return restoredSettings(
    settingsRecord.parse(record),
    store.table("settings").get(1),
    allowedSettings,
  );
}

/** The account's password, the time its key lasts and the names that its addresses had stay. */
function withPresentKeys(store: Store, record: Restored): Restored {
  const account = store.table("account").get(1);
  if (account === undefined) return record;
  const { password, expiresAt, username, formerUsernames = [] } = account;
  const found = accountRecord.parse(record);
  const theirs = found.formerUsernames ?? [];
  const names = formerNames([...theirs, ...formerUsernames, username], found.username);
  const rest = Object.fromEntries(Object.entries(record).filter(([name]) => name !== "password"));
  return Object.assign(rest, {
    id: record.id,
    ...(password !== undefined && { password }),
    ...(names.length > 0 && { formerUsernames: names }),
    expiresAt,
  });
}
