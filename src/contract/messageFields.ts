import { z } from "zod";
import type { MessageCode } from "./messages.ts";

/** The table of messages isn't loaded by what reads an answer: the app's first screen does without. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends no other codes
export const messageCode = z.string() as unknown as z.ZodType<MessageCode, MessageCode>;

/** What an answer has beside a message, for callers with texts of their own. */
export const codedMessage = {
  code: messageCode
    .optional()
    .meta({ description: "What the sentence says, for callers with words of their own" }),
  values: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .optional()
    .meta({ description: "What the sentence names" }),
};

/** A message of its own. */
export const sentMessage = z.object({ message: z.string(), ...codedMessage });
export type SentMessage = z.output<typeof sentMessage>;
