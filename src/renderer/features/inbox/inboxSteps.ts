import { t, type TFunction } from "i18next";
import type { ReceivedAnswer } from "../../../contract/resources/inbox.ts";
import { api, queryClient } from "../../app/client/api.ts";
import { toast } from "../../ui/messages/toasts.tsx";
import { done } from "../../ui/messages/undo.ts";

/** Who wrote it, as well as it is known. */
export function nameOfAnswer(
  { name, email, phone }: Pick<ReceivedAnswer, "name" | "email" | "phone">,
  words: TFunction,
): string {
  return name || email || phone || words("inbox.nobody");
}

async function refreshInbox(): Promise<void> {
  await queryClient.refresh(["inbox"], ["overlays"], ["service"]);
}

/** Marks messages as read, or as unread; with a word about it, and the way back, where it was asked for. */
export async function markAnswers(
  ids: readonly number[],
  read: boolean,
  { announces = false }: { readonly announces?: boolean } = {},
): Promise<void> {
  const mark = async (which: readonly number[], wanted: boolean) => {
    const { changed } = await api.call("readInbox", { body: { ids: [...which], read: wanted } });
    return changed;
  };
  const changed = await mark(ids, read);
  if (announces && changed.length > 0) {
    const counts = { count: changed.length, formatted: String(changed.length) };
    done({
      name: t("inbox.title"),
      did: read ? t("inbox.marked", counts) : t("inbox.unmarked", counts),
      async takeBack() {
        await mark(changed, !read);
        await refreshInbox();
        return t("inbox.takenBack");
      },
    });
  }
  await refreshInbox();
}

/** For good: it stays in no history. */
export async function deleteAnswers(ids: readonly number[]): Promise<void> {
  const { answers } = await api.call("deleteInbox", { body: { ids: [...ids] } });
  await refreshInbox();
  const text = t("inbox.deleted", { count: answers, formatted: String(answers) });
  toast({ id: "inbox", text });
}
