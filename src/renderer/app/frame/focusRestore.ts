import { useEffect } from "react";

/** Milliseconds in which whoever takes something away gives the focus on by itself. */
const settledAfter = 80;

/** Milliseconds in which the trap of what was just opened focuses its beginning, by timers. */
const trappedWithin = 500;

const canHaveKeys =
  ":is(a[href], button, input, select, textarea, [tabindex='0']):not(:disabled, [tabindex='-1'])";

const dialogs = "[role=dialog], [role=menu]";

/** What had the focus before it came into a dialog or a menu, and before that one's own opener. */
const openers = new WeakMap<Element, readonly Element[]>();

/** The keys go to the screen itself: none of its fields takes them. */
export function focusContent(): void {
  document.querySelector<HTMLElement>("#content")?.focus({ preventScroll: true });
}

/**
 * What has the focus may be taken away, or be switched off while it works: the keys then stay beside
 * it, or come back to it. From a dialog or a menu that closes they go back to what opened it.
 */
export function useFocusRestore(): void {
  useEffect(() => {
    /** What had the focus last, and all that it stood in. */
    let path: readonly Element[] = [];
    /** Those that lost the focus without anybody's wish. */
    const wasDisabled = new WeakSet<Element>();
    /** What gave the focus to nothing: a dialog that opens then was not opened from there. */
    let left: EventTarget | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      timer = undefined;
      const [last, ...places] = path;
      if (!isLost() || !(last instanceof HTMLElement)) return;
      if (canTakeKeys(last)) {
        if (wasDisabled.has(last)) last.focus({ preventScroll: true });
      }
      // What is at work can be pressed again afterwards.
      else if (!last.isConnected || !last.matches("[data-loading]")) focusBeside(last, places);
    };
    const look = () => {
      timer ??= setTimeout(keep, settledAfter);
    };
    const observer = new MutationObserver((changes) => {
      // A focus trap waits for a timer: keys that are typed ahead would go to what lies behind a dialog.
      for (const { addedNodes } of changes) for (const added of addedNodes) enter(added);
      const [last] = path;
      if (last === undefined) return;
      if (!isEnabled(last)) wasDisabled.add(last);
      if (!wasDisabled.has(last) || !isLost()) return;
      // The next key may come before any timer.
      const target = placeToGoOn(path);
      if (target === undefined) look();
      else target.focus({ preventScroll: true });
    });
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const [last] = path;
      const before = last !== undefined && last === left && canTakeKeys(last) ? [] : path;
      left = null;
      path = [target, ...around(target)];
      for (const place of path)
        if (place.matches(dialogs) && !openers.has(place))
          openers.set(place, [...before.slice(0, 1), ...before.flatMap(openersOf)]);
    };
    const forget = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget === null) left = target;
      look();
    };
    addEventListener("focusin", remember);
    addEventListener("focusout", forget);
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ["disabled"],
    });
    return () => {
      removeEventListener("focusin", remember);
      removeEventListener("focusout", forget);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
}

/** The keys go into a dialog or a menu as soon as the place in it is there that they begin at. */
function enter(added: Node): void {
  if (!(added instanceof Element)) return;
  const first = added.matches("[data-autofocus]") ? added : added.querySelector("[data-autofocus]");
  const opened = first?.closest(dialogs) ?? null;
  if (!(first instanceof HTMLElement) || opened === null) return;
  const hasKeys = () => opened.contains(document.activeElement);
  if (hasKeys()) return;
  first.focus({ preventScroll: true });
  // Keys that were typed ahead may have led on in it by then: the focus stays where they led.
  first.focus = (options) => {
    if (!hasKeys()) HTMLElement.prototype.focus.call(first, options);
  };
  setTimeout(() => Reflect.deleteProperty(first, "focus"), trappedWithin);
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function around(element: Element): Element[] {
  const { parentElement } = element;
  return parentElement === null ? [] : [parentElement, ...around(parentElement)];
}

function openersOf(place: Element): readonly Element[] {
  return openers.get(place) ?? [];
}

function isEnabled(element: Element): boolean {
  return element.isConnected && !element.matches(":disabled");
}

function canTakeKeys(element: Element): boolean {
  return isEnabled(element) && element.checkVisibility();
}

/** Where the keys belong without a doubt: where they were, at what opened a dialog that is gone, or at what came in the place of what is gone. */
function placeToGoOn([last, ...places]: readonly Element[]): HTMLElement | undefined {
  if (!(last instanceof HTMLElement)) return undefined;
  if (canTakeKeys(last)) return last;
  if (last.isConnected) return undefined;
  const opener = places
    .filter((place) => !place.isConnected)
    .flatMap(openersOf)
    .filter((element) => element instanceof HTMLElement)
    .find(canTakeKeys);
  const place = places.find(({ isConnected }) => isConnected);
  if (opener !== undefined || place === undefined || place === document.body) return opener;
  return namesake(last, keyPlaces(place));
}

/** What may have the keys in a place. A message that happens to stand there is no place to go on from. */
function keyPlaces(place: Element): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>(canHaveKeys)].filter(
    (element) =>
      element.checkVisibility() && element.closest(".mantine-Notifications-root") === null,
  );
}

function namesake(gone: Element, among: readonly HTMLElement[]): HTMLElement | undefined {
  const name = gone.getAttribute("aria-label");
  return among.find((element) => name !== null && element.getAttribute("aria-label") === name);
}

/** To what stands in its place under the same name, to the list that it stood in, or to what is nearest; of a dialog to the list behind it; else to the screen. */
function focusBeside(gone: Element, places: readonly Element[]): void {
  for (const place of places) {
    if (place.id === "content") return focusContent();
    if (place === document.body) break;
    if (!place.isConnected) continue;
    const found = keyPlaces(place);
    const target =
      namesake(gone, found) ?? found.find((element) => element.matches("[role=grid]")) ?? found[0];
    if (target !== undefined) return target.focus({ preventScroll: true });
  }
  const list = document.querySelector<HTMLElement>('#content [role="grid"]');
  if (list === null) focusContent();
  else list.focus({ preventScroll: true });
}
