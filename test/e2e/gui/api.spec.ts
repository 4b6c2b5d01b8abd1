import { execFileSync } from "node:child_process";
import { addLink, clipboardOf, expect, go, openGui, test } from "./guiTest.ts";
import { keysOf } from "./keys.ts";

test("the reference shows the base address, and the key only when asked", async ({
  gui,
  service,
}) => {
  await gui.getByRole("link", { name: "API", exact: true }).click();
  await expect(gui.getByRole("heading", { level: 1, name: "API" })).toBeVisible();
  await expect(gui.getByText(service.baseUrl, { exact: true })).toBeVisible();
  await gui.getByRole("button", { name: "Copy Base address" }).click();
  await expect.poll(() => clipboardOf(gui)).toBe(service.baseUrl);

  const main = gui.getByRole("main");
  await expect(gui.getByRole("img", { name: "Hidden key" })).toBeVisible();
  await expect(main).not.toContainText(service.apiKey);
  await gui.getByRole("button", { name: "Show the key" }).click();
  await expect(gui.getByTestId("script-key")).toHaveText(service.apiKey);
  await expect(gui.getByTestId("lines")).toContainText(`Bearer ${service.apiKey}`);
  await gui.getByRole("button", { name: "Hide the key" }).click();
  await expect(main).not.toContainText(service.apiKey);

  // Nowhere but in memory.
  const stored = await gui.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(stored).not.toContain(service.apiKey);
});

test("copied curl lines make a link as they are", async ({ gui, service }) => {
  await gui.getByRole("link", { name: "API", exact: true }).click();
  await gui.getByRole("link", { name: /^Create a short link/ }).click();
  await expect(gui.getByRole("heading", { name: "Create a short link" })).toBeVisible();
  await gui.getByRole("checkbox", { name: "custom in the lines" }).check();
  await expect(gui.getByTestId("lines")).toContainText('"custom": "spring-sale"');
  await expect(gui.getByRole("checkbox", { name: "url in the lines" })).toBeDisabled();
  await gui.getByRole("button", { name: "Copy the lines, with your key" }).click();
  const lines = await clipboardOf(gui);
  expect(lines).toContain(`Bearer ${service.apiKey}`);
  expect(lines).toContain(`curl -X POST '${service.baseUrl}/api/url/add'`);

  // What the lines hand to curl, sent the way curl sends it.
  const given = execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }\n${lines}`], {
    encoding: "utf8",
  }).split("\0");
  const answer = await fetch(given[2] ?? "", {
    method: given[1] ?? "",
    headers: { authorization: `Bearer ${service.apiKey}`, "content-type": "application/json" },
    body: given[8] ?? "",
  });
  expect(await answer.json()).toMatchObject({
    error: 0,
    shorturl: `${service.shortBase}/spring-sale`,
  });
});

test("JavaScript and Python lines, and the language stays from one operation to the next", async ({
  gui,
  service,
}) => {
  await gui.goto(new URL("/#/api/addLink", service.gui ?? "").href);
  await gui.getByText("JavaScript", { exact: true }).click();
  await expect(gui.getByTestId("lines")).toContainText("await fetch(");
  await gui.getByText("Python", { exact: true }).click();
  await expect(gui.getByTestId("lines")).toContainText("urllib.request.Request(");
  await gui.getByRole("link", { name: /^Delete a short link/ }).click();
  await expect(gui.getByTestId("lines")).toContainText('method="DELETE"');
});

test("a question can be tried, with what is typed for its parameters @bothways", async ({
  gui,
  service,
  say,
}) => {
  const { id } = await addLink(service, { url: "https://example.org/", custom: "spring" });
  await gui.goto(new URL("/#/api/getLink", service.gui ?? "").href);
  const field = gui.getByRole("textbox", { name: say("Value of id") });
  await expect(field).toHaveValue("1");
  await field.fill(String(id));
  await gui.getByRole("button", { name: say("Try it") }).click();
  await expect(gui.getByTestId("tried")).toContainText(
    say.like("Answered {{status}} in {{time}} ms", { status: 200 }),
  );
  await expect(gui.getByTestId("tried")).toContainText('"alias": "spring"');

  await field.fill("999");
  await expect(gui.getByTestId("lines")).toContainText("/api/url/999'");
  await gui.getByRole("button", { name: say("Try it") }).click();
  await expect(gui.getByTestId("tried")).toContainText(
    say.like("Answered {{status}} in {{time}} ms", { status: 404 }),
  );
  await expect(gui.getByTestId("tried")).toContainText("Link does not exist.");

  await gui
    .getByRole("link", { name: say("List short links, or find one by its short address") })
    .click();
  await gui.getByRole("textbox", { name: say("Value of q") }).fill("it's & more");
  await expect(gui.getByTestId("lines")).toContainText("/api/urls?q=it%27s+%26+more'");
  // Only what changes nothing can be tried.
  await gui.getByRole("link", { name: say("Delete a short link") }).click();
  await expect(gui.getByTestId("lines")).toBeVisible();
  await expect(gui.getByRole("button", { name: say("Try it") })).toHaveCount(0);
});

test("by keyboard: search, the arrows, Enter; and nothing found is said @bothways", async ({
  gui,
  say,
}) => {
  // On Home the letters belong to the address field.
  await gui.getByRole("link", { name: say("Links"), exact: true }).click();
  await keysOf(gui).press("g a");
  const search = gui.getByRole("searchbox", { name: say("Search the operations") });
  await expect(search).toBeVisible();
  await gui.keyboard.press("/");
  await expect(search).toBeFocused();
  await gui.keyboard.type("geotarget");
  const operations = gui.getByRole("navigation", { name: say("Operations") }).getByRole("listitem");
  await expect(operations).toHaveCount(3);
  await gui.keyboard.press("ArrowDown");
  await gui.keyboard.press("ArrowDown");
  await gui.keyboard.press("Enter");
  await expect(
    gui.getByRole("heading", {
      name: say("Change a short link; fields that aren't given stay as they are"),
    }),
  ).toBeVisible();
  await expect(operations.nth(1).getByRole("link")).toHaveAttribute("aria-current", "page");
  await gui.keyboard.press("ArrowUp");
  await gui.keyboard.press("ArrowUp");
  await expect(search).toBeFocused();

  await search.fill("no such thing");
  await expect(gui.getByText(say("Nothing found"))).toBeVisible();
  await gui
    .getByRole("button", { name: say("Clear the search") })
    .last()
    .click();
  await expect(operations).not.toHaveCount(0);
});

test("a narrow window shows the list or one operation, and finds back", async ({
  gui,
  service,
}) => {
  await gui.setViewportSize({ width: 390, height: 844 });
  await gui.goto(new URL("/#/api", service.gui ?? "").href);
  const link = gui.getByRole("link", { name: /^Show a short link/ });
  await link.click();
  await expect(gui.getByRole("heading", { name: /^Show a short link/ })).toBeFocused();
  await expect(link).toBeHidden();
  await gui.getByRole("link", { name: "All operations" }).click();
  await expect(link).toBeFocused();
});

test("a place that is no operation leads to the reference", async ({ gui, service }) => {
  await gui.goto(new URL("/#/api/nothing", service.gui ?? "").href);
  await expect(gui.getByRole("heading", { name: "Start here" })).toBeVisible();
  await expect(gui).toHaveURL(/#\/api$/);
});

test("a document or a key that doesn't come is said @bothways @full", async ({ gui, say }) => {
  const failed = "Something went wrong inside the service. Its messages say what.";
  await gui.route("**/api/key", (route) => route.abort());
  await gui.route("**/api/openapi.json", (route) =>
    route.fulfill({ status: 500, json: { error: 1, message: failed, code: "unexpected" } }),
  );
  await go(gui, "api");
  await expect(gui.getByRole("alert")).toContainText(say(failed, "failure"));
  await gui.unroute("**/api/openapi.json");
  await gui.getByRole("button", { name: say("Try again") }).click();
  await expect(
    gui.getByText(
      say.like("The key could not be fetched; the lines say YOUR_API_KEY in its place."),
    ),
  ).toBeVisible();
  await expect(gui.getByTestId("lines")).toContainText("Bearer YOUR_API_KEY");
});

test("nothing is asked of any other place than the service", async ({ page, service }) => {
  const { origin } = new URL(service.gui ?? "");
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== origin) elsewhere.push(url.href);
  });
  await openGui(page, service);
  await page.goto(`${origin}/#/api/addLink`);
  await expect(page.getByTestId("lines")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(elsewhere).toEqual([]);
});
