import { describe, expect, it } from "vitest";
import { iconModules, iconPaths } from "../../scripts/icons.mjs";

const set = (body: string) => ({ icons: { one: { body } } });
const lines = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="2"';

describe("an icon of the window", () => {
  it("is a component of the paths that its set names", () => {
    const module = iconModules();
    const id = module.resolveId("@iconify-json/tabler/icons/x");
    expect(module.load(id ?? "")).toContain('outlineIcon(["M18 6L6 18M6 6l12 12"])');
    expect(module.resolveId("react")).toBeUndefined();
  });

  it("may have its paths in a group", () => {
    const body = `<g ${lines}><path d="M1 2"/><path d="m3 4"/></g>`;
    expect(iconPaths("one", set(body))).toEqual(["M1 2", "m3 4"]);
  });

  it("ends the build where there is none of that name, or it is more than outlines", () => {
    expect(() => iconPaths("two", set(""))).toThrow('no icon "two"');
    const filled = '<path fill="currentColor" d="M1 2"/>';
    const circle = `<g ${lines}><circle cx="1" cy="2" r="3"/></g>`;
    for (const body of [filled, circle])
      expect(() => iconPaths("one", set(body))).toThrow("more than outlines");
  });
});
