import { t } from "i18next";
import { api, queryClient } from "../../app/client/api.ts";
import { refreshLinks } from "../../app/client/queries.ts";
import { showFailure, toast } from "../../ui/messages/toasts.tsx";
import { done } from "../../ui/messages/undo.ts";

/** Seconds that the taking back is waited for. */
const wait = 10;

async function refreshTags(): Promise<void> {
  await Promise.all([queryClient.refresh(["tags"]), refreshLinks()]);
}

/** Takes change sets back, the last one first, as far as nobody changed the same since. */
async function takeBack(changes: readonly number[]): Promise<string> {
  let isWhole = true;
  for (const id of changes.toReversed()) {
    const call = { params: { id } };
    const looked = await api.call("undoChange", { ...call, body: { preview: true } });
    if (!("preview" in looked)) throw new Error("A preview was asked for.");
    const { token, conflictCount } = looked.preview;
    await api.call("undoChange", { ...call, body: { token, wait } });
    isWhole &&= conflictCount === 0;
  }
  await refreshTags();
  return t(isWhole ? "tags.takenBack" : "tags.takenBackPartly");
}

function showUndo(did: string, name: string, changes: readonly number[]): void {
  if (changes.length === 0) toast({ text: did });
  else done({ did, name, takeBack: () => takeBack(changes) });
}

interface TagUpdate {
  readonly name?: string;
  readonly color?: string;
}

async function update(tag: string, body: TagUpdate): Promise<readonly number[]> {
  const { change } = await api.call("updateTag", { params: { tag }, body });
  return change === null ? [] : [change];
}

/** Its name on all links, its color; throws what the service says. */
export async function updateTag(tag: string, { name, color }: TagUpdate): Promise<void> {
  const changes = [
    ...(color === undefined ? [] : await update(tag, { color })),
    ...(name === undefined ? [] : await update(tag, { name })),
  ];
  const did = name === undefined ? t("tags.painted", { tag }) : t("tags.renamed", { tag, name });
  showUndo(did, tag, changes);
  await refreshTags();
}

/** Several become one; throws what the service says, with what was done until then said. */
export async function joinTags(tags: readonly string[], name: string): Promise<void> {
  const changes: number[] = [];
  try {
    for (const tag of tags) changes.push(...(await update(tag, { name })));
  } finally {
    if (changes.length > 0)
      showUndo(t("tags.joined", { tags: tags.join(t("common.comma")), name }), name, changes);
    await refreshTags();
  }
}

/** Off all links at once; the way back is offered. */
export async function deleteTags(tags: readonly string[]): Promise<void> {
  const changes: number[] = [];
  const gone: string[] = [];
  try {
    for (const tag of tags) {
      const { change } = await api.call("deleteTag", { params: { tag } });
      gone.push(tag);
      if (change !== null) changes.push(change);
    }
  } catch (error) {
    showFailure(error);
  }
  const [tag = ""] = gone;
  if (gone.length === 1) showUndo(t("tags.deleted", { tag }), tag, changes);
  else if (gone.length > 1)
    showUndo(t("tags.deletedMany", { tags: gone.join(t("common.comma")) }), tag, changes);
  await refreshTags();
}
