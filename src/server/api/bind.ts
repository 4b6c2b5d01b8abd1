import type { Request } from "express";
import type { z } from "zod";
import type { Operation } from "../../contract/operation.ts";
import { type Fault, FaultList, Invalid } from "../common/problems.ts";
import { HttpFailure } from "./failures.ts";
import { eachFault } from "../../contract/schemaFaults.ts";
import { givenFields, takesList } from "../features/links/givenFields.ts";
import { parseBody } from "./readBody.ts";
import { receiveFile } from "./receiveFile.ts";
import { refuseOverlong, refuseSlips, refuseSlipsOfQuery } from "./strictFields.ts";
import { manyNames } from "./wideObjects.ts";
import { warningsOfBody, warningsOfQuery } from "./warnings.ts";
import { isObject } from "../../util/isObject.ts";
import { comesMore } from "../../util/comesMore.ts";
import { bounds } from "../../contract/fields/bounds.ts";

const illFormed: Fault = {
  code: "characters",
  detail: "must be percent-encoded UTF-8",
};

/**
 * The names and values of a query in their order; refuses those whose escapes aren't text, which
 * `URLSearchParams` would take for U+FFFD.
 */
function readQuery(text: string): (readonly [name: string, value: string])[] {
  if (comesMore(text, "&", bounds.keys - 1)) throw manyNames("The query");
  const pairs = text
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const [name = "", ...values] = part.replaceAll("+", " ").split("=");
      return { name, decodedName: decoded(name), value: decoded(values.join("=")) };
    });
  const wrong = pairs.filter(({ decodedName, value }) => decodedName === null || value === null);
  if (wrong.length > 0) {
    throw new Invalid(
      Object.fromEntries(wrong.map(({ name, decodedName }) => [decodedName ?? name, illFormed])),
    );
  }
  return pairs.map(({ decodedName, value }) => [decodedName ?? "", value ?? ""]);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function checked<Shape extends z.ZodType>(shape: Shape, sent: unknown): z.output<Shape> {
  const parsed = shape.safeParse(sent);
  if (!parsed.success) throw new Invalid(new FaultList(eachFault(parsed.error, sent)));
  return parsed.data;
}

/** Of a name that comes twice the last value counts, but where a list is taken all of them do. */
function valuesByName(query: readonly (readonly [string, string])[], shape: z.ZodObject): object {
  const lists = [...Map.groupBy(query, ([name]) => name)].flatMap(([name, pairs]) => {
    const values = pairs.map(([, value]) => value);
    return values.length > 1 && takesList(shape, name) ? [[name, values] as const] : [];
  });
  return { ...Object.fromEntries(query), ...Object.fromEntries(lists) };
}

/** The parameters as they are sent; of one that is given alone, nothing else. */
function queryOf({ query: shape, soleQuery, isStrict }: Operation, request: Request): object {
  const [, text = ""] = /\?(.*)$/s.exec(request.url) ?? [];
  const query = readQuery(text);
  if (isStrict === true) refuseSlipsOfQuery(query, shape);
  const [, sole = ""] = query.find(([name]) => name === soleQuery) ?? [];
  return sole === "" ? valuesByName(query, shape) : { [String(soleQuery)]: sole };
}

/** Nobody has it: ids begin at 1. */
const missingId = 0;

/** An id that can't be one is like one that nobody has; a word that can't be one is a mistake. */
function paramsOf({ params: shape }: Operation, sent: Readonly<Record<string, unknown>>): unknown {
  const parsed = shape.safeParse(sent);
  if (parsed.success) return parsed.data;
  const unusable = parsed.error.issues.map(({ path }) => String(path[0]));
  if (!unusable.every((name) => name.endsWith("id"))) {
    throw new Invalid(new FaultList(eachFault(parsed.error, sent)));
  }
  // Parsed with ids that can be some, for what the others mean.
  const usable = { ...sent, ...Object.fromEntries(unusable.map((name) => [name, "1"])) };
  return {
    ...checked(shape, usable),
    ...Object.fromEntries(unusable.map((name) => [name, missingId])),
  };
}

interface Bound {
  readonly input: { readonly params: unknown; readonly query: unknown; readonly body: unknown };
  /** What the caller should know about the query and the body, in sentences. */
  readonly warnings: readonly string[];
}

/**
 * `unknown` becomes the operation's input, or a failure that names every field and its fault.
 * `bytes`: its body, of operations that don't receive a file.
 */
export function bind(operation: Operation, request: Request, bytes: Buffer): Bound {
  const params = (): unknown => paramsOf(operation, request.params);
  const checkedQuery = (sent: object): unknown =>
    checked(operation.query, givenFields(sent, operation.query));
  if (operation.bytes !== undefined) {
    const input = { params: params(), query: checkedQuery(queryOf(operation, request)) };
    const body = receiveFile(request, operation.bytes.most);
    return { input: { ...input, body }, warnings: [] };
  }
  const sent = parseBody(bytes);
  if (!isObject(sent)) {
    throw new HttpFailure(400, "json", "The request body must be a JSON object.");
  }
  let inQuery: object = {};
  const input = bindCall(operation, {
    params: request.params,
    query: () => (inQuery = queryOf(operation, request)),
    body: sent,
  });
  return {
    input,
    warnings: [
      ...warningsOfQuery(inQuery, operation.query),
      ...(operation.method === "GET" ? [] : warningsOfBody(sent, operation.body)),
    ],
  };
}

/** The input of a call, however it came in, or a failure as {@link bind} has it. */
export function bindCall(
  operation: Operation,
  call: {
    readonly params?: Readonly<Record<string, unknown>>;
    readonly query?: () => object;
    readonly body?: object;
  },
): Bound["input"] {
  const { params = {}, query = () => ({}), body: sent = {} } = call;
  const found = paramsOf(operation, params);
  const given = operation.isStrict === true ? sent : givenFields(sent, operation.body);
  refuseOverlong(given, operation.body);
  if (operation.isStrict === true) refuseSlips(sent, operation.body);
  const inQuery = query();
  return {
    params: found,
    query: checked(operation.query, givenFields(inQuery, operation.query)),
    body: checked(operation.body, given),
  };
}
