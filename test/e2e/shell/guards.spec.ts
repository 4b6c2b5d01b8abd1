import { join } from "node:path";
import { expect, test, watchOutside } from "../../support/electron/shellTest.ts";

test("no Node and no Electron in the page", async ({ sharedShell: shell }) => {
  const found = await shell.page.evaluate(() =>
    [
      "require",
      "process",
      "module",
      "Buffer",
      "global",
      "__dirname",
      "ipcRenderer",
      "electron",
    ].filter((name) => name in globalThis),
  );
  expect(found).toEqual([]);
});

test("the bridge has what the page may ask for, and nothing else", async ({
  sharedShell: shell,
}) => {
  const bridge = await shell.page.evaluate(async () => {
    const { waypost } = window as unknown as { waypost: Record<string, () => Promise<unknown>> };
    return { methods: Object.keys(waypost).toSorted(), info: await waypost["appInfo"]?.() };
  });
  expect(bridge.methods).toEqual([
    "appInfo",
    "changeDesktop",
    "closeBar",
    "desktop",
    "openExternal",
    "restart",
    "showDataFolder",
    "showPlace",
    "speak",
    "update",
  ]);
  expect(bridge.info).toMatchObject({ platform: process.platform });
});

test("only web and mail addresses are opened outside", async ({ sharedShell: shell }) => {
  const opened = await watchOutside(shell);
  const answers = await shell.page.evaluate(async () => {
    const { waypost } = window as unknown as {
      waypost: { openExternal(address: string): Promise<boolean> };
    };
    const addresses = [
      "https://example.org/",
      "mailto:someone@example.org",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "smb://host/share",
    ];
    return await Promise.all(addresses.map((address) => waypost.openExternal(address)));
  });
  expect(answers).toEqual([true, true, false, false, false]);
  expect(await opened()).toEqual(["https://example.org/", "mailto:someone@example.org"]);
});

test("what crosses the bridge is checked", async ({ sharedShell: shell }) => {
  const refused = await shell.page.evaluate(async () => {
    const { waypost } = window as unknown as {
      waypost: { openExternal(address: unknown): Promise<boolean> };
    };
    return await waypost.openExternal({ toString: () => "https://example.org" }).then(
      () => false,
      () => true,
    );
  });
  expect(refused).toBe(true);
});

test("a page that isn't the GUI gets no answer over the bridge", async ({ sharedShell: shell }) => {
  const preload = join(import.meta.dirname, "../../../out/preload/index.cjs");
  const answer = await shell.evaluate(async (electron, script) => {
    const stranger = new electron.BrowserWindow({
      show: false,
      webPreferences: { preload: script, sandbox: true },
    });
    await stranger.loadURL("data:text/html,stranger");
    return electron.BrowserWindow.getAllWindows().length;
  }, preload);
  expect(answer).toBe(2);
  const stranger = await shell.findPage("data:text/html,stranger");
  const told = await stranger.evaluate(() => {
    const { waypost } = window as unknown as { waypost: { appInfo(): Promise<unknown> } };
    return waypost.appInfo().then(
      () => "answered",
      (error: Error) => error.message,
    );
  });
  await stranger.close();
  expect(told).toContain("Only Waypost's own window may ask for this.");
});

test("the page stays where it is, and the web opens outside", async ({ sharedShell: shell }) => {
  const { page } = shell;
  const home = page.url();
  const opened = await watchOutside(shell);
  await page.evaluate(() => location.assign("https://example.org/away"));
  await expect.poll(opened).toEqual(["https://example.org/away"]);
  await page.evaluate(() => {
    location.assign("file:///etc/passwd");
  });
  await page.evaluate(() => {
    const link = document.createElement("a");
    link.href = "data:text/html,<h1>else</h1>";
    document.body.append(link);
    link.click();
    link.remove();
  });
  await expect(page.getByLabel("Paste a long URL")).toBeVisible();
  expect(page.url()).toBe(home);
  expect(await opened()).toEqual(["https://example.org/away"]);
});

test("no page opens a window", async ({ sharedShell: shell }) => {
  const opened = await watchOutside(shell);
  await shell.page.evaluate(() => {
    window.open("https://example.org/popup");
  });
  await expect.poll(opened).toEqual(["https://example.org/popup"]);
  const windows = () => shell.evaluate((electron) => electron.BrowserWindow.getAllWindows().length);
  expect(await windows()).toBe(1);
});

test("a strict policy with a nonce of its own comes with each load", async ({
  sharedShell: shell,
}) => {
  const { page } = shell;
  const load = async () => {
    const [response] = await Promise.all([page.waitForResponse(/\/$/), page.reload()]);
    const policy = (await response.allHeaders())["content-security-policy"] ?? "";
    return { policy, nonce: /'nonce-([^']+)'/.exec(policy)?.[1] };
  };
  const first = await load();
  const second = await load();
  expect(first.policy).toContain("default-src 'none'");
  expect(first.policy).not.toContain("unsafe");
  expect(first.nonce).toBeDefined();
  expect(second.nonce).not.toBe(first.nonce);
});

test("no page embeds another program's", async ({ sharedShell: shell }) => {
  const isKnown = await shell.page.evaluate(
    () => !(document.createElement("webview") instanceof HTMLUnknownElement),
  );
  expect(isKnown).toBe(false);
});

test("inline script, evaluated text and files are refused", async ({ sharedShell: shell }) => {
  const ran = await shell.page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "window.ranInline = true";
    document.body.append(script);
    const frame = document.createElement("iframe");
    frame.src = "file:///etc/passwd";
    document.body.append(frame);
    const isFetched = await fetch("file:///etc/passwd").then(
      () => true,
      () => false,
    );
    return { inline: "ranInline" in window, isFetched };
  });
  expect(ran).toEqual({ inline: false, isFetched: false });
});

test("permissions are refused, but for copying", async ({ sharedShell: shell }) => {
  const states = await shell.page.evaluate(async () => {
    const names = ["geolocation", "notifications", "camera", "microphone", "clipboard-read"];
    const asked = names.map((name) => navigator.permissions.query({ name: name as "geolocation" }));
    return (await Promise.all(asked)).map(({ state }) => state);
  });
  expect(states).not.toContain("granted");
  const isCopied = await shell.page.evaluate(() =>
    navigator.clipboard.writeText("copied").then(
      () => true,
      () => false,
    ),
  );
  expect(isCopied).toBe(true);
});
