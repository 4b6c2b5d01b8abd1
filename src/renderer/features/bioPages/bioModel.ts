import { bioPageOperations } from "../../../contract/resources/bioPages.ts";
import {
  type BioButtons,
  type BioTheme,
  ownPicture,
} from "../../../contract/fields/shownFields.ts";
import { completeAddress } from "../../../contract/fields/completeAddress.ts";
import type { ResponseOf } from "../../../contract/operation.ts";
import { isAlias } from "../links/editor/linkModel.ts";
import { api, queryClient } from "../../app/client/api.ts";
import { type RecordModel, sending } from "../../ui/edit/recordModel.ts";

export type BioPage = ResponseOf<typeof bioPageOperations.getBioPage>["details"];
export type ListedBioPage = ResponseOf<
  typeof bioPageOperations.listBioPages
>["data"]["bios"][number];

export interface BioLink {
  /** Its own in this form alone: tells apart what is alike. */
  readonly key: number;
  readonly title: string;
  readonly url: string;
}

export interface BioValues {
  readonly name: string;
  readonly description: string;
  readonly avatar: string;
  readonly theme: BioTheme;
  readonly buttons: BioButtons;
  readonly hidecredit: boolean;
  readonly alias: string;
  /** The base of its addresses; "": the service's own. */
  readonly domain: string;
  readonly isPublic: boolean;
  readonly links: readonly BioLink[];
}

export async function refreshBioPages(): Promise<void> {
  await queryClient.refresh(["bio"], ["picked", "bio"]);
}

export function keyed(links: readonly { readonly title: string; readonly url: string }[]) {
  return links.map(({ title, url }, key) => ({ key, title, url }));
}

/** Whether nothing stands in it: it is passed over. */
export function isBlank({ title, url }: BioLink): boolean {
  return title.trim() === "" && url.trim() === "";
}

export function sentLinks(links: readonly BioLink[]): { title: string; url: string }[] {
  return links
    .filter((link) => !isBlank(link))
    .map(({ title, url }) => ({ title: title.trim(), url: completeAddress(url) }));
}

export const bioModel: RecordModel<BioValues, BioPage> = {
  kind: "bio",
  empty: {
    name: "",
    description: "",
    avatar: "",
    theme: "paper",
    buttons: "rounded",
    hidecredit: false,
    alias: "",
    domain: "",
    isPublic: true,
    links: [{ key: 0, title: "", url: "" }],
  },
  valuesOf: ({ id: _id, shorturl: _shorturl, date: _date, channel: _channel, ...details }) => {
    const { status, links, ...shown } = details;
    return { ...shown, isPublic: status === "public", links: keyed(links) };
  },
  sentOf: ({ alias, isPublic, links, ...values }) => ({
    ...values,
    avatar: ownPicture.test(values.avatar) ? values.avatar : completeAddress(values.avatar),
    custom: alias.trim() || undefined,
    status: isPublic ? "public" : "private",
    links: sentLinks(links),
  }),
  // A new one is public unless its maker says otherwise: the window says so in any case.
  always: ["status"],
  clearable: ["description", "avatar", "domain"],
  nameOf: ({ name }) => name.trim(),
  read: async (id, signal) => (await api.call("getBioPage", { params: { id } }, signal)).details,
  add: sending("addBioPage", {}),
  update: (id) => sending("updateBioPage", { id }),
  refresh: refreshBioPages,
  fieldOf: (field) => (field === "status" ? "isPublic" : field === "custom" ? "alias" : undefined),
  check: ({ name, alias }, _before, t) => ({
    ...(name.trim() === "" ? { name: t("faults.missing") } : {}),
    ...(isAlias(alias) ? {} : { alias: t("faults.aliasLetters") }),
  }),
};

/** Where a QR code for it is made. */
export function studioOf({ name, shorturl }: { readonly name: string; readonly shorturl: string }) {
  return `/qr/new?${new URLSearchParams({ type: "link", data: shorturl, name }).toString()}`;
}
