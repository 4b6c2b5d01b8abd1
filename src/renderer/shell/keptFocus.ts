import { useEffect } from "react";
import { focusContent } from "./arrival.ts";

/** Milliseconds in which whoever takes something away gives the focus on by itself. */
const settledAfter = 80;

const canHaveKeys =
  ":is(a[href], button, input, select, textarea, [tabindex='0']):not(:disabled, [tabindex='-1'])";

/** What has the focus may be taken away, or be switched off while it works: the keys then stay beside it, or come back to it. */
export function useKeptFocus(): void {
  useEffect(() => {
    /** What had the focus last, and all that it stood in. */
    let path: readonly Element[] = [];
    /** Those that lost the focus without anybody's wish. */
    const wasTaken = new WeakSet<Element>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      timer = undefined;
      const [last, ...places] = path;
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (!isLost || !(last instanceof HTMLElement)) return;
      if (isEnabled(last) && last.checkVisibility()) {
        if (wasTaken.has(last)) last.focus({ preventScroll: true });
      }
      // What is at work can be pressed again afterwards.
      else if (!last.isConnected || !last.matches("[data-loading]")) focusBeside(last, places);
    };
    const look = () => {
      timer ??= setTimeout(keep, settledAfter);
    };
    const observer = new MutationObserver(() => {
      const [last] = path;
      if (last === undefined) return;
      if (!isEnabled(last)) wasTaken.add(last);
      if (wasTaken.has(last)) look();
    });
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element) path = [target, ...around(target)];
    };
    addEventListener("focusin", remember);
    addEventListener("focusout", look);
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ["disabled"],
    });
    return () => {
      removeEventListener("focusin", remember);
      removeEventListener("focusout", look);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
}

function around(element: Element): Element[] {
  const { parentElement } = element;
  return parentElement === null ? [] : [parentElement, ...around(parentElement)];
}

function isEnabled(element: Element): boolean {
  return element.isConnected && !element.matches(":disabled");
}

/** To what stands in its place under the same name, to the list that it stood in, or to what is nearest; of a dialog to the list behind it; else to the screen. */
function focusBeside(gone: Element, places: readonly Element[]): void {
  const name = gone.getAttribute("aria-label");
  for (const place of places) {
    if (place.id === "content") return focusContent();
    if (place === document.body) break;
    if (!place.isConnected) continue;
    // A message that happens to stand there is no place to go on from.
    const found = [...place.querySelectorAll<HTMLElement>(canHaveKeys)].filter(
      (element) =>
        element.checkVisibility() && element.closest(".mantine-Notifications-root") === null,
    );
    const target =
      found.find((element) => name !== null && element.getAttribute("aria-label") === name) ??
      found.find((element) => element.matches("[role=grid]")) ??
      found[0];
    if (target !== undefined) return target.focus({ preventScroll: true });
  }
  const list = document.querySelector<HTMLElement>('#content [role="grid"]');
  if (list === null) focusContent();
  else list.focus({ preventScroll: true });
}
