import type { Page } from "@playwright/test";
import { callTool } from "../../support/assistant.ts";
import { addLink, expect, go, test } from "./guiTest.ts";

async function open(gui: Page): Promise<void> {
  await go(gui, "automation");
  await expect(gui.getByRole("heading", { name: "Automation", level: 1 })).toBeVisible();
}

test("a key is created, shown once, says its last use and refusal, and is renewed and revoked", async ({
  gui,
  service,
}) => {
  await open(gui);
  const keys = gui.getByRole("region", { name: "Keys", exact: true });
  await keys.getByRole("textbox", { name: "Program" }).fill("Phone");
  await keys.getByLabel("Access").selectOption("capture");
  await keys.getByRole("button", { name: "Create key" }).click();
  const shown = gui.getByTestId("made-key");
  await expect(shown).toHaveText(/^[\w-]{43}$/);
  const key = (await shown.textContent()) ?? "";
  const add = (by: string) =>
    service.api("POST", "/api/url/add", { url: "https://example.org/" }, by);
  expect((await add(key)).status).toBe(200);
  await keys.getByRole("button", { name: "I saved the key" }).click();
  await expect(shown).toBeHidden();

  const card = keys.getByRole("listitem").filter({ hasText: "Phone" });
  await expect(card).toContainText("Create and look up links");
  await service.api("GET", "/api/channels", undefined, key);
  // The list looks every five seconds.
  await expect(card).toContainText(/Last used .+ Last refused .+:/, { timeout: 20_000 });
  await card.getByRole("button", { name: /^Renew the key/ }).click();
  await card.getByRole("button", { name: "Renew", exact: true }).last().click();
  await expect(shown).not.toHaveText(key);
  expect((await add(key)).status).toBe(401);
  await card.getByRole("button", { name: /^Revoke the key/ }).click();
  await card.getByRole("button", { name: "Revoke", exact: true }).last().click();
  await expect(card).toBeHidden();
});

test("what an assistant suggests is reviewed, accepted and undone, and History names the assistant", async ({
  gui,
  service,
}) => {
  const { id } = await addLink(service, {
    url: "https://example.org/",
    custom: "spring",
    name: "Mine",
  });
  const title = async () => (await service.api("GET", `/api/url/${id}`)).body.details.name;
  await open(gui);
  const assistants = gui.getByRole("region", { name: "AI assistants", exact: true });
  await assistants.getByRole("switch", { name: "AI assistants (MCP)" }).click({ force: true });
  await assistants.getByRole("textbox", { name: "Program" }).fill("Helper");
  await assistants.getByRole("button", { name: "Create key" }).click();
  const key = (await gui.getByTestId("made-key").textContent()) ?? "";
  await expect(assistants.getByText(key).nth(1)).toBeVisible();

  const suggested = await callTool(service, key, "update_links", { ids: [id], title: "By Helper" });
  expect(suggested).toContain("pending");
  await expect(assistants.getByText("1 suggested change")).toBeVisible();
  await assistants.getByRole("button", { name: "Review" }).click();
  await expect(assistants.getByText("By Helper")).toBeAttached();
  await assistants.getByRole("button", { name: "Accept" }).click();
  await expect.poll(title).toBe("By Helper");
  await expect(assistants.getByRole("button", { name: "Review" })).toBeHidden();
  const accepted = gui.getByRole("alert").filter({ hasText: "Accepted the change." });
  await accepted.getByRole("button", { name: "Undo" }).click();
  await expect.poll(title).toBe("Mine");
  await addLink(service, { url: "https://example.org/", custom: "mine" });
  await go(gui, "automation");
  await gui.getByRole("link", { name: /^Show changes by .Helper/ }).click();
  await expect(gui.getByRole("combobox", { name: "Program" })).toHaveValue("Helper");
  await expect(gui.getByRole("status").filter({ hasText: "1 change" })).toBeVisible();
  await gui.getByRole("combobox", { name: "Program" }).selectOption({ label: "Any program" });
  await expect(gui.getByRole("status").filter({ hasText: "changes" })).toBeVisible();
  await gui.goBack();
});

test("hidden characters of a suggested link are shown as their codes", async ({ gui, service }) => {
  const set = { "automation.assistants": true };
  await service.api("PUT", "/api/settings", { set }, service.localKey);
  const made = { name: "Helper", scope: "assistant" };
  const { key } = (await service.api("POST", "/api/key/add", made, service.localKey)).body;
  const link = { destination: "https://example.org/%E2%80%8B", title: "Spring\u202Egnp.exe\u200B" };
  expect(await callTool(service, key, "create_link", link)).toContain("pending");
  await open(gui);
  await gui.getByRole("button", { name: "Review" }).click();
  await expect(gui.getByText(String.raw`Spring\u{202e}gnp.exe\u{200b}`)).toBeVisible();
  await expect(gui.getByText("https://example.org/%E2%80%8B", { exact: true })).toBeVisible();
  await gui.getByRole("button", { name: "Reject" }).click();
  await expect(gui.getByRole("button", { name: "Review" })).toBeHidden();
});
