import type { ClickRecord } from "../records.ts";
import { longestRemembered } from "./clickLine.ts";

/**
 * Reads a line as the log itself writes it (see `clickLine`), out of its bytes: a third of the time
 * of JSON, of which a million lines take seconds. Whatever looks otherwise is nobody's guess: null.
 * A visit that is no click (`closed`) does, too.
 */
export function quickClick(bytes: Buffer, line: number, end: number): ClickRecord | null {
  let place = numberAt(bytes, line + '{"at":'.length);
  const at = found;
  let link: number | undefined;
  let qr: number | undefined;
  if (bytes[place + 2] === letterL) {
    place = numberAt(bytes, place + ',"link":'.length);
    link = found;
  } else if (bytes[place + 2] === letterQ) {
    place = numberAt(bytes, place + ',"qr":'.length);
    qr = found;
  } else return null;

  let visitor: string | undefined;
  let bot: string | undefined;
  let country: string | undefined;
  let browser: string | undefined;
  let os: string | undefined;
  let device: string | undefined;
  let referrer: string | undefined;
  let social: string | undefined;
  let language: string | undefined;
  let rule: string | undefined;
  let variant: string | undefined;
  let drawn: "chance" | undefined;
  while (place < end && bytes[place] === comma) {
    const key = place + 2;
    const close = endOfText(bytes, key, end);
    if (close < 0 || bytes[close + 1] !== colon || bytes[close + 2] !== quote) return null;
    const start = close + 3;
    const stop = endOfText(bytes, start, end);
    if (stop < 0) return null;
    const length = close - key;
    const first = bytes[key];
    if (first === letterV && length === 7) {
      if (bytes[key + 1] === letterA) variant = textAt(bytes, start, stop);
      else visitor = bytes.toString("latin1", start, stop);
    } else if (first === letterB && length === 3) bot = textAt(bytes, start, stop);
    else if (first === letterC && length === 7) country = textAt(bytes, start, stop);
    else if (first === letterB && length === 7) browser = textAt(bytes, start, stop);
    else if (first === letterO && length === 2) os = textAt(bytes, start, stop);
    else if (first === letterD && length === 6) device = textAt(bytes, start, stop);
    else if (first === letterR && length === 8) referrer = textAt(bytes, start, stop);
    else if (first === letterS && length === 6) social = textAt(bytes, start, stop);
    else if (first === letterL && length === 8) language = textAt(bytes, start, stop);
    else if (first === letterR && length === 4) rule = textAt(bytes, start, stop);
    else if (first === letterD && length === 5) {
      if (textAt(bytes, start, stop) !== "chance") return null;
      drawn = "chance";
    } else return null;
    place = stop + 1;
  }
  // The last line of a group goes on with its seal.
  if (place !== end && bytes[place] !== brace) return null;
  return {
    at,
    link,
    qr,
    visitor,
    bot,
    country,
    browser,
    os,
    device,
    referrer,
    social,
    language,
    rule,
    variant,
    drawn,
  };
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const brace = 0x7d;
const nought = 0x30;
const nine = 0x39;
const firstNotAscii = 0x80;
const letterA = 0x61;
const letterB = 0x62;
const letterC = 0x63;
const letterD = 0x64;
const letterL = 0x6c;
const letterO = 0x6f;
const letterQ = 0x71;
const letterR = 0x72;
const letterS = 0x73;
const letterV = 0x76;

/** The number that was read last: two answers of one function would cost more than they are. */
let found = 0;

function numberAt(bytes: Buffer, start: number): number {
  let place = start;
  found = 0;
  for (; ; place += 1) {
    const code = bytes[place] ?? 0;
    if (code < nought || code > nine) return place;
    found = found * 10 + code - nought;
  }
}

/** Where its quote stands; -1: it isn't plain text. The hash of the text is kept beside. */
function endOfText(bytes: Buffer, start: number, end: number): number {
  let hash = 0x81_1c_9d_c5;
  for (let place = start; place < end; place += 1) {
    const code = bytes[place] ?? 0;
    if (code === quote) {
      hashed = hash >>> 0;
      return place;
    }
    if (code === backslash || code >= firstNotAscii) return -1;
    hash = Math.imul(hash ^ code, 0x01_00_01_93);
  }
  return -1;
}

let hashed = 0;

/** Texts that were met, by their hash: most come again and again. */
const knownTexts: (string | undefined)[] = Array.from({ length: 1 << 13 });

function textAt(bytes: Buffer, start: number, end: number): string {
  if (end - start > longestRemembered) return bytes.toString("latin1", start, end);
  const slot = hashed & (knownTexts.length - 1);
  const known = knownTexts[slot];
  if (known?.length === end - start && isText(bytes, start, known)) return known;
  const text = bytes.toString("latin1", start, end);
  knownTexts[slot] = text;
  return text;
}

function isText(bytes: Buffer, start: number, text: string): boolean {
  for (let place = 0; place < text.length; place += 1) {
    if (bytes[start + place] !== text.charCodeAt(place)) return false;
  }
  return true;
}
