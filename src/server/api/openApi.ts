import type { Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import { failure } from "../../contract/envelope.ts";
import { fileHeaders, limitHeaders, refusals, refusalsOf } from "./openApiAnswers.ts";
import { createSchemaWriter, type JsonSchema, type SchemaWriter } from "./openApiSchemas.ts";

/** What tools show beside the operations of a resource, by the first segment of their path. */
const tags: Readonly<Record<string, string>> = {
  account: "Account",
  url: "Short links",
  urls: "Short links",
  alias: "Short links",
  domain: "Domains",
  domains: "Domains",
  campaign: "Campaigns",
  campaigns: "Campaigns",
  channel: "Channels",
  channels: "Channels",
  pixel: "Pixels",
  pixels: "Pixels",
  overlay: "Overlays",
  splash: "Splash pages",
  qr: "QR codes",
  bio: "Bio pages",
  tag: "Tags",
  tags: "Tags",
  views: "Views",
  statistics: "Statistics",
  changes: "Changes",
  bulk: "Changes",
  trash: "Changes",
  jobs: "Jobs",
  export: "Export",
  import: "Import",
  "openapi.json": "Service",
};

const description = `Send the account's API key with every request. In successful responses, \`error\` is the integer 0 for single resources and the string "0" for lists. In failures, \`error\` is 1 and \`message\` describes the problem, whatever the HTTP status.

IDs are positive integers that are never reused. \`date\` is when a record was created, in the account's time zone.

In a request, \`null\`, \`""\` and a missing key all mean that a field isn't given. An update doesn't change such a field. To clear a field, send an empty list or object, or name the field in \`clear\`. Unknown keys are ignored and listed in \`warnings\`. Operations on many records at once (changes, bulk, jobs, import, export, tags, views) reject unknown keys and empty values instead.

An update can include \`expect\`: fields with their values as you read them. If a value has changed since, nothing is updated. The response then has status 409 and the current value. In addition to \`message\`, a failure can have \`faults\`, which describe the problems by field.

Later versions may add keys to responses, but won't remove any. If the setting \`dialect\` is \`vendor\`, lists return \`error\` as the integer 0, and pixel types have the platforms' names.`;

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  };
  readonly responses: Readonly<Record<string, unknown>>;
}

export interface OpenApiDocument {
  readonly openapi: "3.1.1";
  readonly info: { readonly title: string; readonly version: string; [key: string]: unknown };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly unknown[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Record<string, Readonly<Record<string, OpenApiOperation>>>;
  readonly components: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

function tagOf({ path }: Operation): string {
  const [, , segment = ""] = path.split("/");
  return tags[segment] ?? "Service";
}

function parametersOf(writer: SchemaWriter, row: Operation): Parameter[] {
  const { params, query } = row;
  const inPath = Object.entries(params.shape).map(([name, schema]) => ({
    name,
    in: "path" as const,
    required: true,
    schema: writer.sent(schema),
  }));
  const inQuery = Object.entries(writer.sent(query)["properties"] ?? {}).map(
    ([name, schema]: [string, JsonSchema]) => {
      const { description: meaning, ...own } = schema;
      return {
        name,
        in: "query" as const,
        required: false,
        ...(typeof meaning === "string" ? { description: meaning } : {}),
        schema: own,
      };
    },
  );
  return [...inPath, ...inQuery];
}

/** `AddLinkBody` */
function bodyNameOf(operation: string): string {
  return `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Body`;
}

/** Bytes as they are. */
const file = { "application/octet-stream": { schema: {} } };

function requestBodyOf(
  writer: SchemaWriter,
  name: string,
  row: Operation,
): Pick<OpenApiOperation, "requestBody"> {
  if (row.bytes !== undefined) return { requestBody: { required: true, content: file } };
  const fields = Object.values(row.body.shape);
  if (fields.length === 0) return {};
  const required = fields.some((field) => !field.safeParse(undefined).success);
  const schema = writer.sent(row.body, bodyNameOf(name));
  return { requestBody: { required, content: { "application/json": { schema } } } };
}

function describe(writer: SchemaWriter, name: string, row: Operation): OpenApiOperation {
  const parameters = parametersOf(writer, row);
  return {
    operationId: name,
    tags: [tagOf(row)],
    summary: row.summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBodyOf(writer, name, row),
    responses: {
      "200": {
        description: "Success",
        headers: row.answer === "file" ? fileHeaders : limitHeaders,
        content:
          row.answer === "file"
            ? file
            : { "application/json": { schema: writer.answered(row.response) } },
      },
      ...refusalsOf(name, row),
    },
  };
}

/** A row's methods: its own, and the one that is taken for it. */
function methodsOf(writer: SchemaWriter, name: string, row: Operation) {
  const { method, alsoMethod } = row;
  const described = describe(writer, name, row);
  const own = [method.toLowerCase(), described] as const;
  if (alsoMethod === undefined) return [own];
  const also = {
    ...described,
    operationId: `${name}By${alsoMethod.charAt(0)}${alsoMethod.slice(1).toLowerCase()}`,
    summary: `${described.summary} The same as ${method}.`,
  };
  return [own, [alsoMethod.toLowerCase(), also] as const];
}

/**
 * The contract as an OpenAPI 3.1 document, made from the operations table. What only the owner's
 * screens may call is not in it.
 */
export function createOpenApi(options: {
  /** Where scripts reach the service, path prefix included. */
  serverUrl: string;
}): OpenApiDocument {
  const writer = createSchemaWriter();
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  const rows: [string, Operation][] = Object.entries(operations);
  for (const [name, row] of rows) {
    if (row.scope !== "api") continue;
    const path = row.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], ...Object.fromEntries(methodsOf(writer, name, row)) };
  }
  writer.answered(failure);
  const described = Object.values(paths).flatMap((methods) => Object.values(methods));
  const used = new Set(described.flatMap((one) => one.tags));
  return {
    openapi: "3.1.1",
    info: {
      title: "Waypost",
      version: "1.0.0",
      summary: "Short links, QR codes, campaigns and their statistics, on your own computer.",
      description,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: options.serverUrl }],
    security: [{ key: [] }],
    tags: [...used].map((name) => ({ name })),
    paths,
    components: {
      schemas: writer.named(),
      ...refusals,
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "The API key of the account" },
      },
    },
  };
}
