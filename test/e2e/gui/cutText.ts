import { expect, type Locator } from "@playwright/test";

/** A text that doesn't fit is cut where it ends in reading, whatever directions stand in it. */
export async function expectCutAtItsEnd(place: Locator): Promise<void> {
  await expect(place).toBeVisible();
  const seen = await place.evaluate((element) => {
    let frame = element;
    while (getComputedStyle(frame).overflowX === "visible" && frame.parentElement !== null)
      frame = frame.parentElement;
    const box = frame.getBoundingClientRect();
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    return Array.from(text?.textContent ?? "", (_, at) => {
      const letter = document.createRange();
      letter.setStart(text ?? element, at);
      letter.setEnd(text ?? element, at + 1);
      const { left, right, top, bottom, width } = letter.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return width > 0 && x > box.left && x < box.right && y > box.top && y < box.bottom;
    });
  });
  expect(seen, "not all of it fits").toContain(false);
  const letters = seen.lastIndexOf(true) + 1;
  expect(letters).toBeGreaterThan(0);
  // Spaces at the end of a line have no width.
  expect(seen.slice(0, letters).filter((isSeen) => !isSeen).length).toBeLessThan(letters / 10);
}
