import { t } from "i18next";
import { api } from "../../app/client/api.ts";
import {
  type RecordNamed,
  recordMade,
  recordMadeInView,
  removeRecord,
} from "../../ui/edit/undoToasts.tsx";
import { addressInSentence } from "../../ui/address/readableAddress.ts";
import { AddressReach } from "../../ui/address/AddressReach.tsx";

interface Named {
  readonly id: number;
  readonly shorturl: string;
}

function named({ id, shorturl }: Named): RecordNamed {
  return { kind: "links", id, name: addressInSentence(shorturl) };
}

/** Deletes at once; the way back is offered. */
export async function deleteLink(link: Named): Promise<boolean> {
  return removeRecord(named(link), () => api.call("deleteLink", { params: { id: link.id } }));
}

/** Where the screen shows the new link itself. Answers how to take it back. */
export function linkMadeInView(link: Named, leave: () => void): () => void {
  const record = named(link);
  return recordMadeInView(record, t("links.madeNotCopied", { address: record.name }), leave);
}

export function linkMade(link: Named, isCopied: boolean): void {
  const record = named(link);
  recordMade(record, {
    did: t(isCopied ? "links.made" : "links.madeNotCopied", { address: record.name }),
    note: <AddressReach address={link.shorturl} />,
  });
}
