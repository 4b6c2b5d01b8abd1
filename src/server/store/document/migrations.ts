import { type Check, checkId, checkRecord, isRaw, type RawRecord } from "../tables/checks.ts";

/**
 * One step from a version to the next, for records of the collections it names; others stay as they
 * are. The history has of a change the fields that changed alone: a step gets those as well.
 */
export type Migration = Readonly<Record<string, (record: RawRecord) => RawRecord>>;

/**
 * The first entry leads from version 1 to version 2, and so on. Every change of a record's shape is
 * a new version, so that an older program can tell. A step that a release has carried is never
 * changed: folders that it has to bring forward exist.
 */
export const migrations: readonly Migration[] = [
  // To version 2. A username was the login name of whoever ran the service, and nobody could change
  // it; what isn't named came as a field that may be absent.
  {
    account(record) {
      const { username, email } = record;
      if (typeof username !== "string") return record;
      const isMadeUp = email === `${username.trim().replace(/\s+/g, ".")}@localhost`;
      return {
        ...record,
        username: "owner",
        formerUsernames: [username],
        ...(isMadeUp && { email: "owner@localhost" }),
      };
    },
  },
  // To version 3. Links have tags, can be archived and know where they came from; views and imported clicks came.
  {},
  // To version 4. QR codes have an error correction, a size of their logo and a caption of their own, the
  // links of a campaign an order.
  {},
  // To version 5. What happened moved from files of its own into `waypost.sqlite`, of which an older
  // program knows nothing.
  {},
];

export function versionAfter(steps: readonly Migration[]): number {
  return steps.length + 1;
}

/** A record of a version in the words of the latest one. */
export function migrateRecord(
  collection: string,
  record: RawRecord,
  from: number,
  steps: readonly Migration[],
): RawRecord {
  return steps
    .slice(from - 1)
    .reduce((current, step) => step[collection]?.(current) ?? current, record);
}

/** The check for lines of a version; those of an older one are brought forward first. */
export function checkFrom(version: number, steps: readonly Migration[]): Check {
  if (version === versionAfter(steps)) return checkRecord;
  return (collection, value) =>
    isRaw(value)
      ? checkRecord(collection, migrateRecord(collection, value, version, steps))
      : checkId(collection, value);
}
