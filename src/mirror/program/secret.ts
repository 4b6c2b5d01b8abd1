import { readFile, writeFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { prepareCopyFolder, secretIn } from "./copyFolder.ts";

/** Characters: what Waypost makes has 43. */
const shortest = 32;
const longest = 400;

/** The message is for the person who runs the program, as it is. */
export class BadSecret extends Error {
  override readonly name = "BadSecret";
}

/** What one writes down of a secret: one word, long enough that nobody guesses it. */
export function isSecret(text: string): boolean {
  return text.length >= shortest && text.length <= longest && /^[!-~]+$/.test(text);
}

/**
 * The secret in the copy's folder, which only its owner can read from now on. At the first start it's the one that was given, or a new one.
 * @param given undefined: none was
 */
export async function keepSecret(
  folder: string,
  given: string | undefined,
): Promise<{ readonly text: string; readonly file: string }> {
  if (given !== undefined && !isSecret(given)) {
    throw new BadSecret(`A secret is one word of ${shortest} to ${longest} characters.`);
  }
  await prepareCopyFolder(folder);
  const file = secretIn(folder);
  const text = given ?? randomBytes(32).toString("base64url");
  const isNew = await writeFile(file, `${text}\n`, { flag: "wx", mode: 0o600, flush: true }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return false;
      throw error;
    },
  );
  if (isNew) return { text, file };
  const kept = (await readFile(file, "utf8")).trim();
  if (!isSecret(kept)) {
    throw new BadSecret(`${file} contains no secret. Delete the file to create a new one.`);
  }
  if (given !== undefined && given !== kept) {
    throw new BadSecret(`${file} contains another secret. To use the new one, delete the file.`);
  }
  return { text: kept, file };
}
