import { t } from "i18next";
import { api, queryClient } from "../api.ts";
import { refreshLinks } from "../queries.ts";
import { showFailure, toast } from "../shell/toasts.tsx";

async function refreshTags(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ["tags"] }), refreshLinks()]);
}

/** On all links; throws what the service says. */
export async function renameTag(tag: string, name: string): Promise<void> {
  await api.call("updateTag", { params: { tag }, body: { name } });
  await refreshTags();
  toast({ text: t("tags.renamed", { tag, name }) });
}

/** Off all links at once. */
export async function deleteTag(tag: string): Promise<void> {
  try {
    await api.call("deleteTag", { params: { tag } });
    await refreshTags();
    toast({ text: t("tags.deleted", { tag }) });
  } catch (error) {
    showFailure(error);
  }
}
