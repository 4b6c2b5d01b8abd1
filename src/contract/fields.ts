import { z } from "zod";

/** Lengths are in characters (UTF-16 units), as decisions.md bounds them. */
export const bounds = {
  address: 8192,
  alias: 100,
  email: 254,
  entries: 100,
  listLimit: 1000,
  linkPassword: 128,
  parameterName: 200,
  parameterValue: 2000,
  search: 200,
  text: 2000,
  title: 200,
} as const;

/** Control codes but tab and line breaks. */
const controlCharacters = /[^\P{Cc}\t\n\r]/u;

/** Text of at most `longest` characters: whole characters only, no control codes but tab and line breaks. */
export function text(longest: number) {
  return z
    .string("must be a string")
    .max(longest, `must be at most ${longest} characters`)
    .refine((value) => value.isWellFormed(), "must be well-formed text")
    .refine((value) => !controlCharacters.test(value), "must not contain control characters");
}

/** What an owner calls a thing. */
export const name = text(bounds.title).trim().min(1, "must not be empty");

const idFault = "must be a positive integer";

/** A positive integer, also as a decimal string (decisions.md, numbers and booleans). */
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

/** true or false, also as "true"/"false", 1/0 and "1"/"0". */
export const flag = z.union(
  [
    z.boolean(),
    z.enum(["true", "false", "1", "0"]).transform((value) => value === "true" || value === "1"),
    z.literal([0, 1]).transform((value) => value === 1),
  ],
  { error: "must be true or false" },
);

/** An http or https address, trimmed, otherwise as sent. */
export const address = text(bounds.address)
  .trim()
  .pipe(
    z.url({
      protocol: /^https?$/,
      error: "must be a full address that begins with http:// or https://",
    }),
  );

/** An https address (app stores). */
export const secureAddress = text(bounds.address)
  .trim()
  .pipe(z.url({ protocol: /^https$/, error: "must be a full address that begins with https://" }));

export const email = text(bounds.email).trim().pipe(z.email("must be an e-mail address"));

/** A moment in the account's time zone: `YYYY-MM-DD HH:MM:SS`. */
export const timestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  .meta({ description: "YYYY-MM-DD HH:MM:SS in the account's time zone" });

const timestampFault = "must be a date in the form YYYY-MM-DD HH:MM:SS";

/** A moment as callers may send it: a bare date means its first second. Answers the long form. */
export const sentTimestamp = z
  .string(timestampFault)
  .trim()
  .regex(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/, timestampFault)
  .transform((value) => (value.length === 10 ? `${value} 00:00:00` : value))
  .refine((value) => {
    const [date = "", time = ""] = value.split(" ");
    const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
    const [hour = 0, minute = 0, second = 0] = time.split(":").map(Number);
    const daysOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
    return (
      year >= 1 &&
      month >= 1 &&
      month <= 12 &&
      day >= 1 &&
      day <= daysOfMonth &&
      hour < 24 &&
      minute < 60 &&
      second < 60
    );
  }, timestampFault);

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
    .meta({ description: "Results a page, 1 to 1000 (15 when not given)", type: "integer" }),
  page: z
    .unknown()
    .optional()
    .transform((value) => wholeNumber(value, 1, Number.MAX_SAFE_INTEGER))
    .meta({ description: "Page number, from 1", type: "integer" }),
  q: text(bounds.search)
    .trim()
    .optional()
    .meta({ description: "Search in names, titles, aliases, addresses and notes" }),
};

/** For operations without path parameters, query or body: whatever else is sent is ignored. */
export const nothing = z.object({});

/** The one path parameter of most operations. */
export const idPath = z.object({ id });

/** A list field; `what` names its entries in the failure. */
export function entries<Entry extends z.ZodType>(entry: Entry) {
  return z
    .array(entry, "must be a list")
    .max(bounds.entries, `must have at most ${bounds.entries} entries`);
}

/** The field names that an update can empty, for its `clear` (decisions.md, emptying a field). */
export function clearOf<const Names extends readonly [string, ...string[]]>(names: Names) {
  return entries(z.enum(names, `must be one of ${names.join(", ")}`));
}

/** A HEX colour; `#RGB` is taken, `#RRGGBB` in upper case comes out. */
export const colour = z
  .string("must be a colour such as #1A2B3C")
  .trim()
  .regex(/^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/, "must be a colour such as #1A2B3C")
  .transform((value) =>
    (value.length === 4 ? value.replaceAll(/[^#]/g, "$&$&") : value).toUpperCase(),
  );
