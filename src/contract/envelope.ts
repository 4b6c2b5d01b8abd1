import { z } from "zod";

const meanings = {
  error: '0 for success, or the string "0" in lists',
  warnings:
    "Warnings about ignored fields and parameters, and about values that look like mistakes. Omitted if there are none",
};

/** The kinds of fault that a field can have. */
export const faultCodes = [
  "missing",
  "type",
  "format",
  "characters",
  "short",
  "long",
  "choice",
  "unknown",
  "loop",
  "taken",
  "reserved",
  /** A port that the system, or every browser, refuses. */
  "forbidden",
  "changed",
  "invalid",
] as const;

/** The kinds of failure, for callers that say them in words of their own. */
export const problemCodes = [
  /** Fields are at fault: `faults` says which. */
  "invalid",
  "gone",
  "taken",
  /** Somebody else was quicker. */
  "changed",
  "inUse",
  /** It is still being done. */
  "running",
  /** History has lost a part of it. */
  "partial",
  /** What was previewed would do something else by now. */
  "outdated",
  /** Something stands against its coming back. */
  "blocked",
  /** The command line of this run says otherwise. */
  "fixed",
  "otherFolder",
  "unreadable",
  "tooMany",
  "key",
  "ownerOnly",
  /** The key is for something else. */
  "keyScope",
  "closed",
  "otherSite",
  "address",
  "method",
  "contentType",
  "json",
  "empty",
  "tooLarge",
  "tooSlow",
  "full",
  /** The document is as large as a start can load. */
  "dataFull",
  "refused",
  /** The service is being stopped. */
  "ending",
  "unexpected",
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** What is wrong with one field, for callers that say it in words of their own. */
export const fault = z.object({
  field: z
    .string()
    .describe(
      "Name of the field in the request, such as geotarget[0].link. Empty if the fault isn't in a single field",
    ),
  code: z.enum(faultCodes).describe("Kind of fault"),
  message: z
    .string()
    .describe('Description of the fault, without the field\'s name: "must be a positive integer"'),
  least: z.number().optional().describe("Minimum length, if the fault is about length"),
  most: z.number().optional().describe("Maximum length, if the fault is about length"),
  unit: z
    .literal("bytes")
    .optional()
    .describe("Unit of the maximum length, if it isn't characters or entries"),
  present: z
    .unknown()
    .optional()
    .describe("Current value of the field, if the field doesn't have the expected value"),
  free: z.int().optional().describe("Next free port, if the port is taken"),
});
export type FieldFault = z.output<typeof fault>;

/** The most faults that one failure names: a request of 1 MiB can have hundreds of thousands. */
export const mostFaults = 100;

/**
 * docs/api.md, "The body of a failure": `error` 1 and a readable message, whatever the
 * status. Ours: `faults`, the same field by field, where fields are at fault.
 */
export const failure = z.object({
  error: z.literal(1).describe("Always 1: the request failed and nothing was changed"),
  message: z
    .string()
    .describe(
      `Description of the problem, naming up to ${mostFaults} faulty fields and the number of others`,
    ),
  /** Ours: what kind of failure it is; services before this one don't say. */
  code: z.enum(problemCodes).optional().describe("Kind of failure"),
  faults: z
    .array(fault)
    .max(mostFaults)
    .optional()
    .describe(`Faults by field, at most ${mostFaults}. Omitted if no field is at fault`),
  reason: z.string().optional().describe("Cause and remedy, if they aren't in the message"),
  preview: z
    .looseObject({
      token: z.string().describe("Token to send with the request that applies this preview"),
    })
    .optional()
    .describe("Current effect of the request, if the preview is outdated"),
});

/**
 * docs/api.md, "The member `error`": single-resource operations answer the integer 0. Ours:
 * `warnings`, sentences about what was ignored; only there when there is one.
 */
export function success<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.object({
    error: z.literal(0).describe(meanings.error),
    ...fields,
    warnings: z.array(z.string()).optional().describe(meanings.warnings),
  });
}

/** A success whose body is a fixed sentence (docs/api.md, "Success messages"), and what we add. */
export function done<
  Message extends string,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- no further fields
  Fields extends z.ZodRawShape = Record<never, z.ZodType>,
>(message: Message, fields?: Fields) {
  const sentence = z.literal(message).describe("Result in one sentence");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without fields there are none
  return success({ message: sentence, ...(fields as Fields) });
}

/** A deletion's sentence and, additive, how many links used what is gone. */
export const doneForLinks = <Message extends string>(message: Message) =>
  done(message, {
    links: z.int().nonnegative().describe("Number of links that used the deleted record"),
  });

/**
 * A page of a collection. `result` counts all pages; `nextpage` stays at `maxpage` on the last one.
 * docs/api.md, "The member `error`": lists answer the string "0", unlike everything else.
 * `warnings` name query parameters that were ignored; they are only there when there are some.
 */
export function listOf<Collection extends string, Item extends z.ZodType>(
  collection: Collection,
  item: Item,
) {
  // A computed key is typed as an index signature: only this line knows the one key it makes.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const items = { [collection]: z.array(item) } as Record<Collection, z.ZodArray<Item>>;
  return z.object({
    error: z.literal("0").describe(meanings.error),
    data: z.object({
      result: z.int().nonnegative().describe("Total number of results on all pages"),
      perpage: z.int().positive().describe("Maximum number of results per page"),
      currentpage: z.int().positive().describe("Number of the current page, from 1"),
      nextpage: z
        .int()
        .positive()
        .describe("Number of the next page, or of the current page if it's the last"),
      maxpage: z.int().positive().describe("Number of the last page, at least 1"),
      ...items,
    }),
    warnings: z.array(z.string()).optional().describe(meanings.warnings),
  });
}

/** The place of a page in its collection, as a service computes it. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Number of items over all pages. */
  readonly total: number;
  /** Page number as asked, from 1. */
  readonly page: number;
  /** Items a page. */
  readonly limit: number;
}

/** Puts a page into the envelope that {@link listOf} describes. */
export function listEnvelope<Collection extends string, Item, Wire>(
  collection: Collection,
  { items, total, page, limit }: Page<Item>,
  present: (item: Item) => Wire,
) {
  const maxpage = Math.max(1, Math.ceil(total / limit));
  // A computed key is typed as an index signature: only this line knows the one key it makes.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const wireItems = { [collection]: items.map(present) } as Record<Collection, Wire[]>;
  return {
    error: "0" as const,
    data: {
      result: total,
      perpage: limit,
      currentpage: page,
      nextpage: Math.min(page + 1, maxpage),
      maxpage,
      ...wireItems,
    },
  };
}
