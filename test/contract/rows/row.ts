import type { Method } from "../../../src/contract/operation.ts";

/**
 * The contract once more, by hand from its tables and not from the code, so that neither can drift
 * from it unseen.
 */
export interface ContractRow {
  readonly method: Method;
  /** A further method that the contract's text gives the row. */
  readonly alsoMethod?: Method;
  readonly path: `/api/${string}`;
  readonly query?: readonly string[];
  readonly body?: {
    readonly required: Fields;
    readonly optional: Fields;
    /** Taken too, by a decision of ours. */
    readonly additive?: Fields;
  };
  /** The whole success body. A row with two of them answers one or the other. */
  readonly answers: readonly Wire[];
  /** It answers pages of a collection. */
  readonly isList?: true;
  /** The body is a file, as it is. */
  readonly takesFile?: true;
  /** The success body is a file. */
  readonly answersFile?: true;
  /** Refused while too many jobs wait (429). */
  readonly startsJob?: true;
}

/** What a caller may put into a field. */
export type FieldKind =
  | "address"
  | "alias"
  | "boolean"
  | "colour"
  /** Fields by columns of a file. */
  | "columns"
  | "domain"
  | "email"
  | "entries"
  | "fields of a link"
  | "expected"
  | "id"
  | "ids"
  /** Ids of which those that name nothing are passed over. */
  | "ids that may be gone"
  | "logo"
  /** Percent. */
  | "logo size"
  /** Numbers only. */
  | "many ids"
  | "members"
  | "name"
  | "number"
  | "object"
  | "replacement"
  | "parameters of a list"
  /** Pixels. */
  | "picture size"
  | "password"
  | "qr data"
  | "rgb"
  | "selection"
  | "seconds"
  | "source"
  | "tags"
  | "text"
  | "timestamp"
  | "token"
  | "true"
  | "type"
  | "view kind"
  | "wait"
  | "word";

export type Fields = Readonly<Record<string, FieldKind>>;

/** The type of a value in an answer. */
export type Wire =
  | "boolean"
  | "colour"
  | "count"
  | "count as text"
  | "date"
  | "integer"
  | "number"
  | "null"
  | "string"
  | "timestamp"
  | "address"
  | "anything"
  | { readonly exactly: string | number | boolean }
  | { readonly oneOf: readonly Wire[] }
  | { readonly listOf: Wire }
  /** Any names, one type of value; `names`: exactly these. */
  | { readonly mapOf: Wire; readonly names?: readonly string[] }
  | WireObject;

export interface WireObject {
  /** All of them, always. */
  readonly keys: Readonly<Record<string, Wire>>;
  /** Keys beside them that a decision of ours adds. */
  readonly additive?: Readonly<Record<string, Wire>>;
  /** Keys that may be missing; only what is additive itself, or inside it. */
  readonly maybe?: Readonly<Record<string, Wire>>;
}

/**
 * docs/api.md, "The member `error`": single resources answer the integer 0; `warnings` are a
 * decision of ours.
 */
export function answer(
  keys: Readonly<Record<string, Wire>>,
  additive?: Readonly<Record<string, Wire>>,
): WireObject {
  const all = { error: { exactly: 0 }, ...keys };
  const maybe: Readonly<Record<string, Wire>> = { warnings: { listOf: "string" } };
  return additive === undefined ? { keys: all, maybe } : { keys: all, additive, maybe };
}

/** docs/api.md, "Success messages". */
export function says(message: string, additive?: Readonly<Record<string, Wire>>): WireObject {
  return answer({ message: { exactly: message } }, additive);
}

/** docs/api.md, "Changes": the answer of a write names its change set. */
export function withChange<Row extends ContractRow>(row: Row): Row {
  const [only, ...more] = row.answers;
  const isOne = more.length === 0 && typeof only === "object" && "keys" in only;
  if (
    row.method === "GET" ||
    !isOne ||
    "change" in { ...only.keys, ...only.additive } ||
    "job" in only.keys
  )
    return row;
  return { ...row, answers: [{ ...only, maybe: { ...only.maybe, change: "integer" } }] };
}

/** docs/api.md, "The envelope of lists": lists answer the string 0. */
export function pageOf(collection: string, item: Wire): WireObject {
  return {
    maybe: { warnings: { listOf: "string" } },
    keys: {
      error: { exactly: "0" },
      data: {
        keys: {
          result: "integer",
          perpage: "integer",
          currentpage: "integer",
          nextpage: "integer",
          maxpage: "integer",
          [collection]: { listOf: item },
        },
      },
    },
  };
}

/** Query of every list; `q` is an addition (docs/api.md, "Lists"). */
export const paged = ["limit", "page", "q"] as const;

/** `PUT /api/url/:id/update` */
export const nameOf = ({ method, path }: Pick<ContractRow, "method" | "path">) =>
  `${method} ${path}`;

/** Whether a row answers pages of a collection. */
export function isList({ answers: [first], isList: isMarked }: ContractRow): boolean {
  const error = typeof first === "object" && "keys" in first ? first.keys["error"] : undefined;
  return isMarked ?? (typeof error === "object" && "exactly" in error && error.exactly === "0");
}

// Ours, where fields are at fault.
const fault: WireObject = {
  keys: { field: "string", code: "string", message: "string" },
  maybe: { least: "integer", most: "integer", present: "anything", free: "integer" },
};

/** Of whatever is refused. */
export const failure: WireObject = {
  keys: { error: { exactly: 1 }, message: "string" },
  maybe: { code: "string", faults: { listOf: fault }, reason: "string", preview: "anything" },
};
