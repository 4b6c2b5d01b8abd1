import { send } from "../../support/server.ts";
import { clipboardOf, expect, go, test } from "./guiTest.ts";

test("a program made for Shlink is let in with an address and a key from Automation @bothways", async ({
  gui,
  service,
  say,
}) => {
  await go(gui, "automation");
  const section = gui.getByRole("region", { name: say("Programs made for Shlink"), exact: true });
  const copy = section.getByRole("button", { name: say("Copy the address") });
  await expect(section.getByRole("switch")).not.toBeChecked();
  await expect(copy).toBeHidden();

  await section.getByRole("switch").press("Space");
  await copy.click();
  const address = await clipboardOf(gui);
  expect(address).toBe(service.baseUrl);
  await section.getByLabel(say("Program")).fill("My phone");
  await section.getByRole("button", { name: say("Create key") }).click();
  const key = (await section.getByTestId("made-key").textContent()) ?? "";

  const headers = { "x-api-key": key };
  expect((await send(address, "/rest/v3/tags", { headers })).status).toBe(200);
  await gui.reload();
  await expect(section.getByText(say.like("Last used {{date}}."))).toBeVisible();

  await section.getByRole("switch").press("Space");
  await expect(section.getByRole("switch")).not.toBeChecked();
  expect((await send(address, "/rest/v3/tags", { headers })).status).toBe(404);
});
