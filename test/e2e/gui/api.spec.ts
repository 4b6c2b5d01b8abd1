import { clipboardOf, expect, go, openGui, test } from "./guiTest.ts";

test("the API screen shows the base URL and the rate limit, and the key only on request", async ({
  gui,
  service,
}) => {
  await go(gui, "api");
  await expect(gui.getByRole("heading", { level: 1, name: "API" })).toBeVisible();
  await expect(gui.getByText(service.baseUrl, { exact: true })).toBeVisible();
  await expect(gui.getByText(/^[\d,]+ requests per minute$/)).toBeVisible();
  await gui.getByRole("button", { name: "Copy Base URL" }).click();
  await expect.poll(() => clipboardOf(gui)).toBe(service.baseUrl);

  const main = gui.getByRole("main");
  await expect(gui.getByRole("img", { name: "Hidden key" })).toBeVisible();
  await expect(main).not.toContainText(service.apiKey);
  await gui.getByRole("button", { name: "Copy API key" }).click();
  await expect.poll(() => clipboardOf(gui)).toBe(service.apiKey);
  await gui.getByRole("button", { name: "Show the key" }).click();
  await expect(gui.getByTestId("script-key")).toHaveText(service.apiKey);
  await gui.getByRole("button", { name: "Hide the key" }).click();
  await expect(main).not.toContainText(service.apiKey);

  // It stays in memory.
  const stored = await gui.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(stored).not.toContain(service.apiKey);
});

test("the API viewer shows every group of operations, a ready curl command, and runs a request @full", async ({
  gui,
  service,
}) => {
  await go(gui, "api");
  const viewer = gui.frameLocator("iframe");
  await viewer.getByRole("link", { name: /^Account/ }).click();
  await viewer.getByRole("link", { name: "Show the account.", exact: true }).click();
  const command = viewer.getByText(`curl -X GET "${service.baseUrl}/api/account"`);
  await expect(command).toContainText("Bearer YOUR_API_KEY");
  await viewer.getByRole("button", { name: "Execute" }).click();
  await expect(viewer.getByText("Response Status: OK (200)")).toBeVisible();
  await expect(viewer.getByText('"username"').last()).toBeVisible();
});

test("the API screen asks nobody but its own server", async ({ page, service }) => {
  const { origin } = new URL(service.gui ?? "");
  const elsewhere: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== origin) elsewhere.push(url.href);
  });
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await openGui(page, service);
  await page.goto(`${origin}/#/api`);
  const viewer = page.frameLocator("iframe");
  await expect(viewer.getByRole("link", { name: /^Short links/ })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(elsewhere).toEqual([]);
  expect(complaints).toEqual([]);
});

test("the API screen says when its document or the key can't be fetched @bothways @full", async ({
  gui,
  say,
}) => {
  const failed = "Something went wrong inside Waypost. See Waypost’s log for details.";
  await gui.route("**/api/key", (route) => route.abort());
  await gui.route("**/api/openapi.json", (route) =>
    route.fulfill({ status: 500, json: { error: 1, message: failed, code: "unexpected" } }),
  );
  await go(gui, "api");
  const alerts = gui.getByRole("alert");
  await expect(alerts.filter({ hasText: say(failed, "failure") })).toBeVisible();
  await gui.unroute("**/api/openapi.json");
  await gui.getByRole("button", { name: say("Try again") }).click();
  await expect(gui.locator("iframe")).toBeVisible();
  await expect(gui.getByText(say("Couldn’t load the key."))).toBeVisible();
});
