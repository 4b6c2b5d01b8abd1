import type { Request } from "express";
import type { z } from "zod";
import type { Operation } from "../../contract/operation.ts";
import { Invalid } from "../services/problems.ts";
import { HttpFailure } from "./failures.ts";
import { faultsOf } from "./faults.ts";
import { givenFields, unknownFields } from "./given.ts";
import { readBody } from "./readBody.ts";
import { readQuery } from "./readQuery.ts";
import { warningsOf } from "./warnings.ts";

function checked<Shape extends z.ZodType>(shape: Shape, sent: unknown): z.output<Shape> {
  const parsed = shape.safeParse(sent);
  if (!parsed.success) throw new Invalid(faultsOf(parsed.error, sent));
  return parsed.data;
}

function queryOf({ query: shape, soleQuery }: Operation, request: Request): unknown {
  const [, text = ""] = /\?(.*)$/s.exec(request.url) ?? [];
  const query = readQuery(text);
  const [, sole = ""] = query.find(([name]) => name === soleQuery) ?? [];
  return givenFields(
    sole === "" ? Object.fromEntries(query) : { [String(soleQuery)]: sole },
    shape,
  );
}

/** An id that can't be one is like one that nobody has; a word that can't be one is a mistake. */
function unusableParams(error: z.ZodError, request: Request): Error {
  const isId = error.issues.some(({ path }) => String(path[0]).endsWith("id"));
  return isId
    ? new HttpFailure(404, "There is nothing at this address.")
    : new Invalid(faultsOf(error, request.params));
}

interface Bound {
  readonly input: { readonly params: unknown; readonly query: unknown; readonly body: unknown };
  /** What the caller should know of the body, in sentences. */
  readonly warnings: readonly string[];
}

/** `unknown` becomes the operation's input, or a failure that names every field and its fault. */
export async function bind(operation: Operation, request: Request): Promise<Bound> {
  const sent = await readBody(request);
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) {
    throw new HttpFailure(400, "The request body must be a JSON object.");
  }
  const params = operation.params.safeParse(request.params);
  if (!params.success) throw unusableParams(params.error, request);
  const fields = new Set(Object.keys(operation.body.shape));
  return {
    input: {
      params: params.data,
      query: checked(operation.query, queryOf(operation, request)),
      body: checked(operation.body, givenFields(sent, operation.body)),
    },
    warnings: warningsOf(unknownFields(sent, operation.body), fields),
  };
}
