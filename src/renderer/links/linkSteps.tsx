import { t } from "i18next";
import { addressInSentence } from "../readableAddress.ts";
import { api } from "../api.ts";
import type { Input } from "../client.ts";
import { refreshLinks } from "../queries.ts";
import { AddressReach } from "../shell/AddressReach.tsx";
import { showFailure } from "../shell/toasts.tsx";
import { done, keepStep } from "../shell/undo.ts";

interface Named {
  readonly id: number;
  readonly shorturl: string;
}

async function remove({ id }: Named): Promise<void> {
  await api.call("deleteLink", { params: { id } });
  await refreshLinks();
}

/** Deletes at once; the way back is offered. */
export async function deleteLink(link: Named): Promise<boolean> {
  try {
    await remove(link);
  } catch (error) {
    showFailure(error);
    return false;
  }
  const name = addressInSentence(link.shorturl);
  done({
    name,
    did: t("links.deleted", { name }),
    async takeBack() {
      await api.call("restoreLink", { params: { id: link.id } });
      await refreshLinks();
      return t("links.restored", { name });
    },
  });
  return true;
}

/** The same where the screen shows the new link itself. Answers how to take it back. */
export function linkMadeInView(link: Named, leave: () => void): () => void {
  const name = addressInSentence(link.shorturl);
  return keepStep({
    name,
    did: t("editor.madeNotCopied", { address: name }),
    async takeBack() {
      await remove(link);
      leave();
      return t("links.unmade", { name });
    },
  });
}

export function linkMade(link: Named, isCopied: boolean): void {
  const name = addressInSentence(link.shorturl);
  done({
    name,
    did: t(isCopied ? "editor.made" : "editor.madeNotCopied", { address: name }),
    note: <AddressReach address={link.shorturl} />,
    async takeBack() {
      await remove(link);
      return t("links.unmade", { name });
    },
  });
}

/** `back` puts the former values back, or is null where the service has no way to them. */
export function linkEdited(link: Named, back: Input<"updateLink">["body"] | null): void {
  const name = addressInSentence(link.shorturl);
  done({
    name,
    did: t("links.edited", { name }),
    async takeBack() {
      if (back === null) return t("links.notUnedited", { name });
      await api.call("updateLink", { params: { id: link.id }, body: back });
      await refreshLinks();
      return t("links.unedited", { name });
    },
  });
}
