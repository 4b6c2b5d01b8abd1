import { comesMore } from "../../util/comesMore.ts";

/**
 * Values of JSON from elsewhere: commas, and lists and objects that begin. Ours have far fewer.
 */
export const mostValues = {
  /** A click or what a form was answered. */
  click: 1_000,
  /** A record, or one side of a change. */
  record: 40_000,
  /** A link's counters: with clicks on each day up to the year 2200 they have 260,000. */
  counters: 300_000,
  /** A backup that an editor has laid out anew: one of its longest, 2 MiB, has a third of these. */
  backup: 300_000,
  /** A line of a journal, which has a hundred records. */
  journal: 4_000_000,
} as const;

/** Entries of a list or an object, and objects in all, that a file from elsewhere may have; twice what is ever used of them. */
export const mostEntries = 20_000;

/** Levels of a document; it has seven of them. Looking into deeper ones takes long, or ends the process. */
export const deepest = 32;

export function hasEndlessList(value: unknown, most = mostEntries): boolean {
  if (typeof value !== "object" || value === null) return false;
  const parts: readonly unknown[] = Object.values(value);
  return parts.length > most || parts.some((part) => hasEndlessList(part, most));
}

/** Entries of all lists and objects in it; of more than `most`, or of very deep ones, only that they are more. */
export function entriesIn(value: unknown, most: number, level = 0): number {
  if (typeof value !== "object" || value === null) return 0;
  if (level > deepest) return Infinity;
  const parts: readonly unknown[] = Object.values(value);
  let entries = parts.length;
  for (let at = 0; at < parts.length && entries <= most; at += 1) {
    entries += entriesIn(parts[at], most, level + 1);
  }
  return entries;
}

/** Values of an entry, at most, where there are as many as may be. */
const valuesOfEntry = 20;

/**
 * Undefined: it has more entries. A schema says of each wrong one what is wrong: a megabyte of them took gigabytes.
 * Throws where {@link parseBounded} does.
 */
export function boundedJson(text: Buffer | string, most = mostEntries): unknown {
  if (comesMore(text, "{", most)) return undefined;
  const value = parseBounded(String(text), valuesOfEntry * most);
  return hasEndlessList(value, most) ? undefined : value;
}

/**
 * The value of JSON. Throws where it is none, has more values than `most` (see {@link mostValues}), or is nested deeper than
 * `deepest`: others would wait while it is parsed and looked at.
 */
export function parseBounded(text: string, most: number): unknown {
  // What is shorter, or opens few lists and objects, is within the bounds: that is seen much faster.
  const isLong = text.length > most;
  if (isLong || comesMore(text, "[", deepest / 2) || comesMore(text, "{", deepest / 2)) {
    refuseEndless(text, most);
  }
  return parseJson(text);
}

function refuseEndless(text: string, most: number): void {
  let [values, level] = [0, 0];
  for (let place = 0; place < text.length; place += 1) {
    const letter = text[place];
    if (letter === '"') place = endOfText(text, place);
    else if (letter === "]" || letter === "}") level -= 1;
    else if (letter === "," || letter === "[" || letter === "{") {
      values += 1;
      if (letter !== ",") level += 1;
      if (values > most) throw new SyntaxError(`it has more than ${most} values`);
      if (level > deepest) {
        throw new SyntaxError(`its values are nested more than ${deepest} levels deep`);
      }
    }
  }
}

/** Where a text that begins with a quotation mark has its other one. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text[first - 1] === "\\") first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
  return text.length;
}

/** Escapes of surrogates, alone or in pairs. */
const surrogates = /\\u[dD][89a-fA-F]/;

/**
 * Half a surrogate pair becomes U+FFFD, as bytes that aren't UTF-8 do: no address could have it, and
 * a record with it can still be read.
 */
function parseJson(text: string): unknown {
  if (!surrogates.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === "string" ? value.toWellFormed() : value,
  );
}
