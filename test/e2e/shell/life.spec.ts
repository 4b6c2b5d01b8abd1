import { startAgain } from "../../support/electron/launchShell.ts";
import {
  expect,
  readRun,
  startBeside,
  test,
  watchNotices,
} from "../../support/electron/shellTest.ts";

test("the window says when it is ready, and where the links answer @full", async ({
  shell,
  dataDir,
}) => {
  await expect.poll(() => shell.output()).toContain("Waypost's window is open.");
  expect(shell.output()).toContain(readRun(dataDir)?.baseUrl ?? "no service");
});

test("a second start brings the first one's window forward", async ({ shell, flags }) => {
  await shell.evaluate((electron) => electron.BrowserWindow.getAllWindows()[0]?.minimize());
  const second = await startAgain(flags);
  expect(second.code).toBe(0);
  expect(second.output).toContain("Waypost is already open");
  const isInFront = () =>
    shell.evaluate((electron) => {
      const [window, ...others] = electron.BrowserWindow.getAllWindows();
      return others.length === 0 && window?.isMinimized() === false && window.isVisible();
    });
  await expect.poll(isInFront).toBe(true);
});

test("quitting closes the store and leaves nothing running", async ({ shell, dataDir }) => {
  const baseUrl = readRun(dataDir)?.baseUrl ?? "";
  expect((await fetch(`${baseUrl}/robots.txt`)).status).toBe(200);
  const startedAt = Date.now();
  expect(await shell.quit()).toBe(0);
  expect(Date.now() - startedAt).toBeLessThan(5_000);
  expect(readRun(dataDir)).toBeNull();
  await expect(fetch(baseUrl)).rejects.toThrow();
});

test("quitting while a job runs asks, and does what is answered", async ({ shell, dataDir }) => {
  await shell.evaluate((electron) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    electron.dialog.showMessageBox = async (question: unknown) => {
      asked.push((question as Electron.MessageBoxOptions).message);
      // Stay first, then quit.
      return { response: asked.length - 1, checkboxChecked: false };
    };
  });
  const quit = () => shell.evaluate((electron) => electron.app.quit()).catch(() => undefined);
  const asked = () => shell.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  const { baseUrl, localKey } = readRun(dataDir) ?? { baseUrl: "", localKey: "" };
  const rows = Array.from({ length: 300_000 }, (_, id) => `link-${id},https://example.org/${id}`);
  const started = await fetch(`${baseUrl}/api/import?name=links.csv`, {
    method: "POST",
    headers: { authorization: `Bearer ${localKey}`, "content-type": "application/octet-stream" },
    body: `alias,url\n${rows.join("\n")}\n`,
  });
  expect(await started.json()).toMatchObject({ job: { state: "running" } });

  await quit();
  await expect.poll(asked).toHaveLength(1);
  expect((await fetch(`${baseUrl}/robots.txt`)).status).toBe(200);
  await quit();
  expect(await shell.ended()).toBe(0);
  expect(readRun(dataDir)).toBeNull();
});

test("starting again from the window ends the service as quitting does @full", async ({
  shell,
  dataDir,
}) => {
  await shell.evaluate((electron) => {
    electron.app.relaunch = () => console.log("asked to start again");
  });
  await shell.page.evaluate(() => {
    const { waypost } = window as unknown as { waypost: { restart(): Promise<void> } };
    void waypost.restart();
  });
  expect(await shell.ended()).toBe(0);
  expect(shell.output()).toContain("asked to start again");
  expect(readRun(dataDir)).toBeNull();
});

test("a signal ends it as quitting does", async ({ shell, dataDir }) => {
  test.skip(process.platform === "win32", "Windows has no signals to send");
  process.kill(shell.pid, "SIGTERM");
  expect(await shell.ended()).toBe(0);
  expect(readRun(dataDir)).toBeNull();
});

test("closing the window quits, and its place is remembered", async ({ shell, dataDir }) => {
  test.skip(process.platform === "darwin", "a macOS program stays until it is quit");
  await shell.evaluate((electron) => electron.BrowserWindow.getAllWindows()[0]?.close());
  expect(await shell.ended()).toBe(0);
  expect(readRun(dataDir)).toBeNull();
});

test("by choice it goes on serving without a window, says so once, and opens one again", async ({
  shell,
  dataDir,
}) => {
  test.skip(process.platform === "darwin", "a macOS program stays until it is quit");
  const noticed = await watchNotices(shell);
  await shell.page.evaluate(() => {
    const { waypost } = window as unknown as {
      waypost: { changeDesktop(change: object): Promise<unknown> };
    };
    return waypost.changeDesktop({ keepsServing: true });
  });
  const windows = () => shell.evaluate((electron) => electron.BrowserWindow.getAllWindows().length);
  const close = () =>
    shell.evaluate((electron) => electron.BrowserWindow.getAllWindows()[0]?.close());
  await close();
  await expect.poll(windows).toBe(0);
  await expect.poll(noticed).toEqual([expect.stringContaining("Waypost is still running")]);
  expect((await fetch(`${readRun(dataDir)?.baseUrl}/robots.txt`)).status).toBe(200);

  await startBeside(shell);
  await expect.poll(windows).toBe(1);
  await close();
  await expect.poll(windows).toBe(0);
  expect(await noticed()).toHaveLength(1);
  expect(await shell.quit()).toBe(0);
  expect(readRun(dataDir)).toBeNull();
});
