import type { FocusEvent } from "react";

/** What has the focus in a popover keeps Escape from the dialog around it: the library's dialog asks the very element. */
export function keepsEscape({ target }: FocusEvent<HTMLElement>): void {
  target.setAttribute("data-mantine-stop-propagation", "true");
}
