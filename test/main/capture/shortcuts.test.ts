import { beforeEach, expect, test } from "vitest";
import { createShortcuts } from "../../../src/main/capture/shortcuts.ts";
import { memorySettings } from "../memorySettings.ts";

let taken: Set<string>;
let listened: Map<string, () => void>;
beforeEach(() => {
  taken = new Set();
  listened = new Map();
});

const keys = {
  register(chosen: string, act: () => void) {
    if (chosen.includes("F24")) throw new Error("no such key");
    if (taken.has(chosen)) return false;
    listened.set(chosen, act);
    return true;
  },
  unregisterAll: () => listened.clear(),
};

function shortcutsOf(chosen: { shorten: string | null; bar: string | null }, session?: string) {
  const pressed: string[] = [];
  const settings = memorySettings({ shortcuts: chosen });
  const shortcuts = createShortcuts({
    keys,
    settings,
    session,
    pressed: { shorten: () => pressed.push("shorten"), bar: () => pressed.push("bar") },
  });
  shortcuts.apply();
  return { shortcuts, pressed, settings };
}

test("the chosen keys are listened for, and no others after a change", () => {
  const { shortcuts, pressed, settings } = shortcutsOf({ shorten: "Alt+K", bar: null });
  expect(shortcuts.standing()).toEqual({ shorten: "works", bar: "off" });
  listened.get("Alt+K")?.();
  settings.keep({ shortcuts: { shorten: null, bar: "Alt+L" } });
  shortcuts.apply();
  expect([...listened.keys()]).toEqual(["Alt+L"]);
  listened.get("Alt+L")?.();
  expect(pressed).toEqual(["shorten", "bar"]);
});

test("keys that somebody else has, or no keyboard, are said to be taken", () => {
  taken.add("Alt+K");
  const { shortcuts } = shortcutsOf({ shorten: "Alt+K", bar: "Alt+F24" });
  expect(shortcuts.standing()).toEqual({ shorten: "taken", bar: "taken" });
});

test("on Wayland nobody knows whether they come through", () => {
  const { shortcuts } = shortcutsOf({ shorten: "Alt+K", bar: null }, "wayland");
  expect(shortcuts.standing()).toEqual({ shorten: "unsure", bar: "off" });
});
