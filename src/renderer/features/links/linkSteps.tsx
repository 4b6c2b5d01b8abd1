import { t } from "i18next";
import { api } from "../../app/client/api.ts";
import { refreshLinks } from "../../app/client/queries.ts";
import {
  recordMade,
  recordMadeInView,
  removeRecord,
  type Written,
} from "../../ui/edit/undoToasts.tsx";
import { addressInSentence } from "../../ui/address/readableAddress.ts";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { done } from "../../ui/messages/undo.ts";

/** The answer to a new link. */
type CreatedLink = Written & { readonly shorturl: string };

interface NamedLink {
  readonly id: number;
  readonly shorturl: string;
}

/** Deletes at once; the way back is offered. */
export async function deleteLink({ id, shorturl }: NamedLink): Promise<boolean> {
  return removeRecord(addressInSentence(shorturl), () =>
    api.call("deleteLink", { params: { id } }),
  );
}

/** Where the screen shows the new link itself. Answers how to take it back. */
export function linkMadeInView(link: CreatedLink, leave: () => void): () => void {
  const address = addressInSentence(link.shorturl);
  return recordMadeInView(address, link, t("links.madeNotCopied", { address }), leave);
}

export function linkMade(link: CreatedLink, isCopied: boolean): void {
  const address = addressInSentence(link.shorturl);
  recordMade(address, link, {
    did: t(isCopied ? "links.made" : "links.madeNotCopied", { address }),
  });
}

interface ArchivableLink extends NamedLink {
  readonly longurl: string;
}

async function put({ id, longurl }: ArchivableLink, archived: boolean): Promise<void> {
  await api.call("updateLink", { params: { id }, body: { url: longurl, archived } });
}

/** Out of the list of links, or back; it leads on either way. */
export async function archiveLink(link: ArchivableLink, archived: boolean): Promise<void> {
  const name = addressInSentence(link.shorturl);
  const resultText = (isArchived: boolean) =>
    t(isArchived ? "link.isArchived" : "link.isUnarchived", { name });
  try {
    await put(link, archived);
  } catch (error) {
    showFailure(error);
    return;
  }
  done({
    name,
    did: resultText(archived),
    async takeBack() {
      await put(link, !archived);
      await refreshLinks();
      return resultText(!archived);
    },
  });
  await refreshLinks();
}
