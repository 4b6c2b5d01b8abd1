import { createHash } from "node:crypto";
import type { ProblemCode } from "../../../../contract/envelope.ts";
import { type Message, message } from "../../../../contract/messages/messages.ts";
import {
  firstKeyId,
  type KeyLevel,
  type KeyScope,
  usualPerMinute,
} from "../../../../contract/server/automation/keys.ts";
import { errorText } from "../../../../util/errorText.ts";
import { createTaskQueue } from "../../../../util/taskQueue.ts";
import type { App } from "../../../common/context.ts";
import { Conflict, Invalid, NotFound } from "../../../common/problems.ts";
import { newApiKey, sameSecret } from "../../../passwords/hashing.ts";
import { disk } from "../../../store/fileSystem.ts";
import {
  createKeyFile,
  type KeptKey,
  type KeptKeys,
  keysName,
  type KeyRecord,
  type KeyUse,
  mostKeys,
} from "../../../store/keyFile.ts";

/** What a new key is for. */
export interface NewKey {
  readonly name: string;
  readonly scope?: KeyScope | undefined;
  /** Of an assistant. */
  readonly level?: KeyLevel | undefined;
  readonly perMinute?: number | undefined;
  /** The browser extension that alone may use it. */
  readonly origin?: string | undefined;
}

export interface MadeKey {
  readonly record: KeyRecord;
  /** Nobody learns it again. */
  readonly key: string;
}

/** The keys beside the first one, and when each was used. */
export interface ApiKeys {
  all(): readonly KeptKey[];
  /** Throws {@link NotFound}. */
  get(id: number): KeptKey;
  /** Keys of one of these scopes that work. Without any, nothing else has to be looked at. */
  working(...scopes: readonly KeyScope[]): readonly KeyRecord[];
  /**
   * Whose key it is; null: nobody's, or that of another scope, which its record learns. Whoever gets a
   * record says how it went with {@link used} and {@link failed}.
   */
  holderOf(key: string, ...scopes: readonly KeyScope[]): KeyRecord | null;
  add(wanted: NewKey): Promise<MadeKey>;
  update(
    id: number,
    fields: { readonly name?: string | undefined } & Pick<NewKey, "level" | "perMinute">,
  ): Promise<void>;
  /** Answers the new key; the one before stops working. */
  renew(id: number): Promise<string>;
  remove(id: number): Promise<void>;
  /** A request with the key came in. */
  used(id: number): void;
  /** A request with the key was refused. */
  failed(id: number, code: ProblemCode): void;
  /** When a key was used; the first one, too, which `secrets.json` has. */
  useOf(id: number): KeyUse;
  notices(): Message[];
  /** Writes what was used. */
  close(): Promise<void>;
}

const unused: KeyUse = { lastUsedAt: null, lastError: null };

/** Milliseconds between a use and its line on disk, at most. */
const savedAfter = 60_000;

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** Programs made for YOURLS can sign the time with their key, which only the key itself can check. */
function secretOf(scope: KeyScope, key: string): string | null {
  return scope === "yourls" ? key : null;
}

function refuseLevel(scope: KeyScope, level: KeyLevel | undefined): void {
  if (level === undefined || scope === "assistant") return;
  throw new Invalid({ level: `is only for keys of scope assistant, and this one has ${scope}` });
}

export async function openApiKeys(app: Pick<App, "dataDir" | "clock" | "log">): Promise<ApiKeys> {
  const { dataDir, clock, log } = app;
  const file = createKeyFile(disk, dataDir);
  const notices: Message[] = [];
  const found = await file.readOrSetAside((aside) => {
    const damaged = message("service.keysDamaged", { file: keysName, aside });
    notices.push(damaged);
    log(damaged.message);
  });
  let kept: Omit<KeptKeys, "uses"> = found ?? { next: firstKeyId + 1, keys: [] };
  const uses = new Map(found?.uses);
  if (kept.keys.some(({ isOwn }) => !isOwn)) notices.push(message("service.foreignMoreKeys"));
  const writing = createTaskQueue();
  let saving: NodeJS.Timeout | null = null;

  const now = () => new Date(clock()).toISOString();

  /** What can't be written isn't so. */
  async function save(change: (before: typeof kept) => typeof kept): Promise<void> {
    await writing.run(async () => {
      const next = change(kept);
      await file.write({ ...next, uses });
      kept = next;
    });
  }

  function get(id: number): KeptKey {
    const key = kept.keys.find(({ record }) => record.id === id);
    if (key === undefined) throw new NotFound("Key does not exist.");
    return key;
  }

  function replaced(before: typeof kept, id: number, next: (key: KeptKey) => KeptKey) {
    return { ...before, keys: before.keys.map((one) => (one.record.id === id ? next(one) : one)) };
  }

  function refuseTaken(name: string, id: number | null): void {
    const folded = name.toLowerCase();
    const other = kept.keys.find(
      ({ record }) => record.id !== id && record.name.toLowerCase() === folded,
    );
    if (other === undefined) return;
    const detail = "is already the name of another key";
    throw new Conflict("taken", `name ${detail}.`, { name: { code: "taken", detail } });
  }

  const useOf = (id: number) => uses.get(id) ?? unused;

  /** Uses are written together, a minute later, and only where there are keys beside the first one. */
  function note(id: number, use: Partial<KeyUse>): void {
    uses.set(id, { ...useOf(id), ...use });
    if (kept.keys.length > 0) saving ??= setTimeout(saveUses, savedAfter).unref();
  }

  function saveUses(): void {
    saving = null;
    save((before) => before).catch((error: unknown) => {
      log(`When keys were used couldn't be saved: ${errorText(error)}`);
    });
  }

  const failed: ApiKeys["failed"] = (id, code) => note(id, { lastError: { at: now(), code } });

  return {
    all: () => kept.keys,
    get,
    working: (...scopes) =>
      kept.keys.flatMap(({ record, isOwn }) =>
        isOwn && scopes.includes(record.scope) ? [record] : [],
      ),
    holderOf(key, ...scopes) {
      if (key === "" || kept.keys.length === 0) return null;
      const hash = hashOf(key);
      // All are compared, so that the answer's time tells nothing.
      const [match] = kept.keys.filter(({ record }) => sameSecret(record.hash, hash));
      if (match?.isOwn !== true) return null;
      if (scopes.includes(match.record.scope)) return match.record;
      failed(match.record.id, "keyScope");
      return null;
    },
    async add({ name, scope = "api", level, perMinute = usualPerMinute, origin = null }) {
      refuseLevel(scope, level);
      const key = newApiKey();
      let record: KeyRecord | undefined;
      await save((before) => {
        refuseTaken(name, null);
        if (before.keys.length >= mostKeys) {
          throw new Conflict(
            "inUse",
            `There are ${mostKeys} keys already. Revoke one of them first.`,
          );
        }
        record = {
          id: before.next,
          name,
          scope,
          level: scope === "assistant" ? (level ?? "suggest") : null,
          perMinute,
          createdAt: now(),
          hash: hashOf(key),
          origin,
          secret: secretOf(scope, key),
        };
        return {
          ...before,
          next: before.next + 1,
          keys: [...before.keys, { record, isOwn: true }],
        };
      });
      if (record === undefined) throw new Error("The key wasn't created.");
      return { record, key };
    },
    async update(id, { name, level, perMinute }) {
      await save((before) => {
        refuseLevel(get(id).record.scope, level);
        if (name !== undefined) refuseTaken(name, id);
        return replaced(before, id, (one) => ({
          ...one,
          record: {
            ...one.record,
            ...(name !== undefined && { name }),
            ...(level !== undefined && { level }),
            ...(perMinute !== undefined && { perMinute }),
          },
        }));
      });
    },
    async renew(id) {
      const key = newApiKey();
      await save((before) => {
        get(id);
        return replaced(before, id, ({ record }) => ({
          isOwn: true,
          record: { ...record, hash: hashOf(key), secret: secretOf(record.scope, key) },
        }));
      });
      return key;
    },
    async remove(id) {
      await save((before) => {
        get(id);
        return { ...before, keys: before.keys.filter(({ record }) => record.id !== id) };
      });
      uses.delete(id);
    },
    used: (id) => note(id, { lastUsedAt: now() }),
    failed,
    useOf,
    notices: () => [...notices],
    async close() {
      if (saving !== null) {
        clearTimeout(saving);
        saveUses();
      }
      await writing.idle();
    },
  };
}
