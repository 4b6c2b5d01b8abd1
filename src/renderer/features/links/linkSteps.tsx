import { t } from "i18next";
import { api } from "../../app/client/api.ts";
import { refreshLinks } from "../../app/client/queries.ts";
import {
  type RecordNamed,
  recordMade,
  recordMadeInView,
  removeRecord,
} from "../../ui/edit/undoToasts.tsx";
import { addressInSentence } from "../../ui/address/readableAddress.ts";
import { AddressReach } from "../../ui/address/AddressReach.tsx";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { done } from "../../ui/messages/undo.ts";

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

interface Kept extends Named {
  readonly longurl: string;
}

async function put({ id, longurl }: Kept, archived: boolean): Promise<void> {
  await api.call("updateLink", { params: { id }, body: { url: longurl, archived } });
}

/** Out of the list of links, or back; it leads on either way. */
export async function archiveLink(link: Kept, archived: boolean): Promise<void> {
  const name = addressInSentence(link.shorturl);
  const said = (isArchived: boolean) =>
    t(isArchived ? "link.isArchived" : "link.isUnarchived", { name });
  try {
    await put(link, archived);
  } catch (error) {
    showFailure(error);
    return;
  }
  done({
    name,
    did: said(archived),
    async takeBack() {
      await put(link, !archived);
      await refreshLinks();
      return said(!archived);
    },
  });
  await refreshLinks();
}
