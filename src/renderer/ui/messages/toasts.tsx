import { Button, Group } from "@mantine/core";
import { type NotificationData, notifications } from "@mantine/notifications";
import { t } from "i18next";
import type { ReactNode } from "react";
import { failureText } from "./failureText.ts";
import classes from "./Toasts.module.css";

/** Milliseconds that a message stays while nobody points at it; longer where it offers a way back. */
const [shownFor, offeredFor] = [4_000, 10_000];

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

interface Standing {
  readonly id: string;
  /** Something can be done with it, as taking back what it tells: what is merely said makes room first. */
  readonly isOffer: boolean;
}

let count = 0;
let standing: readonly Standing[] = [];

function leave(id: string): void {
  standing = standing.filter((other) => other.id !== id);
  notifications.hide(id);
}

function show({
  isOffer = false,
  ...message
}: NotificationData & { readonly id: string; readonly isOffer?: boolean }): void {
  const { id } = message;
  leave(id);
  while (standing.length >= most) {
    const goes = standing.find((one) => !one.isOffer) ?? standing[0];
    if (goes !== undefined) leave(goes.id);
  }
  standing = [...standing, { id, isOffer }];
  notifications.show({
    autoClose: isOffer ? offeredFor : shownFor,
    color: "gray",
    className: `${classes.toast} ${isOffer ? classes.offer : ""}`,
    ...message,
    closeButtonProps: { "aria-label": t("common.closeMessage") },
    onClose: () => {
      standing = standing.filter((other) => other.id !== id);
    },
  });
}

function nextId(): string {
  count += 1;
  return `toast-${count}`;
}

export function toast({ id = nextId(), text, note, action }: Toast): void {
  show({
    id,
    isOffer: action !== undefined,
    message: (
      <Group className={classes.row} gap="sm" justify="space-between" wrap="nowrap">
        <div>
          <p>{text}</p>
          {note}
        </div>
        {action !== undefined && (
          <Button variant="subtle" size="xs" onClick={action.run}>
            {action.label}
          </Button>
        )}
      </Group>
    ),
  });
}

/** Stays until it is closed. */
export function toastToTake(message: ReactNode): void {
  show({ id: nextId(), isOffer: true, message, autoClose: false });
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
