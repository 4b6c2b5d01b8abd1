import type { FieldErrors, Resolver } from "react-hook-form";
import type { z } from "zod";
import { completeAddress } from "../../contract/completeAddress.ts";
import {
  type clearableLinkFields,
  type FormLinkField,
  formLinkFields,
  linkFields,
} from "../../contract/linkFields.ts";
import { addLinkBody, type LinkDetails, updateLinkBody } from "../../contract/links.ts";
import { changedFields } from "../edit/reconcile.ts";

/** What the form's inputs hold, under the contract's names. An empty text means "not given". */
export type LinkValues = Readonly<Record<FormLinkField, string>> & OwnValues;

interface OwnValues {
  readonly url: string;
  readonly custom: string;
  readonly password: string;
  readonly removePassword: boolean;
  /** A timestamp of the contract, or what was typed where that is no moment. */
  readonly expiry: string;
  readonly type: string;
  readonly isPublic: boolean;
  /** Whether the link has a preview of its own; without one, the target's is shared. */
  readonly hasPreview: boolean;
  /** One a line. */
  readonly tags: string;
  readonly isArchived: boolean;
}

/** Texts of the form by where they stand in it. */
export const ownersTexts = formLinkFields.filter((name) => linkFields[name].form.at === "owner");
export const previewTexts = formLinkFields.filter((name) => linkFields[name].form.at === "preview");

function textsOf(valueOf: (name: FormLinkField) => string): Record<FormLinkField, string> {
  // Object.fromEntries forgets which keys they are.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(formLinkFields.map((name) => [name, valueOf(name)])) as Record<
    FormLinkField,
    string
  >;
}

export const emptyValues: LinkValues = {
  url: "",
  custom: "",
  ...textsOf(() => ""),
  password: "",
  removePassword: false,
  expiry: "",
  type: "direct",
  isPublic: false,
  hasPreview: false,
  tags: "",
  isArchived: false,
};

export function tagsIn({ tags }: Pick<LinkValues, "tags">): string[] {
  return tags === "" ? [] : tags.split("\n");
}

export function tagsAsText(tags: readonly string[]): string {
  return tags.join("\n");
}

export function valuesOf(link: LinkDetails): LinkValues {
  return {
    url: link.longurl,
    custom: link.alias,
    ...textsOf((name) => link[name]),
    password: "",
    removePassword: false,
    expiry: link.expiry ?? "",
    type: link.type,
    isPublic: link.status === "public",
    hasPreview: previewTexts.some((name) => link[name] !== ""),
    tags: tagsAsText(link.tags),
    isArchived: link.archived,
  };
}

type AddBody = z.input<typeof addLinkBody>;
type UpdateBody = z.input<typeof updateLinkBody>;

/** Fields that are texts in the form and in the contract, and can be emptied. */
const texts = ["expiry", ...formLinkFields] as const;

/** As they would be sent: complete addresses, and no preview where it is switched off. */
function sendable(values: LinkValues): LinkValues {
  return {
    ...values,
    ...textsOf((name) => {
      const { at, as } = linkFields[name].form;
      if (at === "preview" && !values.hasPreview) return "";
      return as === "address" ? completeAddress(values[name]) : values[name];
    }),
    url: completeAddress(values.url),
    custom: values.custom.trim(),
  };
}

/** The body of a new link: only what was given. */
export function addBodyOf(values: LinkValues): AddBody {
  const sent = sendable(values);
  return {
    ...Object.fromEntries(
      (["custom", "password", ...texts] as const)
        .filter((name) => sent[name] !== "")
        .map((name) => [name, sent[name]]),
    ),
    url: sent.url,
    ...(sent.type === "direct" ? {} : { type: sent.type }),
    ...(sent.isPublic ? { status: "public" as const } : {}),
    ...(sent.tags === "" ? {} : { tags: tagsIn(sent) }),
    ...(sent.isArchived ? { archived: true } : {}),
  };
}

/**
 * The body of an edit: what changed, what was emptied, and what each of them was when it was read,
 * so that nobody else's change is undone unseen. The contract wants `url` in any case.
 */
export function updateBodyOf(
  values: LinkValues,
  before: LinkValues,
  hadPassword: boolean,
): UpdateBody {
  const sent = sendable(values);
  const changed = new Set(changedFields(before, sent));
  const given: Record<string, unknown> = {};
  const expected: Record<string, unknown> = { url: before.url };
  const clear: (typeof clearableLinkFields)[number][] = [];
  if (changed.has("custom") && sent.custom !== "") {
    given["custom"] = sent.custom;
    expected["custom"] = before.custom;
  }
  for (const name of texts.filter((one) => changed.has(one))) {
    if (sent[name] === "") clear.push(name);
    else given[name] = sent[name];
    expected[name] = before[name];
  }
  if (changed.has("type")) {
    given["type"] = sent.type;
    expected["type"] = before.type;
  }
  if (changed.has("isPublic")) {
    given["status"] = statusOf(sent);
    expected["status"] = statusOf(before);
  }
  if (changed.has("tags")) {
    given["tags"] = tagsIn(sent);
    expected["tags"] = tagsIn(before);
  }
  if (changed.has("isArchived")) {
    given["archived"] = sent.isArchived;
    expected["archived"] = before.isArchived;
  }
  if (sent.password !== "") given["password"] = sent.password;
  else if (sent.removePassword) clear.push("password");
  if (sent.password !== "" || sent.removePassword) expected["password"] = hadPassword;
  return {
    ...given,
    url: sent.url,
    ...(clear.length === 0 ? {} : { clear }),
    expect: expected,
  };
}

/**
 * Takes an edit back: the values before it, where nobody changed them since. A former password
 * can't come back, as nobody knows it; null where there is nothing else.
 */
export function backBodyOf(
  after: LinkValues,
  before: LinkValues,
  hadPassword: boolean,
): UpdateBody | null {
  const isPasswordNew = after.password !== "" && !hadPassword;
  const kept = {
    ...sendable(after),
    custom: after.custom.trim() === "" ? before.custom : after.custom.trim(),
    password: "",
    removePassword: false,
  };
  const former = { ...before, removePassword: isPasswordNew };
  const isNothing = changedFields(kept, former).length === 0;
  return isNothing ? null : updateBodyOf(former, kept, isPasswordNew);
}

function statusOf({ isPublic }: LinkValues): "public" | "private" {
  return isPublic ? "public" : "private";
}

/** The contract's own schemas say what is wrong, while typing. */
export function linkResolver(before: LinkValues | null): Resolver<LinkValues> {
  return (values) => {
    const checked =
      before === null
        ? addLinkBody.safeParse(addBodyOf(values))
        : updateLinkBody.safeParse(updateBodyOf(values, before, false));
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
      .map(({ path, code, message }) => [nameOf(path[0]), { type: code, message }] as const),
  );
}

function nameOf(field: PropertyKey | undefined): string {
  return field === "archived" ? "isArchived" : String(field);
}

/** docs/contract.md, "Aliases": 3 to 100 letters and digits of any script, `-` and `_`. */
export function isAlias(typed: string): boolean {
  const alias = typed.trim().normalize("NFC");
  return alias === "" || /^[\p{L}\p{M}\p{N}_-]{3,100}$/u.test(alias);
}
