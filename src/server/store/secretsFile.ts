import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type FileSystem, replaceFile } from "./fileSystem.ts";
import { type SecretsRecord, secretsRecord } from "./records.ts";
import { StoreUnavailable } from "./store.ts";

const secretsName = "secrets.json";
/** A key as Waypost makes it. An empty one would be right for whoever sends none. */
const keyPattern = String.raw`[\w-]{16,}`;

/** Keys the hash that stands for a visitor. */
export function newVisitorKey(): string {
  return randomBytes(32).toString("base64url");
}

/** Reads the secrets; a folder without any gets new ones. */
export async function openSecrets(
  files: FileSystem,
  dir: string,
): Promise<{ secrets: SecretsRecord; isNew: boolean }> {
  const path = join(dir, secretsName);
  if ((await files.state(path)) === null) {
    const secrets = newSecrets();
    await writeSecrets(files, dir, secrets);
    return { secrets, isNew: true };
  }
  const text = (await files.readFile(path)).toString("utf8");
  try {
    const secrets = secretsRecord.parse(JSON.parse(text));
    for (const key of [secrets.apiKey, secrets.hashKey, secrets.cookieKey]) {
      if (!new RegExp(`^${keyPattern}$`).test(key)) throw new Error("a key is too short");
    }
    return { secrets, isNew: false };
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
    if ((await files.state(path)) !== null) await openSecrets(files, dir);
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
  const tunnelToken = tunnelTokenIn(text);
  await writeSecrets(files, dir, {
    ...fresh,
    ...present,
    ...(tunnelToken !== undefined && { tunnelToken }),
  });
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
function tunnelTokenIn(text: string): SecretsRecord["tunnelToken"] {
  const [, found = ""] = /"tunnelToken"\s*:\s*(\{[^{}]*\})/.exec(text) ?? [];
  try {
    return secretsRecord.shape.tunnelToken.parse(JSON.parse(found));
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

export function writeSecrets(
  files: FileSystem,
  dir: string,
  secrets: SecretsRecord,
): Promise<void> {
  return replaceFile(files, join(dir, secretsName), `${JSON.stringify(secrets, undefined, 2)}\n`);
}
