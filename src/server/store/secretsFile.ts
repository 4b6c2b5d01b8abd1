import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { boundedJson } from "./boundedJson.ts";
import { type FileSystem, replaceFile } from "./fileSystem.ts";
import { ownMark } from "./ownerKey.ts";
import { type SecretsRecord, secretsRecord } from "./records.ts";
import { StoreUnavailable } from "./store.ts";

const secretsName = "secrets.json";
/** A key as Waypost makes it. An empty one would be right for whoever sends none. */
const keyPattern = String.raw`[\w-]{16,}`;

/** Keys the hash that stands for a visitor. */
export function newVisitorKey(): string {
  return randomBytes(32).toString("base64url");
}

const fileSchema = z.object({
  /** Says that this user's Waypost wrote them, here or in another folder. First, as a cut takes the end. */
  ownIn: z.number().optional().catch(undefined),
  ...secretsRecord.shape,
});
type SecretsFile = Readonly<z.output<typeof fileSchema>>;

/** Undefined: this computer keeps no key to tell by. */
async function markOf({ apiKey }: Pick<SecretsFile, "apiKey">): Promise<number | undefined> {
  return (await ownMark())?.("secrets", apiKey);
}

async function isOwn(secrets: Pick<SecretsFile, "apiKey" | "ownIn">): Promise<boolean> {
  const mark = await markOf(secrets);
  return mark === undefined || mark === secrets.ownIn;
}

/**
 * Reads the secrets; a folder without any gets new ones. Whoever filled a folder could sign as if visitors had
 * given a password: of secrets from elsewhere that key is replaced. The API key stays, as scripts depend on it.
 */
export async function openSecrets(
  files: FileSystem,
  dir: string,
): Promise<{ secrets: SecretsRecord; are: "own" | "new" | "foreign" }> {
  const found = await readSecrets(files, dir);
  const { ownIn: _mark, ...secrets } = found ?? { ...newSecrets(), ownIn: undefined };
  if (found !== null && (await isOwn(found))) return { secrets, are: "own" };
  const owned = { ...secrets, cookieKey: newSecrets().cookieKey };
  await writeSecrets(files, dir, owned);
  return { secrets: owned, are: found === null ? "new" : "foreign" };
}

/** Null: there are none. */
async function readSecrets(files: FileSystem, dir: string): Promise<SecretsFile | null> {
  const path = join(dir, secretsName);
  if ((await files.state(path)) === null) return null;
  const bytes = await files.readFile(path);
  try {
    const secrets = fileSchema.parse(boundedJson(bytes));
    for (const key of [secrets.apiKey, secrets.hashKey, secrets.cookieKey]) {
      if (!new RegExp(`^${keyPattern}$`).test(key)) throw new Error("a key is too short");
    }
    return secrets;
  } catch {
    throw new StoreUnavailable(
      `${path} is damaged. Restore it from a copy, or run "waypost doctor" on the folder. It saves what can be read ` +
        "and creates the rest again, with a new API key if necessary. Links and clicks aren't changed.",
    );
  }
}

/** Makes whole secrets of damaged ones: what can still be read stays. Sentences for the owner. */
export async function mendSecrets(
  files: FileSystem,
  dir: string,
  stamp: string,
): Promise<readonly string[]> {
  const path = join(dir, secretsName);
  try {
    await readSecrets(files, dir);
    return [];
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
  const text = (await files.readFile(path)).toString("utf8");
  const fresh = newSecrets();
  const found = Object.fromEntries(
    Object.keys(fresh).map((name) => [
      name,
      new RegExp(`"${name}"\\s*:\\s*"(${keyPattern})"`).exec(text)?.[1],
    ]),
  );
  const present = Object.fromEntries(
    Object.entries(found).filter(([, value]) => value !== undefined),
  );
  const aside = `${secretsName}.damaged-${stamp}`;
  await files.link(path, join(dir, aside));
  const tunnelToken = sealedIn(text, "tunnelToken");
  const webhookSecrets = sealedIn(text, "webhookSecrets");
  const mended = {
    ...fresh,
    ...present,
    ...(tunnelToken !== undefined && { tunnelToken }),
    ...(webhookSecrets !== undefined && { webhookSecrets }),
  };
  // Without the owner's mark in the file, the next start takes the keys for somebody else's.
  if (present["apiKey"] === undefined) {
    await writeSecrets(files, dir, { ...mended, cookieKey: fresh.cookieKey });
  } else {
    const ownIn = /"ownIn"\s*:\s*(\d{1,15})\b/.exec(text)?.[1];
    await write(files, dir, { ...(ownIn !== undefined && { ownIn: Number(ownIn) }), ...mended });
  }
  const key =
    present["apiKey"] === undefined
      ? 'There is a new API key: "waypost key".'
      : "The API key hasn't changed.";
  const isTokenLost = tunnelToken === undefined && text.includes('"tunnelToken"');
  const token = isTokenLost
    ? " The tunnel's token couldn't be read. Enter it again: \"waypost tunnel set\"."
    : "";
  return [
    `${path} was damaged and has been recreated. The damaged file was saved as ${aside}. ${key}${token}`,
  ];
}

/** It stands in an object of its own, which holds no other. */
function sealedIn(
  text: string,
  name: "tunnelToken" | "webhookSecrets",
): SecretsRecord["tunnelToken"] {
  const [, found = ""] = new RegExp(`"${name}"\\s*:\\s*(\\{[^{}]*\\})`).exec(text) ?? [];
  try {
    return secretsRecord.shape[name].parse(boundedJson(found));
  } catch {
    return undefined;
  }
}

function newSecrets(): SecretsRecord {
  return {
    apiKey: randomBytes(24).toString("base64url"),
    hashKey: newVisitorKey(),
    cookieKey: randomBytes(32).toString("base64url"),
  };
}

export async function writeSecrets(
  files: FileSystem,
  dir: string,
  secrets: SecretsRecord,
): Promise<void> {
  await write(files, dir, { ownIn: await markOf(secrets), ...secrets });
}

/** A new key for visitors; the others stay whose they are. */
export async function replaceVisitorKey(files: FileSystem, dir: string): Promise<void> {
  const found = await readSecrets(files, dir);
  if (found === null) await openSecrets(files, dir);
  else await write(files, dir, { ...found, hashKey: newVisitorKey() });
}

function write(files: FileSystem, dir: string, content: SecretsFile): Promise<void> {
  return replaceFile(files, join(dir, secretsName), `${JSON.stringify(content, undefined, 2)}\n`);
}
