import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import type { Say } from "./words.ts";

/**
 * The arrow that goes on in the direction of reading. One test presses it both ways; keys that are
 * the same in each language are pressed in one, and the mouse goes everywhere in both.
 */
export const onward = { en: "ArrowRight", fa: "ArrowLeft" } as const;

/** Presses of Tab that anybody may be asked for: what is farther away needs a key of its own. */
const mostTabs = 25;

/** A window that is worked with by keys alone: after each of them the focus has to be seen. */
export interface Keys {
  /** One after the other; two letters that belong together (`g l`) without a pause. */
  press(...keys: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Goes on with Tab, or back with Shift and Tab, or on with another key, until it has the focus. */
  to(target: Locator, key?: string): Promise<void>;
  /** Goes there and presses: Enter, unless said otherwise. */
  on(target: Locator, key?: string): Promise<void>;
  /** Goes there and puts a text in place of the one that is there. */
  write(target: Locator, text: string): Promise<void>;
  /** Goes there and takes the first of what its list offers for some letters. */
  pick(target: Locator, letters: string, option: string | RegExp): Promise<void>;
}

export function keysOf(page: Page): Keys {
  const press: Keys["press"] = async (...keys) => {
    for (const key of keys) {
      // A person types the second while a busy window has yet to hear of the first.
      await Promise.all(key.split(" ").map(async (one) => page.keyboard.press(one)));
      await expectFocusSeen(page, key);
    }
  };
  const type: Keys["type"] = async (text) => {
    await page.keyboard.type(text);
    await expectFocusSeen(page, text);
  };
  const to: Keys["to"] = async (target, given) => {
    await expect(target.first()).toBeAttached();
    await expectDialogEntered(target);
    for (let presses = 0; presses <= mostTabs; presses += 1) {
      const place = await placeOf(target);
      if (place === "here") return expectFocusSeen(page, String(target));
      await press(given ?? (place === "behind" ? "Shift+Tab" : "Tab"));
    }
    throw new Error(`More than ${mostTabs} presses of ${given ?? "Tab"} away: ${String(target)}`);
  };
  const on: Keys["on"] = async (target, key = "Enter") => {
    await to(target);
    await press(key);
  };
  return {
    press,
    type,
    to,
    on,
    async write(target, text) {
      await to(target);
      await press("Control+a");
      if (text === "") return press("Delete");
      await type(text.slice(0, 1));
      // The rest at once, as an input method gives it: what each key costs hides in a person's pauses.
      await page.keyboard.insertText(text.slice(1));
      await expectFocusSeen(page, text);
    },
    async pick(target, letters, option) {
      await to(target);
      await type(letters);
      await expect(page.getByRole("option", { name: option }).first()).toBeVisible();
      const chosen = page
        .locator("[role=option][data-combobox-selected]")
        .filter({ visible: true });
      // What is typed is searched a moment later: the arrow goes to what was found by then.
      await expect(async () => {
        await press("ArrowDown");
        await expect(chosen).toContainText(option, { timeout: 500 });
      }).toPass({ timeout: 10_000 });
      await press("Enter");
    },
  };
}

/** Where it stands, seen from what has the focus: behind, if all of it does. */
async function placeOf(target: Locator): Promise<"here" | "behind" | "ahead"> {
  return target.evaluateAll((found) => {
    const { activeElement } = document;
    if (found.some((element) => element === activeElement)) return "here";
    const isBehind = (element: Element) => {
      const place = activeElement?.compareDocumentPosition(element) ?? 0;
      return (place & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
    };
    return found.every(isBehind) ? "behind" : "ahead";
  });
}

/** What opens takes the keys into itself as soon as it is drawn: a Tab before that goes on behind it. */
async function expectDialogEntered(target: Locator): Promise<void> {
  const isEntered = () =>
    target.first().evaluate((element) => {
      const dialog = element.closest("[role=dialog]");
      return dialog === null || dialog.contains(document.activeElement);
    });
  await expect.poll(isEntered, { message: "the keys are in what was opened" }).toBe(true);
}

/** A moment later at the latest: what opens or closes takes the focus once it is drawn. */
async function expectFocusSeen(page: Page, after: string): Promise<void> {
  await expect.poll(() => page.evaluate(faultOfFocus), { message: `after ${after}` }).toBeNull();
}

/** What is wrong with where the focus is, in the page; null: it is seen. */
function faultOfFocus(): string | null {
  const focused = document.activeElement;
  if (!(focused instanceof Element) || focused === document.body) return "the focus is lost";
  const said = focused.outerHTML.slice(0, 160);
  const isInView = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
    if (right - left < 4 || bottom - top < 4 || x < left || x > right || y < top || y > bottom)
      return false;
    const shown = document.elementFromPoint(x, y);
    // A toast goes away by itself.
    const isToast = shown?.closest(".mantine-Notification-root") != null;
    return shown !== null && (isToast || element.contains(shown) || shown.contains(element));
  };
  // A menu that was just opened: its first arrow goes to an entry.
  const menu = focused.closest("[role=menu]");
  if (menu !== null && focused.matches("[role=presentation]"))
    return isInView(menu) ? null : `out of view: ${said}`;
  // What leads on: a screen, a heading, a result that was just said.
  const isControl = focused.matches(
    "a, button, input, select, textarea, [role]:not([role=status])",
  );
  if (focused.getAttribute("tabindex") === "-1" && !isControl) return null;
  if (focused instanceof HTMLIFrameElement)
    return isInView(focused) ? null : `out of view: ${said}`;
  const active = document.getElementById(focused.getAttribute("aria-activedescendant") ?? "");
  // A box that is drawn by hand stands beside the input that has the focus, or around it.
  const marked = [
    active,
    focused,
    focused.nextElementSibling,
    focused.parentElement,
    focused.closest("label"),
    focused.closest(".mantine-Input-input"),
  ].filter((element) => {
    if (element === null) return false;
    const { outlineStyle, outlineWidth, stroke } = getComputedStyle(element);
    const isShape = element instanceof SVGElement && element.matches(":focus-visible");
    return (outlineStyle !== "none" && outlineWidth !== "0px") || (isShape && stroke !== "none");
  });
  if (marked.length === 0) return `no outline: ${said}`;
  return marked.some((element) => element !== null && isInView(element))
    ? null
    : `out of view: ${said}`;
}

/** Goes to a place by the palette, which answers while something is typed as well. */
export async function goByPalette(page: Page, keys: Keys, place: string): Promise<void> {
  await keys.press("Control+k");
  await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
  await keys.type(place);
  await keys.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: place })).toBeVisible();
  await expect(page.locator("[role=dialog]")).toHaveCount(0);
}

/** The list, with what scripts have made since the window opened on it. */
export async function openLinks(page: Page, keys: Keys, say: Say): Promise<void> {
  await page.reload();
  await expect(page.getByLabel(say("Paste a long URL"))).toBeFocused();
  await keys.press("Escape", "g l");
}

export function rowOf(page: Page, name: string): Locator {
  return page.locator("[role=row][data-row]").filter({ hasText: name });
}

/** Makes the channel Newsletter, in the colour that an arrow leads to. */
export async function makeTealChannel(
  page: Page,
  keys: Keys,
  say: Say,
  arrow: string,
): Promise<void> {
  const editor = page.getByRole("dialog");
  await goByPalette(page, keys, say("Channels"));
  await keys.press("c");
  await keys.write(editor.getByRole("textbox", { name: say("Name") }), "Newsletter");
  const colours = editor.getByRole("toolbar", { name: say.like("Color presets for {{name}}") });
  await keys.to(colours.getByRole("button").and(editor.locator("[tabindex='0']")));
  await keys.to(colours.getByRole("button", { name: say("Teal") }), arrow);
  await keys.press("Enter", "Control+Enter");
  await expect(rowOf(page, "Newsletter")).toBeVisible();
}

/** The file that comes of a press. */
export async function downloaded(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent("download"), press()]);
  return readFile(await file.path());
}
