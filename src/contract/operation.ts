import type { z } from "zod";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Who may call: `api` is the contract and its additive resources, for anyone with the API key;
 * `owner` takes only the local caller (GUI and command line) and does not exist on the public door.
 */
export type Scope = "api" | "owner";

type Shape = z.ZodObject;

/**
 * One row of the contract: everything the router, the clients and the documentation need to know
 * about a request and its answer.
 */
export interface Operation<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Response extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  /** A further method that is taken for `method` (docs/contract.md, "Methods and paths"). */
  readonly alsoMethod?: Method;
  /** Below the base address; `:name` segments are the keys of `params`. */
  readonly path: `/api/${string}`;
  readonly scope: Scope;
  /** One sentence in the imperative, for documentation and the command line's help. */
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** A query parameter that, when given, has all others ignored. */
  readonly soleQuery?: string;
  /** The whole success body, `error` included. */
  readonly response: Response;
}

export function operation<
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Response extends z.ZodType,
>(row: Operation<Params, Query, Body, Response>): Operation<Params, Query, Body, Response> {
  return row;
}

/** What a caller sends: values before parsing. */
export interface CallOf<O extends Operation> {
  readonly params: z.input<O["params"]>;
  readonly query: z.input<O["query"]>;
  readonly body: z.input<O["body"]>;
}

/** What a handler gets: values after parsing. */
export interface InputOf<O extends Operation> {
  readonly params: z.output<O["params"]>;
  readonly query: z.output<O["query"]>;
  readonly body: z.output<O["body"]>;
}

/** The success body of an operation. */
export type ResponseOf<O extends Operation> = z.output<O["response"]>;
