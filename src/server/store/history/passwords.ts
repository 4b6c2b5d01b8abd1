import { createHash } from "node:crypto";
import { join } from "node:path";
import { type FileSystem, replaceFile, writeAll } from "../fileSystem.ts";
import { newline, readLines, seal, unseal } from "../lines.ts";
import { isErasedPassword } from "../store.ts";
import { pauseAfter } from "../pause.ts";
import { isObject } from "../../../util/isObject.ts";

/** A hash that a link had until a commit. */
export interface KeptPassword {
  readonly link: number;
  readonly commit: number;
  readonly hash: string;
}

/**
 * The hashes of links' passwords are in no other file of the history: there a word stands for each.
 * So one that was taken away is erased without touching the rest.
 */
export interface Passwords {
  /** On disk when it resolves. */
  keep(passwords: readonly KeptPassword[]): Promise<void>;
  /** Of each link those until a commit; on disk when it resolves. */
  erase(until: ReadonlyMap<number, number>): Promise<void>;
  /** Those of commits that the history has no more. */
  dropBefore(commit: number): Promise<void>;
  /** What a word stands for; undefined: nothing any more. */
  load(): Promise<(word: string) => string | undefined>;
}

const passwordsName = "passwords.ndjson";
const wordStart = "kept:";

export function wordFor(hash: string): string {
  return wordStart + createHash("sha256").update(hash).digest("base64url");
}

export function isPasswordWord(value: unknown): value is string {
  return typeof value === "string" && value.startsWith(wordStart);
}

export function openPasswords(files: FileSystem, dir: string): Passwords {
  const path = join(dir, passwordsName);

  async function* all(): AsyncIterable<KeptPassword> {
    if ((await files.state(path)) === null) return;
    const found: KeptPassword[] = [];
    const pause = pauseAfter();
    await readLines(files, path, 0, (bytes) => {
      const line = unseal(bytes);
      const { link, commit, hash } = line ?? {};
      if (typeof link !== "number" || typeof commit !== "number") return;
      if (typeof hash === "string") found.push({ link, commit, hash });
    });
    for (const password of found) {
      yield password;
      if (pause.isDue()) await pause.now();
    }
  }

  async function rewrite(isKept: (password: KeptPassword) => boolean): Promise<void> {
    let text = "";
    let isAnother = false;
    for await (const password of all()) {
      if (isKept(password)) text += seal(JSON.stringify(password));
      else isAnother = true;
    }
    if (isAnother) await replaceFile(files, path, text);
  }

  return {
    async keep(passwords) {
      if (passwords.length === 0) return;
      const isNew = (await files.state(path)) === null;
      const start = (await endsWithLine(files, path)) ? "" : "\n";
      const text = passwords.map((password) => seal(JSON.stringify(password))).join("");
      const descriptor = await files.open(path, "a");
      try {
        await writeAll(files, descriptor, Buffer.from(start + text));
        await files.sync(descriptor);
      } finally {
        await files.close(descriptor);
      }
      if (isNew) await files.syncFolder(dir);
    },
    erase: (until) =>
      rewrite(({ link, commit }) => commit > (until.get(link) ?? Number.NEGATIVE_INFINITY)),
    dropBefore: (first) => rewrite(({ commit }) => commit >= first),
    async load() {
      const known = new Map<string, string>();
      for await (const { hash } of all()) known.set(wordFor(hash), hash);
      return (word) => known.get(word);
    },
  };
}

async function endsWithLine(files: FileSystem, path: string): Promise<boolean> {
  const size = (await files.state(path))?.size ?? 0;
  if (size === 0) return true;
  const descriptor = await files.open(path, "r");
  try {
    const last = Buffer.alloc(1);
    await files.read(descriptor, last, 0, size - 1);
    return last[0] === newline;
  } finally {
    await files.close(descriptor);
  }
}

/** A line as the history keeps it, with the passwords that stood in it. */
export interface ScrubbedLine {
  /** Sealed, with its end. */
  readonly bytes: Buffer;
  readonly kept: readonly KeptPassword[];
  /** Links whose password was taken away. */
  readonly erased: readonly number[];
}

const mark = Buffer.from('"password":');

function hasPassword(bytes: Buffer): boolean {
  return bytes.includes(mark);
}

function unscrubbed(bytes: Buffer): ScrubbedLine {
  return { bytes, kept: [], erased: [] };
}

/** `line` is what `bytes` (with their end) say. */
export function scrubbed(
  line: Readonly<Record<string, unknown>>,
  bytes: Buffer,
  commit: number,
): ScrubbedLine {
  const { changes } = line;
  if (!Array.isArray(changes) || !hasPassword(bytes)) return unscrubbed(bytes);
  const kept: KeptPassword[] = [];
  const erased: number[] = [];
  const replaced = changes.map((change: unknown) => {
    if (!isObject(change)) return change;
    const { put, remove, record, was } = change;
    const collection = put ?? remove;
    if (collection === "account") return withPasswords(change, () => undefined);
    if (collection !== "links") return change;
    const link = isObject(record) ? record["id"] : change["id"];
    const former = isObject(was) ? was["password"] : undefined;
    if (typeof link === "number" && isErasedPassword(former)) erased.push(link);
    else if (typeof link === "number" && typeof former === "string") {
      kept.push({ link, commit, hash: former });
    }
    return withPasswords(change, (hash) => (isErasedPassword(hash) ? hash : wordFor(hash)));
  });
  const { crc: _, ...rest } = line;
  return { bytes: Buffer.from(seal(JSON.stringify({ ...rest, changes: replaced }))), kept, erased };
}

function withPasswords(
  change: Readonly<Record<string, unknown>>,
  say: (hash: string) => string | undefined,
): object {
  const said = (value: unknown) =>
    isObject(value) && typeof value["password"] === "string"
      ? { ...value, password: say(value["password"]) }
      : value;
  return {
    ...change,
    ...("record" in change && { record: said(change["record"]) }),
    ...("was" in change && { was: said(change["was"]) }),
  };
}
