import { expect, test, vi } from "vitest";

vi.mock("electron", () => ({ app: {} }));
const { sandboxNotice } = await import("../../src/main/sandbox.ts");

const say = (key: string) => key;

test("a package without Chromium's sandbox says so, and leads to About", () => {
  expect(sandboxNotice({ isOn: false, isPackaged: true }, say)).toEqual({
    title: "told.noSandbox",
    body: "told.noSandboxText",
    place: "/settings/about",
  });
  expect(sandboxNotice({ isOn: true, isPackaged: true }, say)).toBeNull();
  expect(sandboxNotice({ isOn: false, isPackaged: false }, say)).toBeNull();
});
