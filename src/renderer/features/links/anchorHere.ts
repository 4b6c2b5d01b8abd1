/** Where the picker opens, in pixels of the window. */
export interface Anchor {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where what is chosen can be seen: at the pressed button, at the bar of many, or at the row. */
export function anchorHere(): Anchor {
  const focused = document.activeElement;
  const isButton = focused instanceof HTMLElement && focused.matches("button, [data-testid=made]");
  const seen = isButton
    ? focused
    : (document.querySelector("#content [role=toolbar]") ??
      document.querySelector("[data-row][data-active]"));
  const { left = 0, top = 0, width = 0, height = 0 } = seen?.getBoundingClientRect() ?? {};
  return { left, top, width, height };
}
