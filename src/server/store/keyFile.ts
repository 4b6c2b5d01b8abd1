import { z } from "zod";
import { firstKeyId, keyLevels, keyScopes } from "../../contract/server/automation/keys.ts";
import { problemCodes } from "../../contract/envelope.ts";
import type { FileSystem } from "./fileSystem.ts";
import { ownMark } from "./ownerKey.ts";
import { createRecordFile } from "./recordFile.ts";

/** The file has no more. */
export const mostKeys = 100;

const keyUse = z.object({
  /** UTC; null: never. */
  lastUsedAt: z.iso.datetime().nullable(),
  lastError: z.object({ at: z.iso.datetime(), code: z.enum(problemCodes) }).nullable(),
});
export type KeyUse = Readonly<z.output<typeof keyUse>>;

const keyRecord = z.object({
  id: z.int().positive(),
  name: z.string().min(1).max(60),
  scope: z.enum(keyScopes),
  level: z.enum(keyLevels).nullable(),
  perMinute: z.int().positive(),
  createdAt: z.iso.datetime(),
  /** SHA-256 of the key, hexadecimal. */
  hash: z.string().regex(/^[\da-f]{64}$/),
  origin: z.string().max(200).nullable(),
  /** The key itself, where programs send only a hash of it and the time. */
  secret: z.string().max(100).nullable().default(null),
});
export type KeyRecord = Readonly<z.output<typeof keyRecord>>;

/** A key, and whether this user's Waypost made it: of one that a folder from elsewhere brought, others know the key. */
export interface KeptKey {
  readonly record: KeyRecord;
  readonly isOwn: boolean;
}

export interface KeptKeys {
  /** The number of the next key. */
  readonly next: number;
  readonly keys: readonly KeptKey[];
  /** By the number of the key. */
  readonly uses: ReadonlyMap<number, KeyUse>;
}

export interface KeyFile {
  /** Null: there is none. One that can't be read is kept aside, as null too, and its new name is told. */
  readOrSetAside(notify: (aside: string) => void): Promise<KeptKeys | null>;
  write(kept: KeptKeys): Promise<void>;
}

export const keysName = "keys.json";
/** Uses that former versions may have written. */
const mostUses = 100_000;

/** No other use is kept: a new key has none of a former one. */
function isKept(id: number, keys: readonly KeptKey[]): boolean {
  return id === firstKeyId || keys.some(({ record }) => record.id === id);
}

/** `keys.json`: the keys beside the first one. It stands outside the document: no backup has it. */
export function createKeyFile(files: FileSystem, dir: string): KeyFile {
  const schema = z.object({
    next: z.int().positive(),
    keys: z.array(keyRecord.extend({ ownIn: z.number().nullable().catch(null) })).max(mostKeys),
    // May be more than there are keys: former programs wrote those of revoked keys, too.
    uses: z.array(keyUse.extend({ id: z.int().positive() })).max(mostUses),
  });
  const file = createRecordFile({ files, dir, name: keysName, schema, mostEntries: 2 * mostUses });

  /** Undefined: this computer keeps no key to tell by. */
  async function marks() {
    const mark = await ownMark();
    return ({ hash, scope, level, origin }: KeyRecord) => mark?.("key", hash, scope, level, origin);
  }

  return {
    async readOrSetAside(notify) {
      const found = await file.readOrSetAside(notify);
      if (found === null) return null;
      const markOf = await marks();
      const keys = found.keys.map(({ ownIn, ...record }): KeptKey => {
        const mark = markOf(record);
        return { record, isOwn: mark === undefined || mark === ownIn };
      });
      const uses = found.uses.map(({ id, ...use }) => [id, use] as const);
      return { ...found, keys, uses: new Map(uses.filter(([id]) => isKept(id, keys))) };
    },
    async write({ next, keys, uses }) {
      const markOf = await marks();
      await file.write({
        next,
        keys: keys.map(({ record, isOwn }) => ({
          ...record,
          ownIn: isOwn ? (markOf(record) ?? null) : null,
        })),
        uses: [...uses].filter(([id]) => isKept(id, keys)).map(([id, use]) => ({ ...use, id })),
      });
    },
  };
}
