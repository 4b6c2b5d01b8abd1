import { z } from "zod";

/** As much of a JSON Schema as the service's document uses. */
export const schema = z.object({
  $ref: z.string().optional(),
  type: z.string().optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  examples: z.array(z.unknown()).optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  required: z.array(z.string()).optional(),
  get anyOf(): z.ZodOptional<z.ZodArray<typeof schema>> {
    return z.array(schema).optional();
  },
  get items(): z.ZodOptional<typeof schema> {
    return schema.optional();
  },
  get properties(): z.ZodOptional<z.ZodRecord<z.ZodString, typeof schema>> {
    return z.record(z.string(), schema).optional();
  },
  get propertyNames(): z.ZodOptional<typeof schema> {
    return schema.optional();
  },
  get additionalProperties(): z.ZodOptional<z.ZodUnion<readonly [z.ZodBoolean, typeof schema]>> {
    return z.union([z.boolean(), schema]).optional();
  },
});
export type Schema = z.output<typeof schema>;

/** Media type of what is sent or answered as it is. */
const file = "application/octet-stream";

const content = z.object({
  "application/json": z.object({ schema, example: z.unknown().optional() }).optional(),
  [file]: z.object({}).optional(),
});
const response = z.object({
  $ref: z.string().optional(),
  description: z.string().optional(),
  content: content.optional(),
});
const parameter = z.object({
  name: z.string(),
  in: z.enum(["path", "query"]),
  description: z.string().optional(),
  schema,
});
export type Parameter = z.output<typeof parameter>;

const operationRow = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  parameters: z.array(parameter).default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), response),
});

const openApi = z.object({
  info: z.object({ description: z.string() }),
  servers: z.tuple([z.object({ url: z.string() })], z.unknown()),
  paths: z.record(z.string(), z.record(z.string(), operationRow)),
  components: z.object({
    schemas: z.record(z.string(), schema),
    responses: z.record(z.string(), response),
  }),
});

export interface Refusal {
  readonly status: string;
  readonly description: string;
  /** What the service says then, in an example. */
  readonly answer: unknown;
}

export interface ReferenceOperation {
  readonly id: string;
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | null;
  /** The body is a file, as it is. */
  readonly isFileSent: boolean;
  readonly answer: Schema | null;
  /** The answer is a file, under a name of the service's. */
  readonly isFileAnswered: boolean;
  readonly refusals: readonly Refusal[];
}

export interface Reference {
  /** Where scripts reach the service. */
  readonly server: string;
  readonly paragraphs: readonly string[];
  readonly operations: readonly ReferenceOperation[];
  /** The schemas that others point at, by name. */
  readonly schemas: Readonly<Record<string, Schema>>;
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** The service's OpenAPI document as this screen shows it; throws on one that it can't read. */
export function readReference(document: unknown): Reference {
  const { info, servers, paths, components } = openApi.parse(document);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, row]): ReferenceOperation => {
      const { "200": success, ...others } = row.responses;
      return {
        id: row.operationId,
        method: method.toUpperCase(),
        path,
        tag: row.tags[0] ?? "",
        summary: row.summary,
        parameters: row.parameters,
        body: row.requestBody?.content["application/json"]?.schema ?? null,
        isFileSent: row.requestBody?.content[file] !== undefined,
        answer: success?.content?.["application/json"]?.schema ?? null,
        isFileAnswered: success?.content?.[file] !== undefined,
        refusals: Object.entries(others).map(([status, given]) => {
          const named = given.$ref === undefined ? given : components.responses[nameIn(given.$ref)];
          return {
            status,
            description: named?.description ?? "",
            answer: named?.content?.["application/json"]?.example,
          };
        }),
      };
    }),
  );
  return {
    server: servers[0].url,
    paragraphs: info.description.split("\n\n"),
    operations,
    schemas: components.schemas,
  };
}

/** A schema, or the one it points at. */
export function resolved(given: Schema, { schemas }: Pick<Reference, "schemas">): Schema {
  if (given.$ref === undefined) return given;
  const { $ref, ...own } = given;
  const target = schemas[nameIn($ref)];
  return target === undefined ? own : { ...resolved(target, { schemas }), ...own };
}

export interface Group {
  readonly tag: string;
  readonly operations: readonly ReferenceOperation[];
}

/** Operations under their tags, both in the document's order. */
export function grouped(operations: readonly ReferenceOperation[]): Group[] {
  const byTag = new Map<string, ReferenceOperation[]>();
  for (const operation of operations) {
    const group = byTag.get(operation.tag);
    if (group === undefined) byTag.set(operation.tag, [operation]);
    else group.push(operation);
  }
  return [...byTag].map(([tag, members]) => ({ tag, operations: members }));
}
