import { z } from "zod";
import { bioPageDraft } from "./bioPages.ts";
import { success } from "../envelope.ts";
import { address, bounds, flag, id, text } from "../fields/fields.ts";
import { owner } from "../operation.ts";
import { optionalFields } from "../fields/recordSchemas.ts";
import { overlayFields, splashPageFields } from "../fields/recordTables.ts";

/** Pages that visitors get, of which a draft can be looked at. */
export const previewPages = [
  "splash",
  "overlay",
  "frame",
  "bio",
  "campaign",
  "password",
  "expired",
  "notFound",
  "welcome",
] as const;
export type PreviewPage = (typeof previewPages)[number];

export const previewLanguages = ["en", "fa"] as const;
export const previewLooks = ["light", "dark"] as const;

/** What the record's own body would have; each page takes its own of them. */
const values = z.object({
  ...optionalFields(splashPageFields),
  ...optionalFields(overlayFields),
  ...bioPageDraft,
});

export const previewOperations = {
  makePreview: owner.post("/api/preview", {
    summary: "Preview a visitor page from a draft. Nothing is saved or counted.",
    body: z.object({
      page: z.enum(previewPages, `must be one of ${previewPages.join(", ")}`),
      values: values.optional(),
      to: address.optional(),
      title: text(bounds.title).optional(),
      campaign: id.optional(),
      thanked: flag.optional(),
      framed: flag.optional(),
      language: z
        .enum(previewLanguages, `must be one of ${previewLanguages.join(", ")}`)
        .optional(),
      look: z.enum(previewLooks, `must be one of ${previewLooks.join(", ")}`).optional(),
    }),
    response: success({ address: z.string() }),
  }),
} as const;
