import { useLayoutEffect } from "react";

/** Milliseconds in which a dialog that closes gives the focus back by itself, or another one takes it. */
const settledAfter = 40;

/** Gives the focus back to what opened a dialog, or to the list where that is gone with what it was done to. */
export function useReturnFocus(isOpen: boolean): void {
  // Before the effects of what is in the dialog, which take the focus.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const opener = document.activeElement;
    return () => {
      const last = document.activeElement;
      setTimeout(() => {
        const focused = document.activeElement;
        if (focused !== null && focused !== document.body && focused !== last) return;
        const isThere = opener instanceof HTMLElement && opener !== document.body;
        const target =
          isThere && opener.isConnected
            ? opener
            : document.querySelector<HTMLElement>('#content [role="grid"]');
        target?.focus({ preventScroll: true });
      }, settledAfter);
    };
  }, [isOpen]);
}
