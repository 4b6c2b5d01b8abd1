import { notifications } from "@mantine/notifications";
import { t } from "i18next";
import { createElement } from "react";
import { addressInSentence } from "../addresses.ts";
import { api } from "../api.ts";
import { refreshLinks } from "../queries.ts";
import { announce } from "../shell/announcements.ts";
import { failureText } from "../shell/failureText.ts";
import { UndoMessage } from "./UndoMessage.tsx";

interface Deletable {
  readonly id: number;
  readonly shorturl: string;
}

/** How long a deletion offers its undo, in milliseconds. */
const undoFor = 10_000;

const undoable: Deletable[] = [];

function forget(link: Deletable): void {
  const place = undoable.indexOf(link);
  if (place >= 0) undoable.splice(place, 1);
}

function noticeId({ id }: Deletable): string {
  return `deleted-${id}`;
}

export function showFailure(error: unknown): void {
  const { title, text } = failureText(error, t);
  notifications.show({ title, message: text, color: "red", autoClose: undoFor });
}

/** Deletes at once, and offers to take it back for ten seconds. */
export async function deleteLink(link: Deletable): Promise<boolean> {
  try {
    await api.call("deleteLink", { params: { id: link.id } });
  } catch (error) {
    showFailure(error);
    return false;
  }
  undoable.push(link);
  const name = addressInSentence(link.shorturl);
  notifications.show({
    id: noticeId(link),
    message: createElement(UndoMessage, { name, undo: () => void restore(link) }),
    autoClose: undoFor,
    onClose: () => forget(link),
    closeButtonProps: { "aria-label": t("common.close") },
  });
  await refreshLinks();
  return true;
}

async function restore(link: Deletable): Promise<void> {
  forget(link);
  notifications.hide(noticeId(link));
  try {
    await api.call("restoreLink", { params: { id: link.id } });
    announce(t("links.restored", { name: addressInSentence(link.shorturl) }));
    await refreshLinks();
  } catch (error) {
    showFailure(error);
  }
}

export async function undoLastDeletion(): Promise<void> {
  const last = undoable.at(-1);
  if (last !== undefined) await restore(last);
}
