import { expectCutAtItsEnd } from "./cutText.ts";
import { addLink, expect, go, test } from "./guiTest.ts";

/** Longer than any place for them, from left to right, from right to left, and of both directions. */
const long = [
  "Spring flowers and bulbs for balconies and small gardens, chosen by people who grow them ".repeat(
    2,
  ),
  "گل‌ها و پیازهای بهاری برای بالکن‌ها و باغچه‌های کوچک، به انتخاب کسانی که خودشان می‌کارند ".repeat(2),
  "بهار ۱۴۰۵ for balconies and small gardens همراه با راهنمای کاشت chosen by people who grow them ".repeat(
    2,
  ),
].map((text) => text.trim());

test("a filter, a column's example and what an editor says in a line are cut where they end in reading @bothways @rtl @full", async ({
  gui,
  service,
  say,
}) => {
  const { id } = await addLink(service, { url: "https://example.org/", custom: "spring" });
  const channels = await Promise.all(
    long.map(
      async (text) => (await service.api("POST", "/api/channel/add", { name: text })).body.id,
    ),
  );
  // The window opened on the list of links before the script had made these.
  await gui.reload();
  for (const [place, text] of long.entries()) {
    await go(gui, `links?channel=${channels[place]}`);
    await expectCutAtItsEnd(gui.locator("[data-part=value] bdi", { hasText: text }));

    const link = { url: "https://example.org/", metatitle: text };
    const changed = await service.api("PUT", `/api/url/${id}/update`, link);
    expect(changed.status, changed.text).toBe(200);
    await go(gui, `links/${id}`);
    await gui.getByRole("button", { name: new RegExp(`^${say("Edit")}`, "u") }).click();
    const editor = gui.getByRole("dialog");
    await expectCutAtItsEnd(editor.locator("[data-extra=preview] bdi", { hasText: text }));
    await gui.keyboard.press("Escape");
    await expect(editor).toBeHidden();
  }

  await go(gui, "exchange");
  const file = `address;${long.map((_, place) => `column ${place}`).join(";")}\nhttps://example.org/;${long.join(";")}\n`;
  await gui
    .getByTestId("file")
    .setInputFiles({ name: "long.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await expect(gui.getByText(say("Column mapping", "import"))).toBeVisible();
  const examples = gui.locator("td bdi", { hasText: /balconies|بالکن/u });
  await expect(examples).toHaveCount(long.length);
  for (const example of await examples.all()) await expectCutAtItsEnd(example);
});
