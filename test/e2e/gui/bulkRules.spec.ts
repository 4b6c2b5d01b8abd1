import { findingsOn } from "../../support/axe.ts";
import { addLink, expect, go, test } from "./guiTest.ts";

const destination = "https://example.org/";
const windows = [{ type: "device", value: "windows" }];

test("a rule is added to many links by keyboard, replaced and removed by name, and undone @bothways", async ({
  gui,
  service,
  say,
}) => {
  const own = { name: "Own", url: `${destination}own`, conditions: windows };
  const { id: first } = await addLink(service, { url: `${destination}a`, rules: [own] });
  const { id: second } = await addLink(service, { url: `${destination}b` });
  const rules = async (id: number) => {
    const { details } = (await service.api("GET", `/api/url/${id}`)).body;
    const all: { name: string; url: string }[] = details.rules ?? [];
    return all.map(({ name, url }) => [name, url.replace(destination, "")]);
  };
  const both = async () => [await rules(first), await rules(second)];
  await go(gui, "links");
  // The window opened on the list before the links were there.
  await gui.reload();
  const dialog = gui.getByRole("dialog");
  const open = async () => {
    for (const row of [0, 1])
      await gui.locator(`[data-row='${row}']`).getByRole("checkbox").check();
    await gui
      .getByRole("toolbar")
      .getByRole("button", { name: say("Rules", "bulk.actions.rules") })
      .press("Enter");
    await expect(dialog).toBeVisible();
  };
  const run = (count: string) =>
    dialog.getByRole("button", { name: say(count, "bulk.run.rules"), exact: true });
  const part = (name: string) => dialog.getByRole("radio", { name: say(name, "bulk.rules.parts") });

  await open();
  await expect(part("Add")).toBeChecked();
  await expect(dialog.getByRole("combobox", { name: say("Condition", "rules") })).toBeFocused();
  await dialog.getByRole("combobox", { name: say("Condition", "rules") }).selectOption("device");
  await gui.keyboard.press("Tab");
  await gui.keyboard.press("Tab");
  await gui.keyboard.insertText(say("Windows"));
  await expect(gui.getByRole("option", { name: say("Windows") })).toBeVisible();
  await gui.keyboard.press("Enter");
  const url = dialog.getByRole("textbox", { name: say("Destination", "rules.url") });
  const name = dialog.getByRole("textbox", { name: say("Rule name") });
  await url.focus();
  await gui.keyboard.insertText("example.org/sale");
  await expect(run("Change 2 links")).toBeEnabled();
  await name.focus();
  await gui.keyboard.insertText("Sale");
  expect(await findingsOn(gui)).toEqual([]);
  await expect(run("Change 2 links")).toBeEnabled();
  await gui.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect.poll(both).toEqual([
    [
      ["Own", "own"],
      ["Sale", "sale"],
    ],
    [["Sale", "sale"]],
  ]);

  // Another rule of that name: only the one that has it gets the new one.
  await open();
  await part("Add").press("ArrowDown");
  await expect(part("Replace")).toBeChecked();
  await dialog.getByRole("combobox", { name: say("Condition", "rules") }).selectOption("parameter");
  await dialog.getByRole("textbox", { name: say("Parameter name") }).fill("ref");
  await dialog
    .getByRole("combobox", { name: say("Comparison") })
    .selectOption("any-value-query-param is");
  await url.fill("example.org/new");
  await expect(run("Change 2 links")).toBeDisabled();
  await name.fill("Own");
  await run("Change 1 link").click();
  await expect(dialog).toBeHidden();
  await expect.poll(both).toEqual([
    [
      ["Own", "new"],
      ["Sale", "sale"],
    ],
    [["Sale", "sale"]],
  ]);

  await open();
  await part("Add").press("ArrowUp");
  await expect(part("Remove")).toBeChecked();
  const names = dialog.getByRole("combobox", { name: say("Rule names") });
  for (const typed of ["Own", "Sale"]) {
    await names.fill(typed);
    await names.press("Enter");
  }
  await run("Change 2 links").click();
  await expect(dialog).toBeHidden();
  await expect.poll(both).toEqual([[], []]);

  await gui.keyboard.press("Control+z");
  await expect.poll(both).toEqual([
    [
      ["Own", "new"],
      ["Sale", "sale"],
    ],
    [["Sale", "sale"]],
  ]);
});

test("a fault that only the server finds names the rules, and a taken name the link @full", async ({
  gui,
  service,
}) => {
  const own = { name: "Own", url: `${destination}own`, conditions: windows };
  await addLink(service, { url: `${destination}a`, custom: "taken", rules: [own] });
  await addLink(service, { url: `${destination}b` });
  await go(gui, "links");
  await gui.reload();
  for (const row of [0, 1]) await gui.locator(`[data-row='${row}']`).getByRole("checkbox").check();
  await gui.getByRole("toolbar").getByRole("button", { name: "Rules" }).click();
  const dialog = gui.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Condition" }).selectOption("ip");
  const address = dialog.getByRole("combobox", { name: "IP address" });
  await address.fill("here");
  await address.press("Enter");
  await dialog.getByRole("textbox", { name: "Destination" }).fill("example.org/office");
  await expect(dialog.getByRole("alert")).toContainText("Rules: ");
  await expect(dialog.getByText("Check the format of this value.", { exact: true })).toBeVisible();
  await address.press("Backspace");
  await address.fill("203.0.113.0/24");
  await address.press("Enter");
  await dialog.getByRole("textbox", { name: "Rule name" }).fill("Own");
  const conflicts = dialog.getByRole("region", { name: "Changed later" });
  await expect(conflicts).toContainText("taken");
  await dialog.getByRole("button", { name: "Change 1 link" }).click();
  await expect(dialog).toBeVisible();
});
