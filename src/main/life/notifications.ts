import { Notification } from "electron";
import type { Notice } from "./notice.ts";

/** Electron lets go of a notification nobody holds, and a click on it then does nothing. */
const shown = new Set<Notification>();

/** Tells natively; where the system can't, nothing is lost but the telling. */
export function showNotice({ title, body, place }: Notice, open: (place?: string) => void): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title, body, silent: true });
  shown.add(notification);
  notification.on("click", () => open(place ?? undefined));
  notification.on("close", () => shown.delete(notification));
  notification.show();
}
