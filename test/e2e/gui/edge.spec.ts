import { mostCampaignLinks } from "../../../src/contract/server/edge.ts";
import { rm } from "node:fs/promises";
import { goodToken, startCloudflare } from "../../mirror/cloudflare.ts";
import { nodeEngine, workersEngine } from "../../mirror/engine.ts";
import { startHome } from "../../mirror/home.ts";
import { findingsOn } from "../../support/axe.ts";
import { importing } from "../../support/importing.ts";
import { makeDataDir, send, startTestServer } from "../../support/server.ts";
import { chrome } from "../../support/userAgents.ts";
import { expect, go, openGui, test } from "./guiTest.ts";
import { setTheme } from "./setTheme.ts";

const poorToken = "poor-token-0123456789abcdefghijklmnopqrs";

test("from a token to a click that came while the computer slept, and to nothing that stays there", async ({
  page,
}) => {
  const cloudflare = await startCloudflare({
    engine: workersEngine() ?? nodeEngine,
    tokens: {
      [goodToken]: { rights: ["scripts", "databases"] },
      [poorToken]: { rights: ["scripts"] },
    },
  });
  const dataDir = await makeDataDir();
  const address = cloudflare.addressOf("waypost");
  const wake = () =>
    startTestServer({
      dataDir,
      guiPort: 0,
      log: () => {},
      edge: { api: cloudflare.api, addressOf: () => address },
    });
  let service = await wake();
  const main = page.getByRole("main");

  // From the wizard, with a token that may do too little first.
  await openGui(page, service);
  await go(page, "public");
  await main.getByRole("link", { name: "Always-on copy" }).click();
  await expect(page).toHaveURL(/settings\/edge$/);
  await main.getByRole("textbox", { name: "API token" }).fill(poorToken);
  await main.getByRole("button", { name: "Create the copy" }).click();
  await expect(main.getByText("The token is missing a permission")).toContainText("D1, Edit");
  expect(await findingsOn(page)).toEqual([]);

  await main.getByRole("textbox", { name: "API token" }).fill(goodToken);
  await main.getByRole("button", { name: "Create the copy" }).click();
  await expect(main.getByText("Online and up to date")).toBeVisible();
  await expect(main.getByRole("heading", { name: "Always-on copy" }).last()).toBeFocused();
  expect(await findingsOn(page)).toEqual([]);

  // A link is there without anybody's doing.
  await go(page, "");
  await page.getByRole("textbox", { name: "Paste a long URL" }).fill("https://example.org/a");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Short link created").first()).toBeVisible();
  const { body } = await service.api("GET", "/api/urls");
  const [{ id, alias }] = body.data.urls;
  await go(page, `links/${id}`);
  await expect(main.getByText("Works around the clock")).toBeVisible();

  await service.stop();
  const visited = await send(address, `/${alias}`, {
    headers: { "user-agent": chrome },
  });
  expect([visited.status, visited.headers.location]).toEqual([302, "https://example.org/a"]);

  service = await wake();
  await openGui(page, service);
  await go(page, "settings/edge");
  await main.getByRole("button", { name: "Download clicks now" }).click();
  await go(page, `links/${id}`);
  await expect(main.getByTestId("clicks")).toContainText("1");

  await go(page, "settings/edge");
  await main.getByRole("textbox", { name: "API token" }).last().fill(goodToken);
  await main.getByRole("button", { name: "Remove copy" }).click();
  await main.getByRole("button", { name: "Remove copy" }).click();
  await expect(main.getByRole("button", { name: "Create the copy" })).toBeVisible();
  expect([...cloudflare.workers, ...cloudflare.databases]).toEqual([]);

  await service.stop();
  await cloudflare.close();
  await rm(dataDir, { recursive: true });
});

test("taking a copy over asks first, and says who is refused and what the copy gets @full", async ({
  page,
}) => {
  const cloudflare = await startCloudflare();
  const first = await startHome(cloudflare);
  const second = await startHome(cloudflare, { guiPort: 0 });
  await first.follow("/setup", { token: goodToken });
  await second.api("PUT", "/api/public-address/dark", { dark: true }, second.localKey);
  const main = page.getByRole("main");
  const takeOver = main.getByRole("button", { name: "Claim this copy" });
  const ask = main.getByRole("alert").filter({ hasText: "The other Waypost will lose access" });

  await openGui(page, second);
  await go(page, "settings/edge");
  await main.getByRole("textbox", { name: "API token" }).fill(goodToken);
  await main.getByRole("button", { name: "Create the copy" }).click();
  await takeOver.click();
  await expect(ask).toContainText("the copy will get your links");
  await expect(takeOver).toBeFocused();
  expect(await findingsOn(page)).toEqual([]);
  await main.getByRole("button", { name: "Cancel" }).click();
  await expect(ask).toBeHidden();
  expect(await first.edge("POST", "/push")).toMatchObject({ problem: null });

  await takeOver.click();
  await takeOver.click();
  await expect(
    main.getByText("Paused: the copy also asks visitors to come back later"),
  ).toBeVisible();
  expect((await first.edge("POST", "/push")).problem).toMatchObject({ code: "foreign" });

  await first.stop();
  await second.stop();
  await cloudflare.close();
});

test("a token that can't list accounts is used with the account's ID, for data in the EU @bothways @full", async ({
  page,
  language,
  say,
}) => {
  const cloudflare = await startCloudflare({
    tokens: { [goodToken]: { rights: ["scripts", "databases"], isAccountOwned: true } },
  });
  const home = await startHome(cloudflare, { guiPort: 0 });
  const main = page.getByRole("main");
  if (language === "fa") await setTheme(page, "fa", "dark");
  await openGui(page, home);
  await go(page, "settings/edge");
  await main.getByRole("textbox", { name: say("API token") }).fill(goodToken);
  await main.getByText(say("More"), { exact: true }).click();
  await main.getByRole("checkbox", { name: say("Store data in the EU only") }).check();
  const create = main.getByRole("button", { name: say("Create the copy") });
  await create.click();
  const id = main.getByRole("textbox", { name: say("Account ID") });
  await expect(id).toBeVisible();
  expect(await findingsOn(page)).toEqual([]);
  await id.fill("mine");
  await create.click();
  await expect(main.getByText(say("Enter the account ID: 32 letters and digits."))).toBeVisible();
  await id.fill(cloudflare.account);
  await create.click();
  await expect(main.getByText(say("Online and up to date"))).toBeVisible();
  expect([...cloudflare.databases.values()]).toMatchObject([{ jurisdiction: "eu" }]);
  await home.stop();
  await cloudflare.close();
});

test("what the copy doesn't have is named with its reason, in its list and at the campaign @bothways @full", async ({
  page,
  language,
  say,
}) => {
  const cloudflare = await startCloudflare();
  const home = await startHome(cloudflare, { guiPort: 0 });
  const most = mostCampaignLinks;
  const imports = importing(home);
  const addresses = Array.from({ length: most + 1 }, (_, at) => `https://example.org/${at}`);
  const { body: campaign } = await home.api("POST", "/api/campaign/add", {
    name: "Catalogue",
    public: true,
  });
  const read = await imports.preview(addresses.join("\n"));
  await imports.apply(read, { campaign: campaign.id });
  const small = await home.api("POST", "/api/campaign/add", { name: "Small", public: true });
  const poster = { type: "text", data: "x".repeat(1_300), name: "Poster" };
  const { body: code } = await home.api("POST", "/api/qr/add", poster);
  await home.follow("/setup", { token: goodToken });
  const main = page.getByRole("main");

  if (language === "fa") await setTheme(page, "fa", "dark");
  await openGui(page, home);
  await go(page, "settings/edge");
  const list = main.getByRole("region", { name: say("Also on this computer only") });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list.getByRole("listitem").filter({ hasText: "Poster" })).toContainText(
    say(
      "QR code image too large for the copy: the copy doesn’t show the image, but scanning the code works",
    ),
  );
  await expect(list.getByRole("link", { name: "Poster" })).toHaveAttribute(
    "href",
    new RegExp(`#/qr/${code.id}$`),
  );
  await expect(list.getByRole("listitem").filter({ hasText: "Catalogue" })).toContainText(
    say.like(
      "campaign with more than {{most}} links: its rotator link and public link list aren’t in the copy",
      { most },
    ),
  );
  expect(await findingsOn(page)).toEqual([]);

  await list.getByRole("link", { name: "Catalogue" }).click();
  const editor = page.getByRole("dialog");
  const notThere = say.like(
    "This campaign isn’t in the always-on copy, which supports campaigns with up to {{most}} links. Visitors can’t open the rotator link or public link list at the copy’s address.",
    { most },
  );
  await expect(editor.getByText(notThere)).toBeVisible();
  await page.keyboard.press("Escape");
  await go(page, `campaigns/${small.body.id}`);
  await expect(
    editor.getByText(say("Public link list", "campaigns.list"), { exact: false }).first(),
  ).toBeVisible();
  await expect(editor.getByText(notThere)).toHaveCount(0);

  await home.stop();
  await cloudflare.close();
});
