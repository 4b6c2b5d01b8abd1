import { z } from "zod";
import { done, success } from "../envelope.ts";
import { entries, text } from "../fields/fields.ts";
import { owner } from "../operation.ts";

/** Null: off, or none. */
const settingValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const sentValue = z.union([text(2000), z.number(), z.boolean()], {
  error: "must be a string, a number, true or false",
});

/** A setting as its owner should know it. */
const setting = z.object({
  /** Dotted, for example `geo.provider`. */
  key: z.string(),
  title: z.string(),
  meaning: z.string(),
  /** Completes "must be …". */
  takes: z.string(),
  default: settingValue,
  /** What holds now. */
  value: settingValue,
  /** What is kept for it in the data folder; null: nothing. */
  kept: settingValue,
  /** Of `value`: the command line of this run, the data folder, or neither. */
  origin: z.enum(["flag", "file", "default"]),
  /** Whether a change waits for the next start. */
  restart: z.boolean(),
  /** Whether another value waits for the next start. */
  waiting: z.boolean(),
});
export type Setting = z.output<typeof setting>;

const settings = z.array(setting);

export const settingsOperations = {
  listSettings: owner.get("/api/settings", {
    summary: "List all settings with their values and where each value is set.",
    response: success({ settings }),
  }),
  updateSettings: owner.put("/api/settings", {
    summary: "Save settings in the data folder, or reset them to their defaults.",
    body: z
      .object({
        set: z
          .record(z.string(), sentValue, "must be an object whose keys are settings")
          .optional(),
        unset: entries(text(200)).optional(),
        /** `kept` of settings, as it was read. */
        expect: z
          .record(z.string(), z.unknown(), "must be an object whose keys are settings")
          .optional(),
      })
      .refine(
        ({ set, unset }) => set !== undefined || unset !== undefined,
        "Send set, unset or both.",
      ),
    response: done("Settings have been saved successfully.", { settings }),
  }),
} as const;
