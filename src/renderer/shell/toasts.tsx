import { Button } from "@mantine/core";
import { type NotificationData, notifications } from "@mantine/notifications";
import { t } from "i18next";
import type { ReactNode } from "react";
import { failureText } from "./failureText.ts";
import classes from "./Toasts.module.css";

/** Milliseconds that a message stays while nobody points at it. */
const shownFor = 10_000;

interface Toast {
  /** A second message of the same id takes the first one's place. */
  readonly id?: string;
  readonly text: string;
  /** What else there is to say, below. */
  readonly note?: ReactNode;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** Messages that stand at the same time; the oldest makes room. */
const most = 2;

let said = 0;
let standing: readonly string[] = [];

function show(message: NotificationData & { readonly id: string }): void {
  const { id } = message;
  for (const old of standing.filter((other) => other !== id).slice(0, -(most - 1)))
    notifications.hide(old);
  notifications.hide(id);
  standing = [...standing.filter((other) => other !== id).slice(-(most - 1)), id];
  notifications.show({
    autoClose: shownFor,
    color: "gray",
    ...message,
    closeButtonProps: { "aria-label": t("common.closeMessage") },
    onClose: () => {
      standing = standing.filter((other) => other !== id);
    },
  });
}

function nextId(): string {
  said += 1;
  return `toast-${said}`;
}

export function toast({ id = nextId(), text, note, action }: Toast): void {
  show({
    id,
    message: (
      <div className={classes.row}>
        <div>
          <p>{text}</p>
          {note}
        </div>
        {action !== undefined && (
          <Button variant="default" size="xs" onClick={action.run}>
            {action.label}
          </Button>
        )}
      </div>
    ),
  });
}

/** Stays until it is closed. */
export function toastToTake(message: ReactNode): void {
  show({ id: nextId(), message, autoClose: false });
}

/** The focus was on the message's own button: it goes back to the dialog or screen. */
export function closeToast(id: string): void {
  const message = document.activeElement?.closest(".mantine-Notification-root");
  notifications.hide(id);
  if (message == null) return;
  const around = message.closest<HTMLElement>('[role="dialog"]');
  (around ?? document.querySelector<HTMLElement>("#content"))?.focus();
}

export function showFailure(error: unknown): void {
  const { title, text } = failureText(error, t);
  show({ id: nextId(), title, message: text, color: "red" });
}
