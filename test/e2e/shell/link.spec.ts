import { expect, readRun, test } from "../../support/electron/shellTest.ts";
import { chrome } from "../../support/userAgents.ts";

function visit(address: string, userAgent: string) {
  return fetch(address, { redirect: "manual", headers: { "user-agent": userAgent } });
}

test("a link made in the window is followed, and its click shows there", async ({
  sharedShell: shell,
}) => {
  const { page } = shell;
  await page.getByLabel("Paste a long URL").fill("https://example.org/spring");
  await page.getByLabel("Paste a long URL").press("Enter");
  const made = page.getByTestId("made");
  await expect(made).toContainText("Copied");
  const address = await made.getByRole("link", { name: /Open/ }).getAttribute("href");

  const answer = await visit(address ?? "", chrome);
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe("https://example.org/spring");
  expect((await visit(address ?? "", "curl/8.5.0")).status).toBe(302);

  await made.getByRole("link", { name: /Clicks on/ }).click();
  await expect(page.getByText("Chrome", { exact: true })).toBeVisible();
  const id = Number(/links\/(\d+)/.exec(page.url())?.[1]);
  const clicks = await page.evaluate(async (link) => {
    const response = await fetch(`/api/url/${link}`);
    return ((await response.json()) as { data: { clicks: number } }).data.clicks;
  }, id);
  expect(clicks).toBe(1);
});

test("the page reaches the API without ever holding a key", async ({ shell, dataDir }) => {
  const held = await shell.page.evaluate(async () => ({
    status: (await fetch("/api/account")).status,
    stored: JSON.stringify([
      Object.values(sessionStorage),
      Object.values(localStorage),
      location.href,
    ]),
  }));
  expect(held.status).toBe(200);
  expect(held.stored).not.toContain(readRun(dataDir)?.localKey ?? "no service");
});

test("the API's own answers come through unchanged", async ({ sharedShell: shell }) => {
  const answer = await shell.page.evaluate(async () => {
    const response = await fetch("/api/url/add", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url: "javascript:alert(1)" }),
    });
    const limit = response.headers.get("x-ratelimit-limit");
    return { status: response.status, limit, body: (await response.json()) as { error: number } };
  });
  expect(answer.status).toBe(400);
  expect(Number(answer.limit)).toBeGreaterThan(30);
  expect(answer.body.error).toBe(1);
});

test("the API screen runs a request in its viewer", async ({ sharedShell: shell }) => {
  const { page } = shell;
  await page.evaluate(() => location.assign("#/api"));
  const viewer = page.frameLocator("iframe[src='/apiViewer.html']");
  // The window has room for one thing at a time.
  await viewer.getByText("Account", { exact: true }).click({ timeout: 20_000 });
  await viewer.getByText("Show the account.", { exact: true }).click({ timeout: 10_000 });
  await viewer.getByRole("button", { name: "Execute" }).click({ timeout: 10_000 });
  await expect(viewer.getByText("Response Status: OK (200)")).toBeVisible();
});

test("a page of visitors is previewed in the window, in a frame of its own origin", async ({
  sharedShell: shell,
}) => {
  const { page } = shell;
  await page.evaluate(() => location.assign("#/splash/new"));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Heading").fill("In the window");
  await dialog.getByText("What visitors see").click();
  const shown = dialog.locator("iframe:not([data-coming])").contentFrame();
  await expect(shown.getByRole("heading", { name: "In the window" })).toBeVisible();
  expect(await shown.locator("html").evaluate(() => origin)).toBe("null");
});
