import { t } from "i18next";
import { api } from "../../../app/client/api.ts";
import { refreshLinks } from "../../../app/client/queries.ts";
import { addressInSentence } from "../../../ui/address/readableAddress.ts";
import { showFailure } from "../../../ui/messages/toasts.tsx";
import { done } from "../../../ui/messages/undo.ts";

interface Kept {
  readonly id: number;
  readonly shorturl: string;
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
