import { z } from "zod";
import { formLinkFields } from "../../contract/linkFields.ts";
import { emptyValues, type LinkValues } from "./linkForm.ts";

const place = "waypost.draft";

const draft = z.object({
  url: z.string(),
  custom: z.string(),
  expiry: z.string(),
  type: z.string(),
  isPublic: z.boolean(),
  hasPreview: z.boolean(),
  tags: z.string(),
  isArchived: z.boolean(),
  ...Object.fromEntries(formLinkFields.map((name) => [name, z.string()])),
});

/** A new link that was closed by slip. Its password is never kept. */
export function loadDraft(): LinkValues | null {
  try {
    const stored = draft.safeParse(JSON.parse(sessionStorage.getItem(place) ?? "null"));
    return stored.success ? { ...emptyValues, ...stored.data } : null;
  } catch {
    return null;
  }
}

export function keepDraft(values: LinkValues): void {
  const { password: _, removePassword: __, ...kept } = values;
  const isEmpty = JSON.stringify({ ...emptyValues, ...kept }) === JSON.stringify(emptyValues);
  if (isEmpty) dropDraft();
  else sessionStorage.setItem(place, JSON.stringify(kept));
}

export function dropDraft(): void {
  sessionStorage.removeItem(place);
}
