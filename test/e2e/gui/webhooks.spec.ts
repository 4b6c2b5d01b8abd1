import { startReceiver } from "../../support/webhookReceiver.ts";
import { addLink, expect, go, test } from "./guiTest.ts";

/** Longer than what was sent takes to be shown: the list looks every five seconds. */
const shown = { timeout: 20_000 };

test("a webhook is created, sends, shows what it sent, sends it again, and is turned off @bothways", async ({
  gui,
  service,
  say,
}) => {
  const receiver = await startReceiver();
  try {
    await go(gui, "automation");
    const main = gui.getByRole("main");
    await main.getByRole("button", { name: say("New webhook…") }).click();
    const form = main.getByRole("form", { name: say("Create webhook") });
    await form.getByRole("textbox", { name: say("Name", "webhooks.name") }).fill("n8n");
    await form.getByRole("textbox", { name: say("URL", "webhooks.url") }).fill(receiver.url);
    await form.getByRole("button", { name: say("Create webhook") }).click();
    const place = form.getByRole("textbox", { name: say("Private host and port") });
    // A private address has to be named.
    await expect(place).toHaveAttribute("aria-invalid", "true");
    await place.fill(receiver.place);
    await form.getByRole("button", { name: say("Create webhook") }).click();
    const card = main.getByRole("listitem").filter({ hasText: "n8n" });
    await expect(card.getByText(say("On. Nothing has been sent yet."))).toBeVisible();

    const name = "\u2068n8n\u2069";
    await card.getByRole("button", { name: say("Secret: {{name}}", { name }) }).click();
    receiver.secret = await card.getByTestId("webhook-secret").textContent();
    await expect(card.getByText("timingSafeEqual").first()).toBeVisible();

    await addLink(service, { url: "https://example.org/", custom: "spring" });
    await expect.poll(() => receiver.types(), shown).toEqual(["link.created"]);
    await card.getByRole("button", { name: say("Log: {{name}}", { name }) }).click();
    await expect(
      card.getByText(say("Sent", "webhooks.delivery.delivered"), { exact: true }),
    ).toBeVisible(shown);
    await card.getByRole("button", { expanded: false, name: say("Link created") }).click();
    await expect(card.getByText(/webhook-signature: v1,/)).toBeVisible();
    await card.getByRole("button", { name: say("Redeliver") }).click();
    await expect.poll(() => receiver.types(), shown).toEqual(["link.created", "link.created"]);

    await card.getByRole("switch").press("Space");
    await expect(card.getByText(say("Off", "webhooks.state.off"))).toBeVisible();
    await card.getByRole("button", { name: say("Delete webhook: {{name}}", { name }) }).click();
    await card.getByRole("button", { name: say("Delete", "common.delete"), exact: true }).click();
    await expect(card).toBeHidden();
  } finally {
    await receiver.close();
  }
});
