import { rm } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import type { BrowserContext, Page } from "@playwright/test";
import { writeOpeningFile } from "../../../src/server/store/openingFile.ts";
import { makeDataDir, startTestServer, type TestServer } from "../../support/server.ts";
import { startSite } from "../../support/site.ts";
import { addLink, expect, openEditor, test } from "./guiTest.ts";

test.skip(process.platform === "darwin", "macOS has one loopback address");

/** As `waypost open` hands it to a browser. */
async function openIn(context: BrowserContext, service: TestServer): Promise<Page> {
  const page = await context.newPage();
  const file = writeOpeningFile(service.dataDir, service.gui ?? "");
  await page.goto(pathToFileURL(file.path).href);
  await expect(page.getByTestId("today")).toHaveText(/\d|[۰-۹]/);
  return page;
}

/** Answers each page that is opened at its address with itself, whoever has the port by then. */
const worker = `
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const page = '<script>document.title = "stolen " + location.hash</script>';
  const headers = { "content-type": "text/html" };
  if (event.request.mode === "navigate") event.respondWith(new Response(page, { headers }));
});`;

test("another user who had the port before doesn't get the key", async ({ browser }) => {
  const context = await browser.newContext();
  const stranger = await startSite(({ url }, response) => {
    response.setHeader("content-type", url === "/worker.js" ? "text/javascript" : "text/html");
    response.end(
      url === "/worker.js"
        ? worker
        : `<script>
            const heard = (event) => (document.title = "heard " + event.data);
            for (const name of ["waypost.key", "waypost.key.question"]) {
              const channel = new BroadcastChannel(name);
              channel.onmessage = heard;
              channel.postMessage("");
            }
            navigator.serviceWorker.register("/worker.js");
            navigator.serviceWorker.ready.then(() => (document.title = "ready"));
          </script>`,
    );
  });
  const left = await context.newPage();
  await left.goto(`${stranger.base}/`);
  await expect(left).toHaveTitle("ready");
  stranger.stop();

  const service = await startTestServer({ guiPort: Number(new URL(stranger.base).port) });
  const again = await context.newPage();
  await again.goto(`${stranger.base}/#key=any`);
  await expect(again).toHaveTitle("stolen #key=any");

  const opened = await openIn(context, service);
  expect(new URL(opened.url()).hostname).not.toBe("127.0.0.1");
  await expect(left).toHaveTitle("ready");
  await service.stop();
  await context.close();
});

test("a tab that another user left at the usual address doesn't get the key by asking", async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: "en-GB" });
  const stranger = await startSite((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<title>heard:</title><script>
      new BroadcastChannel("waypost.key").onmessage = ({ data }) => (document.title += data);
    </script>`);
  });
  const left = await context.newPage();
  await left.goto(`${stranger.base}/`);
  stranger.stop();

  const service = await startTestServer({ guiPort: Number(new URL(stranger.base).port) });
  const opened = await context.newPage();
  await opened.goto(`${stranger.base}/`);
  await opened.getByRole("textbox", { name: "Key" }).fill(service.gui ?? "");
  await opened.keyboard.press("Enter");
  await expect(opened.getByTestId("today")).toHaveText(/\d/);
  // Comes after whatever the app itself answers in that tab.
  await opened.evaluate(`new BroadcastChannel("waypost.key.question").onmessage = () =>
    new BroadcastChannel("waypost.key").postMessage("nothing");`);
  await left.evaluate(`new BroadcastChannel("waypost.key.question").postMessage("")`);
  await expect(left).toHaveTitle("heard:nothing");
  await service.stop();
  await context.close();
});

test("after a restart, a tab goes on at the new address with what was typed, and looks as before @full", async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: "en-GB" });
  const dataDir = await makeDataDir();
  const first = await startTestServer({ dataDir, guiPort: 0 });
  const guiPort = Number(new URL(first.gui ?? "").port);
  const tab = await openIn(context, first);
  const isKept = tab.waitForResponse((response) => response.url().endsWith("/api/preferences"));
  await tab.getByRole("button", { name: "Appearance and language" }).click();
  await tab.getByText("Dark", { exact: true }).click();
  await isKept;
  await tab.keyboard.press("Escape");
  await tab.keyboard.press("c");
  const typed = tab.getByRole("dialog").getByLabel("Destination");
  await typed.fill("https://example.org/half-a");
  const { id } = await addLink(first, { url: "https://example.org/", custom: "spring" });
  const editing = await openIn(context, first);
  const editor = await openEditor(editing, id);
  const destination = editor.getByLabel("Destination").first();
  await destination.fill("https://example.org/other");
  await first.stop();

  const second = await startTestServer({ dataDir, guiPort });
  const { origin } = new URL(second.gui ?? "");
  expect(new URL(tab.url()).origin).not.toBe(origin);
  const other = await openIn(context, second);
  await expect(other.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");

  await tab.waitForURL(`${origin}/**`);
  await expect(tab.getByTestId("today")).toHaveText(/\d/);
  await expect(tab.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await tab.getByRole("button", { name: "New link" }).click();
  await expect(typed).toHaveValue("https://example.org/half-a");

  // What would be lost by going elsewhere keeps a tab where it is until its user has decided.
  await expect(destination).toHaveValue("https://example.org/other");
  await editing.keyboard.press("ControlOrMeta+Enter");
  await editing.getByRole("dialog").getByRole("button", { name: "Go to the new address" }).click();
  await editing.waitForURL(`${origin}/#/links/${id}`);
  await expect(editing.getByTestId("clicks")).toBeVisible();

  await second.stop();
  await context.close();
  await rm(dataDir, { recursive: true, force: true });
});
