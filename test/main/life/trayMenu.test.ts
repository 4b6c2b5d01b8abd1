import { expect, test } from "vitest";
import { trayMenu, type TrayState } from "../../../src/main/life/trayMenu.ts";
import { translateTo } from "../../../src/main/words/words.ts";

const done: unknown[] = [];
const actions = {
  shortenClipboard: () => done.push("shorten"),
  openBar: () => done.push("bar"),
  openWindow: () => done.push("open"),
  openSettings: () => done.push("settings"),
  goDark: (dark: boolean) => done.push({ dark }),
  quit: () => done.push("quit"),
};
const state: TrayState = {
  baseUrl: "http://127.0.0.1:4080/s",
  publicAddress: null,
  shortcuts: { shorten: "Alt+K", bar: null },
};

test("the icon offers capture first, says where links answer, and the way out", () => {
  const items = trayMenu(state, translateTo("en"), actions);
  expect(items.map(({ label }) => label ?? "–")).toEqual([
    "Shorten what is on the clipboard",
    "New link…",
    "Open Waypost",
    "–",
    "Your links answer at 127.0.0.1:4080",
    "–",
    "Settings…",
    "Quit Waypost",
  ]);
  expect(items[0]).toMatchObject({ accelerator: "Alt+K", registerAccelerator: false });
  expect(items[1]).not.toHaveProperty("accelerator");
});

test("the public address is said, and one click turns it dark and back", () => {
  const item = (dark: boolean) =>
    trayMenu(
      {
        ...state,
        publicAddress: {
          state: dark ? "dark" : "answering",
          address: "https://go.example.org",
          dark,
          isOpen: true,
        },
      },
      translateTo("en"),
      actions,
    ).filter(({ label }) => /Public address|dark/.test(label ?? ""));
  for (const dark of [false, true]) {
    const [said, box] = item(dark);
    expect(said?.label).toBe(`Public address: ${dark ? "dark" : "open, it answers"}`);
    expect(box).toMatchObject({ type: "checkbox", checked: dark });
    const click = box?.click as (() => void) | undefined;
    click?.();
    expect(done.at(-1)).toEqual({ dark: !dark });
  }
});

test("the icon says that the public port is open while it answers, whatever links begin with", () => {
  const local = { state: "local", address: "http://127.0.0.1:4080", dark: false } as const;
  const said = (isOpen: boolean) =>
    trayMenu({ ...state, publicAddress: { ...local, isOpen } }, translateTo("en"), actions).find(
      ({ label }) => label?.startsWith("Public address"),
    )?.label;
  expect(said(false)).toBe("Public address: closed");
  expect(said(true)).toBe("Public address: none set, public port open");
});

test("where nobody can come from outside, there is nothing to turn dark", () => {
  const local = { state: "local", address: "http://127.0.0.1:4080", dark: false } as const;
  const offers = (isOpen: boolean) =>
    trayMenu({ ...state, publicAddress: { ...local, isOpen } }, translateTo("en"), actions).some(
      ({ label }) => label?.startsWith("Go dark"),
    );
  expect([offers(false), offers(true)]).toEqual([false, true]);
});
