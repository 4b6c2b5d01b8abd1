import type { Page } from "@playwright/test";
import { expect, startBeside, test, watchNotices } from "../../support/electron/shellTest.ts";

async function linksOf(page: Page): Promise<{ alias: string; longurl: string }[]> {
  return await page.evaluate(async () => {
    const answer = (await (await fetch("/api/urls?limit=100")).json()) as {
      data: { urls: { alias: string; longurl: string }[] };
    };
    return answer.data.urls;
  });
}

test("a waypost:// address fills the bar in and makes nothing; Enter does, with its alias", async ({
  sharedShell: shell,
}) => {
  const before = await linksOf(shell.page);
  const url = "https://example.org/from-a-page?a=1&b=2";
  await startBeside(shell, `waypost://new?url=${encodeURIComponent(url)}&alias=noted`);
  const bar = await shell.findPage(/#\/quick\?/);
  await expect(bar.getByLabel("Paste a long URL")).toHaveValue(url);
  const alias = bar.getByRole("textbox", { name: "Alias" });
  await expect(alias).toHaveValue("noted");
  expect(await linksOf(shell.page)).toEqual(before);

  await alias.press("Enter");
  await expect(bar.getByTestId("made")).toContainText("noted");
  expect(await linksOf(shell.page)).toContainEqual(
    expect.objectContaining({ alias: "noted", longurl: url }),
  );

  await bar.keyboard.press("Escape").catch(() => undefined);
  const windows = () => shell.evaluate((electron) => electron.BrowserWindow.getAllWindows().length);
  await expect.poll(windows).toBe(1);

  // A second address comes into the bar that is open; a name that is taken is said at its field.
  await startBeside(shell, "--new-link");
  const next = await shell.findPage(/#\/quick$/);
  await expect(next.getByLabel("Paste a long URL")).toHaveValue("");
  await startBeside(shell, "waypost://new?url=https://example.org/other&alias=noted");
  await expect(next.getByLabel("Paste a long URL")).toHaveValue("https://example.org/other");
  await next.getByRole("textbox", { name: "Alias" }).press("Enter");
  await expect(next.getByRole("textbox", { name: "Alias" })).toHaveAttribute(
    "aria-invalid",
    "true",
  );
  // It is gone before the key is let go.
  await next.keyboard.press("Escape").catch(() => undefined);
  await expect.poll(windows).toBe(1);
  await shell.page.evaluate(() => location.assign("#/"));
});

test("what is on the clipboard is shortened without a window, and told", async ({
  sharedShell: shell,
}) => {
  const noticed = await watchNotices(shell);
  const copied = () => shell.evaluate((electron) => electron.clipboard.readText());
  await shell.evaluate((electron) => electron.clipboard.writeText("https://example.org/copied"));
  await startBeside(shell, "--shorten-clipboard");
  await expect.poll(copied).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\w+$/);
  const short = (await copied()).replace("http://", "");
  await expect.poll(noticed).toEqual([`Short link copied: ${short} redirects to example.org.`]);
  expect(await linksOf(shell.page)).toContainEqual(
    expect.objectContaining({ longurl: "https://example.org/copied" }),
  );
});

test("an address that is dropped on the window fills the form in, and makes nothing", async ({
  sharedShell: shell,
}) => {
  const { page } = shell;
  const before = await linksOf(page);
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData("text/uri-list", "https://example.org/dropped");
    for (const kind of ["dragenter", "dragover", "drop"])
      document.body.dispatchEvent(
        new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }),
      );
  });
  await expect(page.getByLabel("Paste a long URL")).toHaveValue("https://example.org/dropped");
  expect(await linksOf(page)).toEqual(before);
  await page.getByLabel("Paste a long URL").fill("");
});

test("the keys are listened for, and the menus speak the window's language", async ({
  sharedShell: shell,
}) => {
  const isHeard = () =>
    shell.evaluate((electron) => electron.globalShortcut.isRegistered("CommandOrControl+Alt+K"));
  expect(await isHeard()).toBe(true);
  const menus = () =>
    shell.evaluate((electron) =>
      electron.Menu.getApplicationMenu()?.items.map(({ label }) => label),
    );
  const speak = (language: "en" | "fa") =>
    shell.page.evaluate((next) => {
      const { waypost } = window as unknown as { waypost: { speak(to: string): Promise<void> } };
      return waypost.speak(next);
    }, language);
  expect(await menus()).toContain("Edit");
  await speak("fa");
  expect(await menus()).toContain("ویرایش");
  await speak("en");
  expect(await menus()).toContain("Edit");
});
