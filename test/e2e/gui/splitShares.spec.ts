import { startTestServer } from "../../support/server.ts";
import { addLink, expect, go, test as base } from "./guiTest.ts";

/** Behind a provider that says who visitors are. */
const test = base.extend({
  // Playwright wants to see that this fixture needs none of the others.
  // oxlint-disable-next-line eslint/no-empty-pattern
  service: async ({}, use) => {
    const settings = { "geo.provider": "cloudflare" };
    const service = await startTestServer({ guiPort: 0, publicPort: 0, settings });
    await use(service);
    await service.stop();
  },
});

test("a split shows each variant's share, and a row of it filters the clicks", async ({
  gui,
  service,
  say,
}) => {
  const { id } = await addLink(service, {
    url: "https://example.org/own",
    custom: "spring",
    split: {
      variants: [
        { id: "a", url: "https://example.org/a", weight: 9_999 },
        { id: "b", url: "https://example.org/b", weight: 1 },
      ],
    },
  });
  for (let visitor = 1; visitor <= 3; visitor += 1) {
    const from = { "cf-connecting-ip": `203.0.113.${visitor}` };
    await service.visit("/spring", from, service.publicUrl ?? "");
  }
  // Through a tunnel that says nothing of them.
  await service.visit("/spring", { host: "short.example" }, service.publicUrl ?? "");
  await go(gui, `links/${id}`);
  const panel = gui.getByRole("region", { name: say("Split"), exact: true });
  await expect(panel.getByRole("row")).toHaveCount(3);
  await expect(panel.getByRole("row").nth(1)).toContainText(/A.*3.*4.*100%.*99.99%/u);
  const byChance =
    "{{formatted}} click got a variant at random, because the visitor’s IP address is unknown. That visitor isn’t counted.";
  await expect(gui.getByText(say.like(byChance))).toBeVisible();
  const variants = gui.getByRole("region", { name: say("Variants"), exact: true });
  await variants.getByRole("button", { name: /\bA\b/u }).click();
  await expect(gui).toHaveURL(/variant=a/u);
  await expect(
    gui.getByText(say("Variant is {{value}}", { value: "\u2068A\u2069" })),
  ).toBeVisible();
});
