import type { Request } from "express";
import type { z } from "zod";
import type { Operation } from "../../contract/operation.ts";
import { Invalid } from "../services/problems.ts";
import { Refusal } from "./failures.ts";
import { faultsOf } from "./faults.ts";
import { readBody } from "./readBody.ts";

/** Deeper than any shape of the contract; what lies below is never read. */
const deepest = 6;

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/**
 * `null` and `""` mean "not given", inside lists and objects too. A list or object that had
 * something in it, but nothing that was given, is not given either: only a plain `[]` or `{}`
 * empties a field.
 */
function given(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth >= deepest) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => given(item, depth + 1)).filter((item) => !isAbsent(item));
    return value.length > 0 && items.length === 0 ? undefined : items;
  }
  const entries = Object.entries(value)
    .map(([key, item]) => [key, given(item, depth + 1)] as const)
    .filter(([key, item]) => !isAbsent(item) && key !== "__proto__");
  const isEmptied = entries.length === 0 && Object.keys(value).length > 0 && depth > 0;
  return isEmptied ? undefined : Object.fromEntries(entries);
}

function checked<Shape extends z.ZodType>(shape: Shape, sent: unknown): z.output<Shape> {
  const parsed = shape.safeParse(sent);
  if (!parsed.success) throw new Invalid(faultsOf(parsed.error, sent));
  return parsed.data;
}

function queryOf({ soleQuery }: Operation, request: Request): unknown {
  const [, text = ""] = /\?(.*)$/s.exec(request.url) ?? [];
  const query = new URLSearchParams(text);
  const sole = soleQuery === undefined ? null : query.get(soleQuery);
  return given(
    sole !== null && sole !== "" ? { [String(soleQuery)]: sole } : Object.fromEntries(query),
  );
}

/** An id that can't be one is like one that nobody has; a word that can't be one is a mistake. */
function unusableParams(error: z.ZodError, request: Request): Error {
  const isId = error.issues.some(({ path }) => String(path[0]).endsWith("id"));
  return isId
    ? new Refusal(404, "There is nothing at this address.")
    : new Invalid(faultsOf(error, request.params));
}

/** `unknown` becomes the operation's input, or a failure that names every field and its fault. */
export async function bind(
  operation: Operation,
  request: Request,
): Promise<{ params: unknown; query: unknown; body: unknown }> {
  const sent = await readBody(request);
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) {
    throw new Refusal(400, "The request body must be a JSON object.");
  }
  const params = operation.params.safeParse(request.params);
  if (!params.success) throw unusableParams(params.error, request);
  return {
    params: params.data,
    query: checked(operation.query, queryOf(operation, request)),
    body: checked(operation.body, given(sent)),
  };
}
