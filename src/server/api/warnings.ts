import type { z } from "zod";
import { nearest } from "../../contract/nearest.ts";
import { otherNames } from "../../contract/otherNames.ts";
import { unknownFields } from "../features/links/givenFields.ts";

/** The most that one answer warns of: a body may have thousands of keys. */
const most = 10;
const longestName = 100;

function shortened(text: string): string {
  return text.length > longestName ? `${text.slice(0, longestName)}…` : text;
}

function warningOf(key: string, what: string, fields: ReadonlySet<string>): string {
  const shown = shortened(key);
  const meant = meantBy(shown.toLowerCase(), fields);
  const meaning = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  return `"${shown}" isn't ${what} and was ignored.${meaning}`;
}

/** What like services call it, or what is spelt much like it. */
function meantBy(name: string, fields: ReadonlySet<string>): string | undefined {
  const known = otherNames[name];
  if (known !== undefined && fields.has(known)) return known;
  const spelt = nearest(name, [...fields, ...Object.keys(otherNames)]);
  if (spelt === undefined || fields.has(spelt)) return spelt;
  const own = otherNames[spelt];
  return own !== undefined && fields.has(own) ? own : undefined;
}

/** One sentence for each key that was ignored. */
function ignored(sent: object, what: string, schema: z.ZodObject): string[] {
  const unknown = unknownFields(sent, schema);
  const fields = new Set(Object.keys(schema.shape));
  const named = unknown.slice(0, most).map((key) => warningOf(key, what, fields));
  const rest = unknown.length - most;
  return rest > 0 ? [...named, `${rest} more keys were ignored.`] : named;
}

export function warningsOfBody(sent: object, schema: z.ZodObject): string[] {
  return ignored(sent, "a field of this request", schema);
}

/** Only of lists: a parameter that selects nothing would answer more than was asked for. */
export function warningsOfQuery(sent: object, schema: z.ZodObject): string[] {
  if (!("page" in schema.shape)) return [];
  return [...ignored(sent, "a parameter of this list", schema), ...warningsOfOrder(sent, schema)];
}

/** A list of the given contract answers whatever its `order` is. */
function warningsOfOrder(sent: { readonly order?: unknown }, { shape }: z.ZodObject): string[] {
  const { order } = sent;
  if (typeof order !== "string" || order === "") return [];
  const orders: unknown = shape["order"]?.meta()?.["enum"];
  if (!Array.isArray(orders)) return [];
  if (orders.includes(order) || (order === "clicks" && orders.includes("click"))) return [];
  const known = `order must be one of ${orders.join(", ")}`;
  return [`${known}. "${shortened(order)}" was ignored.`];
}
