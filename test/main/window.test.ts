import { expect, test, vi } from "vitest";

vi.mock("electron", () => ({ BrowserWindow: null, screen: null }));
const { pagePreferences } = await import("../../src/main/window.ts");

test("every page of ours is sandboxed and isolated, and may do no more than a page", () => {
  const { preload, ...rest } = pagePreferences;
  expect(preload).toMatch(/preload[\\/]index\.cjs$/);
  // Whole, so that whoever loosens one of them, or adds another, meets this line.
  expect(rest).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    spellcheck: false,
  });
});
