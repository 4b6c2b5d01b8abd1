import { z } from "zod";
import { idPath, nothing } from "./fields/fields.ts";

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
  /** A further method that is taken for `method` (docs/api.md, "Methods and paths"). */
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
  /** The whole success body, `error` included; of an operation that answers a file {@link noJson}. */
  readonly response: Response;
  /** A key that isn't known, is empty or is given twice is refused; elsewhere it is passed over. */
  readonly isStrict?: true;
  /** The body is a file, `application/octet-stream`, of at most so many bytes. */
  readonly bytes?: { readonly most: number };
  /** The success body is a file, with a name in `Content-Disposition`. */
  readonly answer?: "file";
}

/** Ours: the answer of a write names its change set, which `POST /api/changes/:id/undo` takes. */
const change = z.int().optional().meta({
  description: "ID of the change set, for undoing the change. Omitted if nothing changed",
});

type Path = Operation["path"];

/** A row as it is written. Without `params` it takes the id that its path names, if any; without `query` or `body`, none. */
type Given = Pick<Operation, "summary" | "response"> &
  Partial<Omit<Operation, "method" | "path" | "scope">>;

type Row<M extends Method, P extends Path, S extends Scope, G extends Given> = {
  readonly method: M;
  readonly path: P;
  readonly scope: S;
} & G &
  Omit<
    {
      readonly params: P extends `${string}/:id` | `${string}/:id/${string}`
        ? typeof idPath
        : typeof nothing;
      readonly query: typeof nothing;
      readonly body: typeof nothing;
    },
    keyof G
  >;

/**
 * A row of the table, so that what it says of its body and answer is known of its type. The answers
 * of writes have `change` beside what the row says; that of a job stands in the job.
 */
function operation<
  const M extends Method,
  const P extends Path,
  const S extends Scope,
  const G extends Given,
>(method: M, path: P, scope: S, given: G): Row<M, P, S, G> {
  const { response } = given;
  const isWrite = method !== "GET" && response instanceof z.ZodObject;
  const hasChange = !isWrite || "change" in response.shape || "job" in response.shape;
  const params = path.split("/").includes(":id") ? idPath : nothing;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler can't join G and its defaults
  return {
    method,
    path,
    scope,
    params,
    query: nothing,
    body: nothing,
    ...given,
    response: hasChange ? response : response.extend({ change }),
  } as unknown as Row<M, P, S, G>;
}

function operationsOf<const S extends Scope>(scope: S) {
  return {
    get: <const P extends Path, const G extends Given>(path: P, given: G) =>
      operation("GET", path, scope, given),
    post: <const P extends Path, const G extends Given>(path: P, given: G) =>
      operation("POST", path, scope, given),
    put: <const P extends Path, const G extends Given>(path: P, given: G) =>
      operation("PUT", path, scope, given),
    delete: <const P extends Path, const G extends Given>(path: P, given: G) =>
      operation("DELETE", path, scope, given),
  };
}

/** Rows for anyone with the API key, and for the local caller alone. */
export const api = operationsOf("api");
export const owner = operationsOf("owner");

/** Whether the answer may name a change set. */
export function answersChange({ method, response }: Operation): boolean {
  return method !== "GET" && response instanceof z.ZodObject && response.shape["change"] === change;
}

/** The answer of an operation that answers a file. */
export const noJson = z.unknown();

/** What an operation answers whose answer is a file. */
export interface FileAnswer {
  /** Without folders. */
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** Bytes, where they are known beforehand. */
  readonly size?: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** A body that is a file, as it comes. */
export type FileBody = AsyncIterable<Uint8Array>;

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
  readonly body: O extends { readonly bytes: object } ? FileBody : z.output<O["body"]>;
}

/** The query of an operation, after parsing. */
export type QueryOf<O extends Operation> = z.output<O["query"]>;

/** The success body of an operation. */
export type ResponseOf<O extends Operation> = O extends { readonly answer: "file" }
  ? FileAnswer
  : O extends { readonly method: "GET" }
    ? z.output<O["response"]>
    : WithChange<z.output<O["response"]>>;

type WithChange<Answer> = Answer extends { readonly change: unknown }
  ? Answer
  : Answer & { readonly change?: number | undefined };
