import { findingsOn, rulesOfColour } from "../../support/axe.ts";
import { addLink, clipboardOf, expect, openGui, test } from "./guiTest.ts";
import { setTheme } from "./setTheme.ts";

const rules = {
  url: "https://example.org/all",
  custom: "spring",
  languagetarget: [{ language: "fa", link: "https://example.org/persian" }],
  geotarget: [{ location: "Germany", link: "https://example.org/german" }],
  devicetarget: [{ device: "iphone", link: "https://example.org/iphone" }],
  password: "open sesame",
};

test("who comes from where with what is tried, and every rule says why @bothways", async ({
  gui,
  service,
  say,
}) => {
  const { id } = await addLink(service, rules);
  await gui.goto(`${gui.url().split("#")[0] ?? ""}#/links/${id}`);
  await gui.getByRole("button", { name: say("Try as a visitor") }).click();
  const dialog = gui.getByRole("dialog");
  const gets = dialog.getByTestId("try-gets");
  await expect(gets).toContainText(say("A page that asks for the password"));
  await expect(gets).toContainText(say("isn’t counted"));
  await expect(
    dialog.frameLocator("iframe").getByRole("textbox", { name: /password|گذرواژه/i }),
  ).toBeVisible();

  await dialog.getByLabel(say("Knows the password")).check();
  await expect(gets).toContainText("example.org/all");
  await dialog.getByRole("combobox", { name: say("Device") }).click();
  await gui.getByRole("option", { name: say("iPhone", "devices") }).click();
  await expect(gets).toContainText("example.org/iphone");
  await dialog.getByRole("combobox", { name: say("Country") }).fill(say("Germany"));
  await gui.getByRole("option", { name: say("Germany") }).click();
  await expect(gets).toContainText("example.org/german");
  await expect(dialog.getByText(say("The visitor is in this country."))).toBeVisible();
  await expect(
    dialog.getByText(say("The visitor’s browser doesn’t ask for this language.")),
  ).toBeVisible();
  await expect(gets.getByRole("link", { name: say("Open as this visitor") })).toHaveAttribute(
    "href",
    "https://example.org/german",
  );
  await gets.getByRole("button", { name: say("Copy as curl") }).click();
  await expect
    .poll(() => clipboardOf(gui))
    .toMatch(/^curl -i -H 'user-agent: .*iPhone.*\/spring'$/);

  await dialog.getByText(say("Bot"), { exact: true }).click();
  await expect(gets).toContainText(say("counts as a bot"));
  const { body } = await service.api("GET", `/api/url/${id}`);
  expect(body.data).toMatchObject({ clicks: 0, botClicks: 0 });
});

test("each condition of a rule says what the visitor has @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  const { id } = await addLink(service, {
    url: "https://example.org/all",
    custom: "ruled",
    rules: [
      {
        url: "https://example.org/phones",
        conditions: [
          { type: "device", value: "ios" },
          { type: "geolocation-country-code", value: "DE", not: true },
        ],
      },
    ],
  });
  await gui.goto(`${gui.url().split("#")[0] ?? ""}#/links/${id}`);
  await gui.getByRole("button", { name: say("Try as a visitor") }).click();
  const dialog = gui.getByRole("dialog");
  const conditions = dialog.getByRole("listitem").getByRole("listitem");
  await expect(conditions).toHaveCount(2);
  await expect(conditions.nth(0)).toContainText(say("Doesn’t match."));
  await expect(conditions.nth(1)).toContainText(
    say("This is unknown for the visitor, so the condition can’t match."),
  );
  await dialog.getByRole("combobox", { name: say("Device") }).click();
  await gui.getByRole("option", { name: say("iPhone", "devices") }).click();
  await dialog.getByRole("combobox", { name: say("Country") }).fill(say("France"));
  await gui.getByRole("option", { name: say("France"), exact: true }).click();
  await expect(dialog.getByTestId("try-gets")).toContainText("example.org/phones");
  await expect(conditions.nth(1)).toContainText(say("France"));
  await dialog.getByRole("combobox", { name: say("Device") }).click();
  await gui.getByRole("option", { name: say("My browser") }).click();
  await expect(dialog.getByRole("combobox", { name: say("Language") })).toHaveValue(
    say("My browser’s languages"),
  );
  await expect(conditions.nth(0)).toContainText(say("Doesn’t match."));
});

test("rules see the query and the IP address, and a split says its bucket @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  const { id } = await addLink(service, {
    url: "https://example.org/all",
    custom: "asked",
    rules: [
      {
        url: "https://example.org/mail",
        conditions: [{ type: "query-param", key: "from", value: "mail" }],
      },
      {
        url: "https://example.org/office",
        conditions: [{ type: "ip-address", value: "203.0.113.0/24" }],
      },
    ],
    split: {
      variants: [
        { id: "a", url: "https://example.org/a", weight: 0 },
        { id: "b", url: "https://example.org/b", weight: 10_000 },
      ],
    },
  });
  await gui.goto(`${gui.url().split("#")[0] ?? ""}#/links/${id}`);
  await gui.getByRole("button", { name: say("Try as a visitor") }).click();
  const dialog = gui.getByRole("dialog");
  const gets = dialog.getByTestId("try-gets");
  const ip = dialog.getByRole("textbox", { name: say("IP address", "tryVisit") });
  const query = dialog.getByRole("textbox", { name: say("Query", "tryVisit") });
  await expect(gets).toContainText("example.org/b");
  const byChance =
    "Bucket {{bucket}} of {{whole}}, chosen at random because the IP address is unknown. The bucket is in this variant’s share.";
  await expect(dialog.getByText(say.like(byChance))).toBeVisible();
  await ip.fill("203.0.113");
  await expect(dialog.getByText(say("Enter an IP address, such as 203.0.113.9."))).toBeVisible();
  await ip.fill("198.51.100.7");
  const byAddress =
    "Bucket {{bucket}} of {{whole}}, from the visitor’s IP address and browser. The bucket is in this variant’s share.";
  await expect(dialog.getByText(say.like(byAddress))).toBeVisible();
  await ip.fill("203.0.113.9");
  await expect(gets).toContainText("example.org/office");
  await query.fill("?from=mail");
  await expect(gets).toContainText("example.org/mail");
});

test("a moment that is none is said @bothways @full", async ({ gui, service, say }) => {
  const { id } = await addLink(service, { url: "https://example.org/", custom: "plain" });
  await gui.goto(`${gui.url().split("#")[0] ?? ""}#/links/${id}`);
  await gui.getByRole("button", { name: say("Try as a visitor") }).click();
  const dialog = gui.getByRole("dialog");
  await dialog.getByRole("textbox", { name: say("When", "tryVisit") }).fill("yesterday");
  await expect(
    dialog.getByText(say.like("Enter a date, year first, such as 2026-12-31 18:00.")),
  ).toBeVisible();
  await dialog.getByRole("textbox", { name: say("When", "tryVisit") }).fill("");
  await expect(dialog.getByTestId("try-gets")).toContainText(say("Redirects immediately"));
});

test("in Persian, light and dark, wide and narrow, axe finds nothing @full", async ({
  page,
  service,
}) => {
  const { id } = await addLink(service, rules);
  await setTheme(page, "fa", "light");
  await openGui(page, service);
  await page.goto(`${page.url().split("#")[0] ?? ""}#/links/${id}`);
  await page.getByRole("button", { name: "امتحان لینک" }).click();
  const dialog = page.getByRole("dialog");
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(dialog.getByTestId("try-gets")).toContainText("گذرواژه");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const rulesOfLook = colorScheme === "light" ? undefined : rulesOfColour;
      expect(await findingsOn(page, "iframe", rulesOfLook), `${colorScheme}, ${width}`).toEqual([]);
    }
  }
});
