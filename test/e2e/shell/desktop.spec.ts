import { findingsOn } from "../../support/axe.ts";
import { expect, test } from "../../support/electron/shellTest.ts";

test("the desktop's choices are made in Settings, and keys by pressing them", async ({
  sharedShell: shell,
}) => {
  const { page } = shell;
  await page.evaluate(() => location.assign("#/settings/general"));
  const row = (name: string) => page.getByRole("region", { name, exact: true });

  const scripts = row("A script created a link").getByRole("switch");
  await scripts.press("Space");
  await expect(scripts).toBeChecked();
  await row("A script created a link").getByRole("button", { name: "Reset to default" }).click();
  await expect(scripts).not.toBeChecked();

  const keys = row("Open the quick bar");
  await keys.getByRole("button", { name: "Change shortcut" }).click();
  await page.keyboard.press("k");
  await expect(keys.getByRole("status")).toContainText("Add Ctrl, Alt");
  await page.keyboard.press("Control+Alt+F8");
  await expect(keys.locator("kbd")).toHaveText(
    process.platform === "darwin" ? "⌃⌥F8" : "Ctrl Alt F8",
  );
  const isHeard = (accelerator: string) =>
    shell.evaluate((electron, chosen) => electron.globalShortcut.isRegistered(chosen), accelerator);
  await expect.poll(() => isHeard("Control+Alt+F8")).toBe(true);
  await keys.getByRole("button", { name: "Remove shortcut" }).click();
  await expect(keys.locator("kbd")).toHaveText("None");
  await expect.poll(() => isHeard("Control+Alt+F8")).toBe(false);
  await keys.getByRole("button", { name: "Reset to default" }).click();
  await expect.poll(() => isHeard("CommandOrControl+Alt+Shift+K")).toBe(true);

  await expect(row("Browser bookmark")).toContainText("waypost://new?url=");
  expect(await findingsOn(page)).toEqual([]);

  const setTheme = async (language: "en" | "fa") => {
    await page.getByText(language === "fa" ? "فارسی" : "English", { exact: true }).click();
  };
  await setTheme("fa");
  await expect(row("شروع همراه با سیستم").getByRole("switch")).not.toBeChecked();
  expect(await page.evaluate(() => document.documentElement.dir)).toBe("rtl");
  expect(await findingsOn(page)).toEqual([]);
  const menus = () =>
    shell.evaluate((electron) =>
      electron.Menu.getApplicationMenu()?.items.map(({ label }) => label),
    );
  await expect.poll(menus).toContain("ویرایش");
  await setTheme("en");
  await expect.poll(menus).toContain("Edit");
  await page.evaluate(() => location.assign("#/"));
});

test("the bridge takes nothing but what a choice can be", async ({ sharedShell: shell }) => {
  const taken = await shell.page.evaluate(async () => {
    const { waypost: bridge } = window as unknown as {
      waypost: Record<string, (...values: unknown[]) => Promise<unknown>>;
    };
    const hostile: [method: string, ...values: unknown[]][] = [
      ["changeDesktop"],
      ["changeDesktop", null],
      ["changeDesktop", { keepsServing: "yes" }],
      ["changeDesktop", { unknown: true }],
      ["changeDesktop", { shortcuts: { shorten: "K" } }],
      ["changeDesktop", { shortcuts: { shorten: "Control+K; reboot" } }],
      ["changeDesktop", JSON.parse('{"__proto__":{"keepsServing":true},"x":1}')],
      ["speak", "de"],
      ["speak", ["en"]],
      ["openExternal", `https://example.org/${"a".repeat(10_000)}`],
      ["update", "downgrade"],
      ["showPlace", "//example.org"],
      ["showPlace", "/quick?url=https://example.org"],
    ];
    const answers = hostile.map(([method, ...values]) =>
      Promise.resolve(bridge[method]?.(...values)).then(
        () => [method, ...values],
        () => null,
      ),
    );
    return (await Promise.all(answers)).filter((answer) => answer !== null);
  });
  expect(taken).toEqual([]);
});
