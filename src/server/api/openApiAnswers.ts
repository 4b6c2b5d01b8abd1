import type { Operation } from "../../contract/operation.ts";

/** What an operation answers when it refuses, and the headers of every answer. */

interface DocumentedFailure {
  readonly name: string;
  readonly description: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, unknown>>;
}

const header = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } });

export const limitHeaders = {
  ...header("X-RateLimit-Limit"),
  ...header("X-RateLimit-Remaining"),
  ...header("X-RateLimit-Reset"),
};

/** Of an answer that is a file. */
export const fileHeaders = { ...limitHeaders, ...header("Content-Disposition") };

const refusalsByStatus = {
  400: {
    name: "BadInput",
    description: "A field or parameter isn't valid. The message names every field and its fault",
    message: "url is required.",
  },
  401: {
    name: "NoKey",
    description: "The API key is missing, wrong or expired",
    message: "A valid API key is required to use this service.",
    headers: header("WWW-Authenticate"),
  },
  403: {
    name: "Closed",
    description: "The API is closed on this port",
    message: "The API is closed here.",
  },
  404: {
    name: "NotFound",
    description: "The resource doesn't exist",
    message: "Link does not exist.",
  },
  408: {
    name: "TooSlow",
    description: "The upload stopped or was too slow. Nothing was changed",
    message: "The upload stopped or was too slow. Nothing was changed.",
  },
  409: {
    name: "Conflict",
    description:
      "The name, alias or domain is taken, reserved or in use, or a field doesn't have the value in `expect`",
    message: "That alias is taken. Please choose another one.",
  },
  413: {
    name: "TooLarge",
    description:
      "The request body is larger than 1 MiB, or the file is larger than the operation accepts",
    message: "The request body is larger than 1 MiB.",
  },
  415: {
    name: "WrongType",
    description:
      "The request body wasn't sent as application/json, or the file wasn't sent as application/octet-stream",
    message: "The request body must be sent with Content-Type: application/json.",
  },
  429: {
    name: "TooMany",
    description: "The rate limit is exceeded",
    message: "Too Many Requests. Please retry later.",
    headers: header("Retry-After"),
  },
  500: {
    name: "Failed",
    description: "Something went wrong in the server",
    message: "Something went wrong in the server.",
  },
  507: {
    name: "NotSaved",
    description:
      "The change couldn't be saved, for example because the disk is full. Nothing was changed",
    message: "The change could not be saved.",
  },
} as const satisfies Record<number, DocumentedFailure>;

type Status = keyof typeof refusalsByStatus;

const wholeNumber = { type: "integer", minimum: 0 };

/** `responses` and `headers` of the document's components. */
export const refusals = {
  responses: Object.fromEntries(
    Object.values<DocumentedFailure>(refusalsByStatus).map(
      ({ name, description, message, headers }) => [
        name,
        {
          description,
          headers: { ...limitHeaders, ...headers },
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/Failure" },
              example: { error: 1, message },
            },
          },
        },
      ],
    ),
  ),
  headers: {
    "X-RateLimit-Limit": {
      description: "Number of requests allowed in the current window of one minute",
      schema: wholeNumber,
    },
    "X-RateLimit-Remaining": {
      description: "Number of requests left in the current window",
      schema: wholeNumber,
    },
    "X-RateLimit-Reset": {
      description: "Time when the current window ends, as a Unix timestamp in seconds",
      schema: wholeNumber,
    },
    "Content-Disposition": { description: "Suggested file name", schema: { type: "string" } },
    "Retry-After": {
      description: "Number of seconds to wait before the next request",
      schema: wholeNumber,
    },
    "WWW-Authenticate": { description: "Bearer", schema: { type: "string" } },
  },
};

/** Operations, besides updates, that may meet a name, alias or domain that is taken or in use. */
const mayConflict: ReadonlySet<string> = new Set([
  "addBioPage",
  "addCampaign",
  "addChannel",
  "addDomain",
  "addLink",
  "deleteDomain",
]);

function statusesOf(name: string, row: Operation): Status[] {
  const { method, params, query, body, bytes } = row;
  const has = (shape: Operation["params"]) => Object.keys(shape.shape).length > 0;
  const writes = method !== "GET" && name !== "postAccount";
  const finds = has(params) || "short" in query.shape;
  const whenBody: readonly Status[] = has(body) || bytes !== undefined ? [413, 415] : [];
  return [
    ...(has(query) ||
    has(body) ||
    bytes !== undefined ||
    row.isStrict === true ||
    "type" in params.shape
      ? [400 as const]
      : []),
    401,
    403,
    ...(finds ? [404 as const] : []),
    ...(bytes === undefined ? [] : [408 as const]),
    ...(mayConflict.has(name) || "expect" in body.shape ? [409 as const] : []),
    ...whenBody,
    429,
    500,
    ...(writes ? [507 as const] : []),
  ];
}

/** The failures of one operation, each a reference to a shared response. */
export function refusalsOf(name: string, row: Operation): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    statusesOf(name, row).map((status) => [
      String(status),
      { $ref: `#/components/responses/${refusalsByStatus[status].name}` },
    ]),
  );
}
