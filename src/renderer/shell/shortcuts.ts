import { useEffect, useRef } from "react";
import { hasSingleKeys } from "../i18n/singleKeys.ts";

export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** A key by its Latin name, so that shortcuts work with every keyboard layout. */
function keyOf(event: KeyboardEvent): string {
  const key = event.key === "؟" ? "?" : event.key;
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  const isForeign = key.length === 1 && key.charCodeAt(0) > 127;
  const plain = isForeign && letter !== undefined ? letter.toLowerCase() : key.toLowerCase();
  return event.ctrlKey || event.metaKey ? `mod+${plain}` : plain;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  );
}

/** An empty field has nothing of its own to take back. */
function isForField(event: KeyboardEvent): boolean {
  const { target } = event;
  if (keyOf(event) !== "mod+z" || event.shiftKey) return isTyping(target);
  const isEmpty =
    (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
    target.value === "";
  return isTyping(target) && !isEmpty;
}

/** A letter or a sign alone, which its user may have switched off; the space bar presses what has the focus. */
export function isSwitchedOff({
  key,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">): boolean {
  return !hasSingleKeys() && !ctrlKey && !metaKey && key !== " " && key.length === 1;
}

/** Keys of the whole window; silent while something is typed or a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isForField(event)) return;
      if (isSwitchedOff(event)) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      const run = latest.current[keyOf(event)];
      if (run === undefined) return;
      event.preventDefault();
      run(event);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
