import { z } from "zod";
import { account } from "../../contract/resources/account.ts";
import { campaign } from "../../contract/resources/campaigns.ts";
import { channel, channelItem } from "../../contract/resources/channels.ts";
import { domain } from "../../contract/resources/domains.ts";
import { failure } from "../../contract/envelope.ts";
import { examples, fieldExamples } from "../../contract/examples.ts";
import {
  address,
  colour,
  email,
  flag,
  id,
  secureAddress,
  sentEnd,
  sentTimestamp,
  timestamp,
} from "../../contract/fields/fields.ts";
import { linkChange } from "../../contract/changes/bulk.ts";
import {
  changePreview,
  changeSet,
  listedChange,
  recordChange,
} from "../../contract/changes/changes.ts";
import { changeResult, importPreview, importResult } from "../../contract/changes/jobResults.ts";
import { job } from "../../contract/changes/jobs.ts";
import { linkDetails, linkListItem, linkStatistics } from "../../contract/resources/links.ts";
import { messageCode } from "../../contract/messages/messageFields.ts";
import { messageCodes } from "../../contract/messages/messages.ts";
import { edgeProblemCode } from "../../contract/server/edge.ts";
import { edgeProblems } from "../../contract/messages/edgeProblems.ts";
import { tunnelProblems } from "../../contract/messages/tunnelProblems.ts";
import { tunnelProblemCode } from "../../contract/server/tunnels.ts";
import { pixel } from "../../contract/resources/pixels.ts";
import { qrListItem } from "../../contract/resources/qrCodes.ts";

/** A JSON Schema (2020-12) as it stands in the document. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Schemas that the document names, because they occur in several places. */
const named = {
  Account: account,
  Domain: domain,
  LinkListItem: linkListItem,
  LinkDetails: linkDetails,
  LinkStatistics: linkStatistics,
  Campaign: campaign,
  Channel: channel,
  ChannelItem: channelItem,
  Pixel: pixel,
  QrListItem: qrListItem,
  Failure: failure,
  Job: job,
  ImportPreview: importPreview,
  ImportResult: importResult,
  ChangeResult: changeResult,
  ChangeSet: changeSet,
  ListedChange: listedChange,
  RecordChange: recordChange,
  ChangePreview: changePreview,
  LinkChange: linkChange,
  MessageCode: messageCode,
  TunnelProblemCode: tunnelProblemCode,
  EdgeProblemCode: edgeProblemCode,
  Id: id,
  Flag: flag,
  Address: address,
  SecureAddress: secureAddress,
  Email: email,
  Colour: colour,
  Timestamp: timestamp,
  SentEnd: sentEnd,
  SentTimestamp: sentTimestamp,
};

const moment = (ofDay: string) =>
  `YYYY-MM-DD HH:MM:SS in the account's time zone. The seconds are optional. Without a time, ${ofDay} second of the day is used. ISO 8601 works too, with Z or an offset for another time zone`;

/** What the document says of kinds of values, beside what zod knows. */
const kinds: Readonly<Record<string, z.core.GlobalMeta>> = {
  Id: { description: "A positive integer, or the same as a decimal string" },
  Flag: { description: 'true or false. "true" and "false", 1 and 0, and "1" and "0" work too' },
  Address: {
    format: "uri",
    description: "An http or https URL",
    examples: [examples.address],
  },
  SecureAddress: {
    format: "uri",
    description: "An https URL",
    examples: [examples.secureAddress],
  },
  MessageCode: { enum: messageCodes },
  TunnelProblemCode: { enum: Object.keys(tunnelProblems) },
  EdgeProblemCode: { enum: Object.keys(edgeProblems) },
  Email: { format: "email", examples: [examples.email] },
  Colour: {
    description: "A color: #RGB, #RRGGBB or rgb(r,g,b)",
    examples: [examples.colour],
  },
  SentEnd: { description: moment("the last"), examples: [examples.timestamp] },
  SentTimestamp: { description: moment("the first"), examples: [examples.timestamp] },
};

/** What {@link kinds} says, and what the contract's schemas say of themselves, which comes first. */
class DescriptionRegistry extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get(schema: z.core.$ZodType) {
    const kind = super.get(schema);
    const own = z.globalRegistry.get(schema);
    return kind === undefined && own === undefined ? undefined : { ...kind, ...own };
  }
}

function createDescriptionRegistry(): DescriptionRegistry {
  const registry = new DescriptionRegistry();
  for (const [name, schema] of Object.entries(named)) {
    registry.add(schema, { id: name, ...kinds[name] });
  }
  return registry;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Takes out what only zod means: bounds of a safe integer, names that are strings, and "nothing
 * else", which would forbid the additive keys that an answer may get one day.
 */
function isNoise(keyword: string, value: unknown): boolean {
  switch (keyword) {
    case "$schema":
    case "$defs":
    case "id":
      return true;
    case "minimum":
      return value === Number.MIN_SAFE_INTEGER;
    case "maximum":
      return value === Number.MAX_SAFE_INTEGER;
    case "additionalProperties":
      return value === false;
    case "propertyNames":
      return isSchema(value) && Object.keys(value).length === 1;
    default:
      return false;
  }
}

/** What a caller sends has examples: of its own where it is told apart from others of its kind. */
function withExample(field: string, schema: JsonSchema): JsonSchema {
  const reference = schema["$ref"];
  const isOwn = reference === undefined || (field === "domain" && reference === refTo("Address"));
  if (schema["examples"] !== undefined) return schema;
  const example = isOwn && schema["enum"] === undefined ? fieldExamples[field] : undefined;
  return example === undefined ? schema : { ...schema, examples: [example] };
}

const refTo = (name: string) => `#/components/schemas/${name}`;

type Io = "input" | "output";

/** The document's form of what zod gives. */
function plain(value: unknown, io: Io): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item, io));
  if (!isSchema(value)) return value;
  const entries = Object.entries(value).flatMap(([keyword, part]): [string, unknown][] => {
    if (isNoise(keyword, part)) return [];
    if (keyword === "properties" && isSchema(part)) {
      const properties = Object.entries(part).map(([field, own]): [string, unknown] => {
        const schema = plain(own, io);
        return [field, isSchema(schema) && io === "input" ? withExample(field, schema) : schema];
      });
      return [[keyword, Object.fromEntries(properties)]];
    }
    if (keyword === "$ref") return [[keyword, String(part).replace("#/$defs/", refTo(""))]];
    // One type each, for tools that know no lists of them.
    if (keyword === "type" && Array.isArray(part)) {
      return [["anyOf", part.map((type: unknown) => ({ type }))]];
    }
    if (keyword === "type" && Number.isInteger(value["const"])) return [[keyword, "integer"]];
    return [[keyword, plain(part, io)]];
  });
  return Object.fromEntries(entries);
}

export interface SchemaWriter {
  /** The schema of what a caller sends; with a name it stands among the named ones. */
  sent(schema: z.ZodType, name?: string): JsonSchema;
  /** The schema of what the service answers. */
  answered(schema: z.ZodType): JsonSchema;
  /** The named schemas that the others point at, so far. */
  named(): Readonly<Record<string, JsonSchema>>;
}

/** Turns the contract's schemas into JSON Schemas and collects the named ones. */
export function createSchemaWriter(): SchemaWriter {
  const registry = createDescriptionRegistry();
  const used = new Map<string, JsonSchema>();

  function writer(schema: z.ZodType, io: Io): JsonSchema {
    // Inside an object, so that a schema that has a name is pointed at like any other.
    const made = z.toJSONSchema(z.object({ schema }), {
      io,
      metadata: registry,
      unrepresentable: "any",
    });
    for (const [name, definition] of Object.entries(made.$defs ?? {})) {
      const ready = plain(definition, io);
      // zod takes no examples of what callers send where it is transformed.
      const sent = io === "input" ? kinds[name]?.["examples"] : undefined;
      if (isSchema(ready))
        used.set(name, { ...ready, ...(sent === undefined ? {} : { examples: sent }) });
    }
    const ready = plain(made.properties?.["schema"], io);
    return isSchema(ready) ? ready : {};
  }

  return {
    sent(schema, name) {
      if (name !== undefined) registry.add(schema, { id: name });
      return writer(schema, "input");
    },
    answered: (schema) => writer(schema, "output"),
    named: () => Object.fromEntries([...used].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}
