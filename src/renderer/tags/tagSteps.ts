import { t } from "i18next";
import { api, queryClient } from "../api.ts";
import { refreshLinks } from "../queries.ts";
import { showFailure, toast } from "../shell/toasts.tsx";
import { done } from "../shell/undo.ts";

/** Seconds that the taking back is waited for. */
const wait = 10;

async function refreshTags(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ["tags"] }), refreshLinks()]);
}

/** Takes a change set back, as far as nobody changed the same since. */
async function takeBack(change: number): Promise<string> {
  const call = { params: { id: change } };
  const looked = await api.call("undoChange", { ...call, body: { preview: true } });
  if (!("preview" in looked)) throw new Error("A preview was asked for.");
  const { token, conflictCount } = looked.preview;
  await api.call("undoChange", { ...call, body: { token, wait } });
  await refreshTags();
  return t(conflictCount === 0 ? "tags.takenBack" : "tags.takenBackPartly");
}

function say(did: string, tag: string, change: number | null): void {
  if (change === null) toast({ text: did });
  else done({ did, name: tag, takeBack: () => takeBack(change) });
}

/** On all links; throws what the service says. */
export async function renameTag(tag: string, name: string): Promise<void> {
  const { change } = await api.call("updateTag", { params: { tag }, body: { name } });
  await refreshTags();
  say(t("tags.renamed", { tag, name }), tag, change);
}

/** Off all links at once; the way back is offered. */
export async function deleteTag(tag: string): Promise<void> {
  try {
    const { change } = await api.call("deleteTag", { params: { tag } });
    await refreshTags();
    say(t("tags.deleted", { tag }), tag, change);
  } catch (error) {
    showFailure(error);
  }
}
