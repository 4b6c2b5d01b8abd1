import type { FieldErrors, Resolver } from "react-hook-form";
import type { z } from "zod";
import { completeAddress } from "../../contract/completeAddress.ts";
import {
  addLinkBody,
  type clearableLinkFields,
  type LinkDetails,
  updateLinkBody,
} from "../../contract/links.ts";

/** What the form's inputs hold. An empty text means "not given". */
export interface LinkValues {
  readonly url: string;
  readonly custom: string;
  readonly metatitle: string;
  readonly description: string;
  readonly password: string;
  readonly removePassword: boolean;
  /** As the browser's date and time input writes it: `YYYY-MM-DDTHH:MM` or with seconds. */
  readonly expiry: string;
  readonly type: string;
  readonly isPublic: boolean;
}

export const emptyValues: LinkValues = {
  url: "",
  custom: "",
  metatitle: "",
  description: "",
  password: "",
  removePassword: false,
  expiry: "",
  type: "direct",
  isPublic: false,
};

export function valuesOf(link: LinkDetails): LinkValues {
  return {
    url: link.longurl,
    custom: link.alias,
    metatitle: link.metatitle,
    description: link.description,
    password: "",
    removePassword: false,
    expiry: link.expiry?.replace(" ", "T") ?? "",
    type: link.type,
    isPublic: link.status === "public",
  };
}

type AddBody = z.input<typeof addLinkBody>;
type UpdateBody = z.input<typeof updateLinkBody>;

function expiryOf(typed: string): string {
  const text = typed.replace("T", " ");
  return text.length === 16 ? `${text}:00` : text;
}

/** The body of a new link: only what was given. */
export function addBodyOf(values: LinkValues): AddBody {
  return {
    ...textsOf({ ...values, url: completeAddress(values.url) }),
    url: completeAddress(values.url),
    ...(values.type === "direct" ? {} : { type: values.type }),
    ...(values.isPublic ? { status: "public" as const } : {}),
  };
}

/** The body of an edit: what changed, and what was emptied. */
export function updateBodyOf(values: LinkValues, before: LinkValues): UpdateBody {
  const given = textsOf(values);
  const emptied = (["metatitle", "description", "expiry"] as const).filter(
    (name) => values[name] === "" && before[name] !== "",
  );
  const clear: (typeof clearableLinkFields)[number][] = [...emptied];
  if (values.removePassword && values.password === "") clear.push("password");
  return {
    ...given,
    url: completeAddress(values.url),
    ...(values.type === before.type ? {} : { type: values.type }),
    ...(values.isPublic === before.isPublic
      ? {}
      : { status: values.isPublic ? ("public" as const) : ("private" as const) }),
    ...(clear.length === 0 ? {} : { clear }),
  };
}

function textsOf(values: LinkValues) {
  return {
    ...(values.custom.trim() === "" ? {} : { custom: values.custom }),
    ...(values.metatitle === "" ? {} : { metatitle: values.metatitle }),
    ...(values.description === "" ? {} : { description: values.description }),
    ...(values.password === "" ? {} : { password: values.password }),
    ...(values.expiry === "" ? {} : { expiry: expiryOf(values.expiry) }),
  };
}

/** The contract's own schemas say what is wrong, while typing. */
export function linkResolver(before: LinkValues | null): Resolver<LinkValues> {
  return (values) => {
    const checked =
      before === null
        ? addLinkBody.safeParse(addBodyOf(values))
        : updateLinkBody.safeParse(updateBodyOf(values, before));
    const errors: FieldErrors<LinkValues> = {
      ...(values.custom !== before?.custom && !isAlias(values.custom)
        ? { custom: { type: "letters" } }
        : {}),
      ...faultsOf(checked.error?.issues ?? []),
      ...(values.url.trim() === "" ? { url: { type: "needed" } } : {}),
    };
    // The form keeps its own values: what is sent is built from them when it is submitted.
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}

/** The fields of the body carry the names of the form's own. */
function faultsOf(issues: readonly z.core.$ZodIssue[]): FieldErrors<LinkValues> {
  return Object.fromEntries(
    issues
      .toReversed()
      .map(({ path, code, message }) => [String(path[0]), { type: code, message }] as const),
  );
}

/** decisions.md, Aliases: 3 to 100 letters and digits of any script, `-` and `_`. */
export function isAlias(typed: string): boolean {
  const alias = typed.trim().normalize("NFC");
  return alias === "" || /^[\p{L}\p{M}\p{N}_-]{3,100}$/u.test(alias);
}

const fieldNames = [
  "url",
  "custom",
  "metatitle",
  "description",
  "password",
  "expiry",
  "type",
] as const;
export type FaultyField = (typeof fieldNames)[number];

/** The fields that a failure's message names (one message names every field and its fault). */
export function fieldsNamedIn(message: string): FaultyField[] {
  return fieldNames.filter((name) => new RegExp(`\\b${name}\\b`).test(message));
}
