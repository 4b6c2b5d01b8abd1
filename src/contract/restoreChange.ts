import { z } from "zod";
import { recordKinds } from "./records.ts";

export const recordKind = z.enum(recordKinds);

/** What a restore does to records of one kind. */
export const restoreChange = z.object({
  kind: recordKind,
  added: z.int().nonnegative().meta({ description: "Records that come back" }),
  changed: z.int().nonnegative().meta({ description: "Records that become what they were" }),
  removed: z.int().nonnegative().meta({ description: "Records made since, which go" }),
  /** At most 50 of them. */
  examples: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      change: z.enum(["added", "changed", "removed"]),
      /** What differs; empty unless it is a change. */
      fields: z.array(z.string()),
    }),
  ),
});
export type RestoreChange = z.output<typeof restoreChange>;
