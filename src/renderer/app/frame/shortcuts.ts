import { useEffect, useLayoutEffect, useRef } from "react";
import { hasSingleKeys } from "../../i18n/preferences.ts";

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
    (target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select"))
  );
}

/** What search fields held when the focus came to them. */
const found = new WeakMap<EventTarget, string>();

/** Sees what was in a search field before anything is typed: that is not its own to take back. */
export function useFoundSearches(): void {
  useEffect(() => {
    const look = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement && target.type === "search" && !found.has(target))
        found.set(target, target.value);
    };
    const forget = ({ target }: FocusEvent) => {
      // Where another window was in front meanwhile, the field had the focus of this one all along.
      if (target !== null && target !== document.activeElement) found.delete(target);
    };
    addEventListener("focusin", look);
    addEventListener("focusout", forget);
    return () => {
      removeEventListener("focusin", look);
      removeEventListener("focusout", forget);
    };
  }, []);
}

/** A field that is empty, or as it was found, has nothing of its own to take back. */
function isForField(event: KeyboardEvent): boolean {
  const { target } = event;
  if (keyOf(event) === "mod+k") return false;
  if (keyOf(event) !== "mod+z" || event.shiftKey) return isTyping(target);
  const hasNothing =
    (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
    (target.value === "" || target.value === found.get(target));
  return isTyping(target) && !hasNothing;
}

/** A letter or a sign alone, which its user may have switched off; the space bar presses what has the focus. */
export function isSwitchedOff({
  key,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">): boolean {
  return !hasSingleKeys() && !ctrlKey && !metaKey && key !== " " && key.length === 1;
}

/** Whether what comes to `target` is the window's: nothing is typed there, no dialog or menu is open. */
export function isWindowFree(target: EventTarget | null): boolean {
  return !isTyping(target) && !isCovered();
}

/** Whether a key is the window's: nothing is typed, no dialog or menu is open. */
function isForWindow(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || isForField(event)) return false;
  if (isSwitchedOff(event)) return false;
  return !wasCovered && !isCovered();
}

function isCovered(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"]') !== null;
}

/** Whether a dialog or a menu was open when the last key went down: what closes it is not for the window as well. */
let wasCovered = false;

/** Looks for dialogs and menus before any of them hears of a key. */
export function useDialogsFirst(): void {
  useLayoutEffect(() => {
    const look = () => {
      wasCovered = isCovered();
    };
    addEventListener("keydown", look, true);
    return () => removeEventListener("keydown", look, true);
  }, []);
}

/** Keys of the whole window; silent while something is typed or a dialog or a menu is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  useKeys((event) => shortcuts[keyOf(event)]);
}

/** Keys of one screen, which mean something else in the rest of the window. */
export function useScreenShortcuts(shortcuts: Shortcuts): void {
  useKeys((event) => shortcuts[keyOf(event)], true);
}

/** Milliseconds in which the second key of two has to come. */
const secondKeyWithin = 1_500;

/** A letter that follows another one: neither does anything else meanwhile. */
export function useLetters(first: string, seconds: Shortcuts): void {
  const begun = useRef(Number.NEGATIVE_INFINITY);
  useKeys((event) => {
    const isSecond = event.timeStamp - begun.current < secondKeyWithin;
    begun.current = Number.NEGATIVE_INFINITY;
    const key = keyOf(event);
    if (isSecond) return seconds[key];
    if (key !== first) return undefined;
    return () => {
      begun.current = event.timeStamp;
    };
  }, true);
}

/** `isEarly`: before whatever has the focus hears of the key. */
function useKeys(
  find: (event: KeyboardEvent) => Shortcuts[string] | undefined,
  isEarly = false,
): void {
  const latest = useRef(find);
  // Before it is drawn: a key that comes as soon as the screen is seen is heard.
  useLayoutEffect(() => {
    latest.current = find;
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isForWindow(event)) return;
      const run = latest.current(event);
      if (run === undefined) return;
      event.preventDefault();
      if (isEarly) event.stopPropagation();
      run(event);
    };
    addEventListener("keydown", listen, isEarly);
    return () => removeEventListener("keydown", listen, isEarly);
  }, [isEarly]);
}
