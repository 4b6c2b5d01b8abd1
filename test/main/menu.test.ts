import { expect, test, vi } from "vitest";
import { translateTo } from "../../src/main/words/words.ts";

// Only the edge of the file touches it.
vi.mock("electron", () => ({ Menu: {} }));
const { menuTemplate } = await import("../../src/main/menu.ts");

const actions = {
  newLink: () => undefined,
  shortenClipboard: () => undefined,
  openSettings: () => undefined,
  openAbout: () => undefined,
  showDataFolder: () => undefined,
};

interface Item {
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly submenu?: unknown;
}

function items(platform: NodeJS.Platform, language: "en" | "fa"): Item[] {
  const flat = (all: readonly Item[]): Item[] =>
    all.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);
  return flat(menuTemplate(platform, translateTo(language), actions));
}

const isItem = ({ type }: Item) => type !== "separator";

test.each(["darwin", "win32", "linux"] as const)("on %s every item has its words", (platform) => {
  for (const language of ["en", "fa"] as const)
    expect(items(platform, language).filter((item) => isItem(item) && !item.label)).toEqual([]);
  const foreign = items(platform, "fa").filter(({ label = "" }) =>
    /[a-z]{3,}/i.test(label.replaceAll("Waypost", "")),
  );
  expect(foreign).toEqual([]);
});

test("each system has its way out and its settings where its people look for them", () => {
  const first = (platform: NodeJS.Platform) => {
    const [menu] = menuTemplate(platform, translateTo("en"), actions);
    const submenu = (menu?.submenu ?? []) as Item[];
    return { label: menu?.label, items: submenu.map(({ label }) => label) };
  };
  expect(first("darwin").label).toBe("Waypost");
  expect(first("darwin").items).toContain("Quit Waypost");
  for (const platform of ["linux", "win32"] as const) {
    expect(first(platform).label).toBe("File");
    expect(first(platform).items).toEqual(
      expect.arrayContaining(["New link…", "Settings…", "Quit Waypost"]),
    );
  }
  const roles = items("darwin", "en").map(({ role }) => role);
  for (const role of ["services", "hide", "hideOthers", "unhide", "front", "window", "help"])
    expect(roles).toContain(role);
});
