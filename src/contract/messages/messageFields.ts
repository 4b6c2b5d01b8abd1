import { z } from "zod";
import type { MessageCode } from "./messages.ts";

/** A code of a table that what reads an answer doesn't load: the app's first screen does without. */
export function codeOf<Code extends string>(): z.ZodType<Code, Code> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends no other codes
  return z.string() as unknown as z.ZodType<Code, Code>;
}

export const messageCode = codeOf<MessageCode>();

const messageValues = z.record(z.string(), z.union([z.string(), z.number()]));

/** What an answer has beside a message, for callers with texts of their own. */
export const codedMessage = {
  code: messageCode
    .optional()
    .meta({ description: "Code of the message, for callers that show their own texts" }),
  values: messageValues.optional().meta({ description: "Values in the message, by name" }),
};

/** A message of its own. */
export const sentMessage = z.object({ message: z.string(), ...codedMessage });
export type SentMessage = z.output<typeof sentMessage>;

/** What stands in the way of something, for callers with texts of their own. */
export function problemOf<Code extends string>(code: z.ZodType<Code, Code>) {
  return z.object({ code, message: z.string(), values: messageValues });
}
