import type { Collection } from "../records.ts";
import type { Author } from "../store.ts";

/** What stands for a word in an index of the history. A number is never given to another word. */
const collectionCodes: Readonly<Record<Collection, number>> = {
  settings: 1,
  account: 2,
  links: 3,
  domains: 4,
  channels: 5,
  campaigns: 6,
  pixels: 7,
  overlays: 8,
  splashPages: 9,
  qrCodes: 10,
  bioPages: 11,
  contactAnswers: 12,
  views: 13,
  clickImports: 14,
};

const authorCodes: Readonly<Record<Author, number>> = {
  window: 1,
  cli: 2,
  script: 3,
  import: 4,
  undo: 5,
  restore: 6,
  hand: 7,
};

export function collectionCode(collection: Collection): number {
  return collectionCodes[collection];
}

export function authorCode(author: Author): number {
  return authorCodes[author];
}

export function collectionOf(code: number): Collection | undefined {
  return keyOf(collectionCodes, code);
}

export function authorOf(code: number): Author {
  return keyOf(authorCodes, code) ?? "script";
}

export function isAuthor(word: unknown): word is Author {
  return typeof word === "string" && Object.hasOwn(authorCodes, word);
}

function keyOf<Key extends string>(codes: Readonly<Record<Key, number>>, code: number) {
  return (Object.keys(codes) as Key[]).find((key) => codes[key] === code);
}
