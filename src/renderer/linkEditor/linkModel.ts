import { completeAddress } from "../../contract/completeAddress.ts";
import { sentTimestamp } from "../../contract/fields.ts";
import { type FormLinkField, formLinkFields, linkFields } from "../../contract/linkFields.ts";
import { type LinkDetails, linkOperations } from "../../contract/links.ts";
import { api } from "../api.ts";
import { type RecordModel, sending } from "../edit/recordModel.ts";
import { linkMade } from "../links/linkSteps.tsx";
import { refreshLinks } from "../queries.ts";
import { addressInSentence } from "../readableAddress.ts";
import { copyText } from "../shell/clipboard.tsx";

/** What the form's inputs hold, mostly under the contract's names. An empty text means "not given". */
export type LinkValues = Readonly<Record<FormLinkField, string>> & OwnValues;

interface OwnValues {
  readonly url: string;
  readonly custom: string;
  readonly password: string;
  /** Whether the link has one already, which nobody can read. */
  readonly hasPassword: boolean;
  readonly removePassword: boolean;
  /** A timestamp of the contract, or what was typed where that is no moment. */
  readonly expiry: string;
  readonly type: string;
  readonly isPublic: boolean;
  /** Whether the link has a preview of its own; without one, the target's is shared. */
  readonly hasPreview: boolean;
  readonly tags: readonly string[];
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

/** Fields of the form that stand for one of the contract's. */
const places: Readonly<Record<string, keyof LinkValues | undefined>> = {
  archived: "isArchived",
  status: "isPublic",
};

export const linkModel: RecordModel<
  LinkValues,
  LinkDetails,
  { readonly id: number; readonly shorturl: string }
> = {
  kind: "links",
  empty: {
    url: "",
    custom: "",
    ...textsOf(() => ""),
    password: "",
    hasPassword: false,
    removePassword: false,
    expiry: "",
    type: "direct",
    isPublic: false,
    hasPreview: false,
    tags: [],
    isArchived: false,
  },
  valuesOf: (link) => ({
    url: link.longurl,
    custom: link.alias,
    ...textsOf((name) => link[name]),
    password: "",
    hasPassword: link.password,
    removePassword: false,
    expiry: link.expiry ?? "",
    type: link.type,
    isPublic: link.status === "public",
    hasPreview: previewTexts.some((name) => link[name] !== ""),
    tags: link.tags,
    isArchived: link.archived,
  }),
  sentOf: (values) => ({
    url: completeAddress(values.url),
    custom: values.custom.trim() || undefined,
    ...textsOf((name) => {
      const { at, as } = linkFields[name].form;
      if (at === "preview" && !values.hasPreview) return "";
      return as === "address" ? completeAddress(values[name]) : values[name];
    }),
    password: values.password || (values.removePassword ? null : undefined),
    expiry: values.expiry,
    type: values.type,
    status: values.isPublic ? "public" : "private",
    tags: values.tags,
    archived: values.isArchived,
  }),
  // The password itself is never answered.
  shownOf: ({ hasPassword }) => ({ password: hasPassword }),
  clearable: ["password", "expiry", "tags", ...formLinkFields],
  always: ["url"],
  nameOf: ({ custom }, link) => {
    if (link === null) return custom;
    const base = link.shorturl.slice(0, link.shorturl.lastIndexOf("/"));
    return addressInSentence(custom.trim() === "" ? link.shorturl : `${base}/${custom.trim()}`);
  },
  read: async (id, signal) => (await api.call("getLink", { params: { id } }, signal)).details,
  add: sending(linkOperations.addLink.body, (body) => api.call("addLink", { body })),
  update: (id) =>
    sending(linkOperations.updateLink.body, (body) =>
      api.call("updateLink", { params: { id }, body }),
    ),
  refresh: refreshLinks,
  fieldOf: (field) => places[field],
  check: (values, before, t) => ({
    ...(values.url.trim() === "" ? { url: t("faults.needed") } : {}),
    ...(isMomentWrong(values.expiry) ? { expiry: t("faults.expiry") } : {}),
    ...(values.custom !== before?.custom && !isAlias(values.custom)
      ? { custom: t("faults.aliasLetters") }
      : {}),
  }),
  secrets: ["password", "hasPassword", "removePassword"],
  sayMade: async (link) => linkMade(link, await copyText(link.shorturl)),
};

/** What was typed and is no moment stays as it was typed. */
function isMomentWrong(expiry: string): boolean {
  return expiry !== "" && !sentTimestamp.safeParse(expiry).success;
}

/** docs/contract.md, "Aliases": 3 to 100 letters and digits of any script, `-` and `_`. */
export function isAlias(typed: string): boolean {
  const alias = typed.trim().normalize("NFC");
  return alias === "" || /^[\p{L}\p{M}\p{N}_-]{3,100}$/u.test(alias);
}
