import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { FileSystem } from "./fileSystem.ts";
import { replaceFile } from "./fileSystem.ts";
import type { SecretsRecord } from "./records.ts";
import { secretsRecord } from "./records.ts";
import { StoreUnavailable } from "./store.ts";

const secretsName = "secrets.json";

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
    const secrets: SecretsRecord = {
      apiKey: randomBytes(24).toString("base64url"),
      hashKey: newVisitorKey(),
      cookieKey: randomBytes(32).toString("base64url"),
    };
    await writeSecrets(files, dir, secrets);
    return { secrets, isNew: true };
  }
  const text = (await files.readFile(path)).toString("utf8");
  try {
    return { secrets: secretsRecord.parse(JSON.parse(text)), isNew: false };
  } catch {
    throw new StoreUnavailable(
      `${path} is damaged. Put it back from a copy, or move it away: the next start makes new secrets, ` +
        "with a new API key. Links and clicks are not touched.",
    );
  }
}

export function writeSecrets(
  files: FileSystem,
  dir: string,
  secrets: SecretsRecord,
): Promise<void> {
  return replaceFile(
    files,
    dir,
    join(dir, secretsName),
    `${JSON.stringify(secrets, undefined, 2)}\n`,
  );
}
