import { expect, test } from "vitest";
import { accelerator } from "../../../../../src/main/capture/accelerator.ts";
import {
  acceleratorOf,
  keysText,
  type Press,
} from "../../../../../src/renderer/features/settings/sections/accelerators.ts";

const press = (code: string, held: Partial<Press> = {}): Press => ({
  code,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  metaKey: false,
  ...held,
});

test.each([
  [press("KeyK", { ctrlKey: true, altKey: true }), "Control+Alt+K"],
  [press("Digit1", { altKey: true }), "Alt+1"],
  [press("ArrowUp", { metaKey: true, shiftKey: true }), "Super+Shift+Up"],
  [press("F9", { shiftKey: true }), "Shift+F9"],
])("a press is what the shell can listen for", (pressed, keys) => {
  expect(acceleratorOf(pressed, false)).toBe(keys);
  expect(accelerator.safeParse(keys).success).toBe(true);
});

test("on a Mac the command key has its own name", () => {
  const pressed = press("KeyK", { metaKey: true });
  expect(acceleratorOf(pressed, true)).toBe("Command+K");
  expect(accelerator.safeParse("Command+K").success).toBe(true);
});

test("modifiers wait for their key, and keys of typing are left alone", () => {
  expect(acceleratorOf(press("ControlLeft", { ctrlKey: true }), false)).toBe("modifier");
  expect(acceleratorOf(press("KeyK"), false)).toBe("free");
  expect(acceleratorOf(press("KeyK", { shiftKey: true }), false)).toBe("free");
  expect(acceleratorOf(press("F9"), false)).toBe("free");
});

test("they are shown as they stand on the keyboard", () => {
  expect(keysText("CommandOrControl+Alt+K", false)).toBe("Ctrl Alt K");
  expect(keysText("CommandOrControl+Alt+K", true)).toBe("⌘⌥K");
});
