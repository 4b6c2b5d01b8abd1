import { z } from "zod";

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
  "refused",
  /** The service is being stopped. */
  "ending",
  "unexpected",
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** What is wrong with one field, for callers that say it in words of their own. */
export const fault = z.object({
  /** As the request names it, for example `geotarget[0].link`; "" where no single one is at fault. */
  field: z.string(),
  code: z.enum(faultCodes),
  /** Completes a sentence that begins with the field. */
  message: z.string(),
  least: z.number().optional(),
  most: z.number().optional(),
  /** Of `changed`: what the field is now, as answers show it. */
  present: z.unknown().optional(),
  /** Of a port that is taken: the next free one. */
  free: z.int().optional(),
});
export type FieldFault = z.output<typeof fault>;

/**
 * docs/contract.md, "The body of a failure": `error` 1 and a readable message, whatever the
 * status. Ours: `faults`, the same field by field, where fields are at fault.
 */
export const failure = z.object({
  error: z.literal(1),
  message: z.string(),
  /** Ours: what kind of failure it is; services before this one don't say. */
  code: z.enum(problemCodes).optional(),
  faults: z.array(fault).optional(),
  /** Ours: how it came about, and what helps; where the message doesn't say. */
  reason: z.string().optional(),
  /** Ours: what a request that was previewed would do by now, where that is something else. */
  preview: z.looseObject({ token: z.string() }).optional(),
});

/**
 * docs/contract.md, "The member `error`": single-resource operations answer the integer 0. Ours:
 * `warnings`, sentences about what was ignored; only there when there is one.
 */
export function success<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.object({ error: z.literal(0), ...fields, warnings: z.array(z.string()).optional() });
}

/** A success whose whole body is a fixed sentence (docs/contract.md, "Success messages"). */
export function done<Message extends string>(message: Message) {
  return success({ message: z.literal(message) });
}

/** A deletion's sentence and, additive, how many links used what is gone. */
export function doneForLinks<Message extends string>(message: Message) {
  return success({ message: z.literal(message), links: z.int().nonnegative() });
}

/**
 * A page of a collection. `result` counts all pages; `nextpage` stays at `maxpage` on the last one.
 * docs/contract.md, "The member `error`": lists answer the string "0", unlike everything else.
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
    error: z.literal("0"),
    data: z.object({
      result: z.int().nonnegative(),
      perpage: z.int().positive(),
      currentpage: z.int().positive(),
      nextpage: z.int().positive(),
      maxpage: z.int().positive(),
      ...items,
    }),
    warnings: z.array(z.string()).optional(),
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
