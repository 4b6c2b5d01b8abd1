import { counted, entriesFault } from "../counted.ts";
import { z } from "zod";
import { severalAddresses } from "./addresses.ts";
import { bounds } from "./bounds.ts";
import { reservedAliases } from "./reservedAliases.ts";
import { normalized } from "./normalized.ts";

export { bounds };

/** Control codes but tab and line breaks. */
const controlCharacters = /[^\P{Cc}\t\n\r]/u;

/** Text of at most `longest` characters: whole characters only, no control codes but tab and line breaks. */
export function text(longest: number) {
  return z
    .string("must be a string")
    .max(longest, `must be at most ${counted(longest, "character")}`)
    .refine((value) => value.isWellFormed(), {
      error: "must be well-formed Unicode text",
      params: { code: "characters" },
    })
    .refine((value) => !controlCharacters.test(value), {
      error: "must not contain control characters",
      params: { code: "characters" },
    });
}

/**
 * The last part of a short address, a rotator's slug and the like. The least length is said but not
 * held here: words of one or two letters that the service keeps for itself are told to be reserved.
 */
export const alias = text(bounds.alias)
  .trim()
  .meta({ minLength: bounds.shortestAlias })
  // What no word of the service has either; which dots are its own is for the service to say.
  .refine((value) => /^[\p{L}\p{M}\p{Nd}_.-]*$/u.test(value), {
    error: "must contain only letters, digits, - and _",
    params: { code: "characters" },
  });

/** What descriptions say of each alias that is sent. */
export const aliasRule = `3 to 100 characters: letters and digits in any script, - and _. Reserved: ${reservedAliases.join(", ")} and the first part of the public address's path`;

/** What an owner calls a thing. */
export const name = text(bounds.title).trim().min(1, "must not be empty");

/** A word that links are gathered under: one line, NFC. */
export const tag = text(bounds.tag)
  .overwrite((value) => normalized(value))
  .trim()
  .min(1, "must not be empty")
  .max(bounds.tag, `must be at most ${counted(bounds.tag, "character")}`)
  .refine((value) => !/[\t\n\r]/.test(value), {
    error: "must be one line",
    params: { code: "characters" },
  });

const idFault = "must be a positive integer";

/** A positive integer, also as a decimal string (docs/api.md, "Numbers and booleans"). */
export const id = z
  .union(
    [
      z.int(idFault).positive(idFault),
      z
        .string()
        .regex(/^0*[1-9]\d{0,15}$/)
        .transform(Number),
    ],
    idFault,
  )
  .refine(Number.isSafeInteger, idFault);

const countFault = "must be a whole number, 0 or more";

/** How many, also as a decimal string. */
export const count = z
  .union(
    [
      z.int(countFault).nonnegative(countFault),
      z
        .string()
        .regex(/^\d{1,16}$/)
        .transform(Number),
    ],
    countFault,
  )
  .refine(Number.isSafeInteger, countFault);

/** true or false, also as "true"/"false", 1/0 and "1"/"0". */
export const flag = z.union(
  [
    z.boolean(),
    z.enum(["true", "false", "1", "0"]).transform((value) => value === "true" || value === "1"),
    z.literal([0, 1]).transform((value) => value === 1),
  ],
  { error: "must be true or false" },
);

/** Ids in a query, given several times or with commas between them. */
export function idList(most: number) {
  const fault = `must be a list of at most ${counted(most, "ID")}`;
  return z
    .union(
      [
        z.array(id, fault),
        z
          .string()
          .regex(/^\d{1,16}(,\d{1,16})*$/, fault)
          .transform((sent) => sent.split(",").map(Number)),
      ],
      fault,
    )
    .refine((given) => given.length <= most, fault);
}

/** An http or https address, trimmed, otherwise as sent. */
export const address = text(bounds.address)
  .trim()
  .pipe(
    z
      .url({
        protocol: /^https?$/,
        error: "must be a full URL that starts with http:// or https://",
      })
      .refine((sent) => !severalAddresses.test(sent), "must be one URL, not several"),
  );

/** An https address (app stores). */
export const secureAddress = text(bounds.address)
  .trim()
  .pipe(z.url({ protocol: /^https$/, error: "must be a full URL that starts with https://" }));

/** What an HTML form takes as one: `a@b.c` and `owner@localhost` are fine. */
export const email = text(bounds.email)
  .trim()
  .pipe(z.email({ pattern: z.regexes.html5Email, error: "must be an email address" }));

/** A moment in the account's time zone: `YYYY-MM-DD HH:MM:SS`. */
export const timestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  .meta({ description: "YYYY-MM-DD HH:MM:SS in the account's time zone" });

const timestampFault = "must be a date such as 2035-12-31 23:59:59 or 2035-12-31T23:59:59Z";

const sentMoment =
  /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** Minutes; undefined: no clock on earth is set so. */
function offsetOf(zone: string): number | undefined {
  if (/^z$/i.test(zone)) return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(":", "") || 0);
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/** What a day without a time means. */
const firstSecond = [0, 0, 0];
const lastSecond = [23, 59, 59];

/** Its long form, a UTC instant where the text says so; undefined: there is no such moment. */
function readMoment(sent: string, ofDay: readonly number[]): string | undefined {
  const [, ...parts] = sentMoment.exec(sent) ?? [];
  const [year = 0, month = 0, day = 0] = parts.slice(0, 3).map(Number);
  const time = parts[3] === undefined ? ofDay : parts.slice(3, 6).map((part) => Number(part ?? 0));
  const [hour = 0, minute = 0, second = 0] = time;
  const daysOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const isDate = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth;
  if (!isDate || hour > 23 || minute > 59 || second > 59) return undefined;
  const digits = (value: number, length = 2) => String(value).padStart(length, "0");
  const date = [digits(year, 4), digits(month), digits(day)].join("-");
  const local = `${date} ${[hour, minute, second].map((value) => digits(value)).join(":")}`;
  const zone = parts[6];
  if (zone === undefined) return local;
  const offset = offsetOf(zone);
  if (offset === undefined) return undefined;
  const instant = new Date(Date.parse(`${local.replace(" ", "T")}Z`) - offset * 60_000);
  // Past what four digits of a year can say, by the offset alone.
  return /^\d{4}-/.test(instant.toISOString())
    ? instant.toISOString().replace(".000Z", "Z")
    : undefined;
}

/**
 * A moment as callers may send it: without seconds, a bare date (its first second), or ISO 8601.
 * Answers `YYYY-MM-DD HH:MM:SS` on the account's clocks, or a UTC instant (`2035-12-31T23:59:59Z`)
 * where it was sent with `Z` or an offset.
 */
export const sentTimestamp = sentMomentOf(firstSecond);

/** The same for a moment at which something ends: a bare date is its last second. */
export const sentEnd = sentMomentOf(lastSecond);

function sentMomentOf(ofDay: readonly number[]) {
  return z
    .string(timestampFault)
    .trim()
    .transform((value, context) => {
      const moment = readMoment(value, ofDay);
      if (moment !== undefined) return moment;
      context.addIssue({ code: "custom", message: timestampFault });
      return z.NEVER;
    });
}

function wholeNumber(value: unknown, otherwise: number, longest: number): number {
  const number =
    typeof value === "number"
      ? value
      : typeof value === "string" && value.trim() !== ""
        ? Number(value)
        : Number.NaN;
  return Number.isInteger(number) && number >= 1 ? Math.min(number, longest) : otherwise;
}

/** Query of every list. A limit or page that makes no sense takes its default, never a failure. */
export const paging = {
  limit: z
    .unknown()
    .optional()
    .transform((value) => wholeNumber(value, 15, bounds.listLimit))
    .meta({ description: "Results per page, from 1 to 1,000. Defaults to 15", type: "integer" }),
  page: z
    .unknown()
    .optional()
    .transform((value) => wholeNumber(value, 1, Number.MAX_SAFE_INTEGER))
    .meta({ description: "Page number. Defaults to 1", type: "integer" }),
  q: text(bounds.search)
    .trim()
    .optional()
    .meta({ description: "Text to search for in names, titles, aliases, URLs, notes and tags" }),
};

const directions = ["asc", "desc"] as const;

export const direction = z.enum(directions, "must be asc or desc").optional().meta({
  description:
    "Sort direction: asc or desc. Defaults to the direction in the description of order, or to asc",
});

/** The orders of a list. */
export function sorting<const Orders extends readonly string[]>(orders: Orders, meaning: string) {
  const order = z.enum(orders, `must be one of ${orders.join(", ")}`);
  return { order: order.optional().meta({ description: meaning }), direction };
}

/**
 * The orders of a list that the given contract has. It keeps answering: an unknown order is the
 * list's own, and is named in `warnings`.
 */
export function lenientSorting<const Orders extends readonly string[]>(
  orders: Orders,
  meaning: string,
) {
  return {
    order: z
      .unknown()
      .optional()
      .transform((value): Orders[number] | undefined => orders.find((one) => one === value))
      .meta({ description: meaning, type: "string", enum: [...orders] }),
    direction,
  };
}

/** For operations without path parameters, query or body: whatever else is sent is ignored. */
export const nothing = z.object({});

/** The one path parameter of most operations. */
export const idPath = z.object({ id });

/** A list field; `what` names its entries in the failure. */
export function entries<Entry extends z.ZodType>(entry: Entry) {
  return z.array(entry, "must be a list").max(bounds.entries, entriesFault(bounds.entries));
}

/**
 * The field names that an update can empty, for its `clear` (docs/api.md, "Emptying a field").
 */
export function clearOf<const Names extends readonly string[]>(names: Names) {
  return entries(z.enum(names, `must be one of ${names.join(", ")}`)).describe(
    "Names of fields to clear before the other fields are set",
  );
}

/**
 * For the `expect` of an update: the fields as the caller read them. Where one is something else by
 * now, nothing is changed (409): another caller's change is not undone unseen.
 */
export function expectOf<Fields extends z.ZodRawShape>(fields: Fields) {
  // Object.keys forgets which keys they are.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const names = Object.keys(fields) as (keyof Fields & string)[];
  return z
    .partialRecord(
      z.enum(names),
      z.unknown(),
      "must be an object whose keys are fields of this request",
    )
    .describe(
      "Expected current values by field. If a value differs, nothing changes and the status is 409",
    );
}

const share = String.raw`(25[0-5]|2[0-4]\d|1?\d?\d)`;
const colourFault = "must be a color such as #1A2B3C or rgb(26,43,60)";
const colourForms = new RegExp(
  String.raw`^(#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})|[Rr][Gg][Bb]\(\s*${share}\s*,\s*${share}\s*,\s*${share}\s*\))$`,
);

/** `#RGB`, `#RRGGBB` or `rgb(r,g,b)`: colours are taken alike everywhere. */
const sentColour = z.string(colourFault).trim().regex(colourForms, colourFault);

/** Red, green and blue, 0 to 255. */
function sharesOf(sent: string): number[] {
  if (!sent.startsWith("#")) return (sent.match(/\d+/g) ?? []).map(Number);
  const digits = sent.length === 4 ? sent.replaceAll(/[^#]/g, "$&$&") : sent;
  return [1, 3, 5].map((place) => Number.parseInt(digits.slice(place, place + 2), 16));
}

/** A colour; `#RRGGBB` in upper case comes out. */
export const colour = sentColour.transform(
  (sent) =>
    `#${sharesOf(sent)
      .map((value) => value.toString(16).padStart(2, "0"))
      .join("")
      .toUpperCase()}`,
);

/** A colour of a QR code; `rgb(r,g,b)` comes out, as the contract has it. */
export const rgbColour = sentColour.transform((sent) => `rgb(${sharesOf(sent).join(",")})`);
