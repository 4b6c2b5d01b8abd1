import { rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { findingsOn } from "../../support/axe.ts";
import { makeDataDir, send, startTestServer, type TestServer } from "../../support/server.ts";
import { chrome } from "../../support/userAgents.ts";
import { addLink, expect, go, openGui, test } from "./guiTest.ts";
import { setTheme } from "./setTheme.ts";

/** A name of the public internet that leads to the public door, whatever port that has. */
const address = "http://go.example.net";
const outside = "93.184.215.14";

/** Of a tunnel that says how visitors come by it, and lives. */
const program = `#!${process.execPath}
console.log("Visitors come by ${address}");
setInterval(() => {}, 1000);
`;

interface Public {
  readonly service: TestServer;
  readonly folder: string;
  readonly doorPort: () => Promise<number | null>;
}

const it = test.extend<{ owner: Public }>({
  service: async ({ owner }, use) => use(owner.service),
  // oxlint-disable-next-line eslint/no-empty-pattern
  owner: async ({}, use) => {
    const folder = await makeDataDir();
    let port = 1;
    const service = await startTestServer({
      guiPort: 0,
      // No program of this computer is met.
      environment: { PATH: folder },
      network: {
        resolve: async () => [outside],
        connect: () => connect({ host: "127.0.0.1", port }),
      },
    });
    const doorPort = async () => {
      const path = "/api/public-address";
      const { body } = await service.api("GET", path, undefined, service.localKey);
      port = body.data.door?.port ?? 1;
      return body.data.door === null ? null : port;
    };
    await use({ service, folder, doorPort });
    await service.stop();
    await rm(folder, { recursive: true });
  },
});

/** A free port, so that no other spec's service has it. */
async function openDoor(wizard: Locator): Promise<void> {
  await expect(wizard.locator("h3")).toHaveCount(1);
  await wizard.getByRole("textbox").fill("0");
  await wizard.getByRole("textbox").press("Enter");
}

/** Names of programs read from left to right. */
const isolated = (name: string) => `\u2066${name}\u2069`;

const nothingAgainst = async (page: Page, where: string) =>
  expect(await findingsOn(page), where).toEqual([]);

it("from a way to links that begin with a proved address, with a failure on the way, and dark @bothways", async ({
  gui,
  owner,
  say,
}) => {
  const { service, folder, doorPort } = owner;
  const standing = (state: string) => say("Public address: {{state}}", { state });
  const { id } = await addLink(service, { url: "https://example.org/", custom: "spring" });
  const closed = gui.getByRole("region", { name: standing(say("Only on this computer")) });
  await closed.getByRole("link", { name: say("Share with the world") }).click();
  const wizard = gui.getByRole("main");
  const seen = wizard.getByRole("complementary");
  await expect(seen).toContainText(say("Your links work on this computer only."));
  const missing = say("{{name}} isn’t on this computer yet", { name: isolated("cloudflared") });
  await expect(wizard.getByText(missing).first()).toBeVisible();

  await expect(seen.getByRole("switch")).toHaveCount(0);
  await wizard.getByRole("radio", { name: say("Just try today") }).check();
  const install = wizard.getByRole("region", { name: say("Install the program") });
  await expect(install).toContainText(isolated("cloudflared"));
  await expect(install.getByRole("link", { name: /^github\.com\/cloudflare/ })).toBeVisible();

  // What is wrong is said at the field.
  await wizard.getByRole("radio", { name: say("A command of my own") }).check();
  await wizard.getByRole("textbox", { name: say("Command") }).fill("bore local 4081");
  await gui.keyboard.press("Enter");
  await expect(
    wizard.getByText(say("Must have {port} in it, and each quote its other one.")),
  ).toBeVisible();
  await wizard.getByRole("textbox", { name: say("Command") }).fill("bore local {port}");
  await wizard
    .getByRole("textbox", { name: say("What the address looks like") })
    .fill(String.raw`http://\S+`);
  await gui.keyboard.press("Enter");

  // The door first, then the program, which has still to be installed.
  await expect(wizard.getByRole("heading", { name: say("Start"), exact: true })).toBeFocused();
  await openDoor(wizard);
  const tunnel = wizard.getByRole("region", { name: say("Tunnel") });
  await expect(tunnel.locator("code").first()).toContainText(/^bore local \d+$/);
  await expect.poll(doorPort).not.toBeNull();
  await tunnel.getByRole("button", { name: say("Start"), exact: true }).click();
  await expect(tunnel).toContainText(
    say.like("{{program}} isn’t installed on this computer. Install it, then try again.", {
      program: "\u2068bore\u2069",
    }),
  );
  await writeFile(join(folder, "bore"), program, { mode: 0o755 });
  await tunnel.getByRole("button", { name: say("Try again") }).click();
  await expect(tunnel.getByRole("status")).toContainText(say("Up"));
  await tunnel.getByText(say("What the program says")).click();
  await expect(tunnel.locator("pre")).toContainText("Visitors come by");

  // Opened again, it is where it was.
  await go(gui, "links");
  await gui.getByRole("link", { name: standing(say("Public port open")) }).click();
  await expect(wizard.getByRole("heading", { name: say("Prove"), exact: true })).toBeVisible();
  await wizard.getByRole("button", { name: say("Prove it") }).click();
  const steps = wizard.locator("li[data-outcome]");
  await expect(steps.nth(2)).toContainText(say.like("{{link}} led to its target."));
  await expect(seen).toContainText(say("The address answers. Links don’t begin with it yet."));
  await wizard.getByRole("button", { name: say("Go on: use it") }).click();

  await expect(wizard).toContainText(`${say("1 link")}.`);
  await wizard
    .getByRole("combobox", { name: say("Who says where visitors come from") })
    .selectOption("forwarded");
  const proxies = wizard.getByRole("textbox", { name: say("Proxies on other computers") });
  await proxies.fill("my proxy");
  await wizard.getByRole("button", { name: say.like("Switch to {{address}}") }).click();
  await expect(proxies).toHaveAttribute("aria-invalid", "true");
  await proxies.fill("10.0.0.2");
  // No name of a known provider: its owner says that it lasts, and until then it doesn't.
  await expect(
    wizard.getByRole("checkbox", { name: say("The name is another one at the next start") }),
  ).toBeChecked();
  await wizard.getByRole("button", { name: say.like("Switch to {{address}}") }).click();
  await expect(wizard.getByRole("heading", { name: say("In use") })).toBeVisible();
  await expect(wizard.getByText(say("Temporary name, gone at restart."))).toBeVisible();
  await expect(
    wizard.getByRole("img", { name: say.like("QR code of {{name}}", "common") }),
  ).toBeVisible();
  await expect(
    gui.getByRole("link", { name: standing(say("Open, proved just now")) }),
  ).toBeVisible();
  const { body } = await service.api("GET", `/api/url/${id}`);
  expect(body.details.shorturl).toBe(`${address}/spring`);
  expect(body.data.clicks).toBe(0);

  const dark = seen.getByRole("switch", { name: say("Go dark") });
  await dark.click({ force: true });
  await expect(gui.getByRole("link", { name: standing(say("Dark", "reach")) })).toBeVisible();
  const door = `http://127.0.0.1:${await doorPort()}`;
  const visit = () => send(door, "/spring", { headers: { "user-agent": chrome } });
  expect((await visit()).status).toBe(503);
  await expect(dark).toBeEnabled();
  await dark.click({ force: true });
  await expect(seen).toContainText(say("They lead on, from everywhere."));
  expect((await visit()).status).toBe(302);

  // The way back: what was stopped stays so.
  await wizard.getByRole("button", { name: say("Stop") }).click();
  await expect(wizard.getByRole("region", { name: say("Tunnel") })).toContainText(say("Off"));
  await wizard.getByText(say("Close it again")).click();
  await wizard.getByRole("button", { name: say("Close the public door") }).click();
  await expect.poll(doorPort).toBeNull();
  await wizard.getByRole("button", { name: say("Back to this computer’s address") }).click();
  await expect(closed).toBeVisible();
});

it("axe finds nothing on any step, narrow and wide, right to left and dark @full", async ({
  page,
  owner,
}) => {
  const { service } = owner;
  await setTheme(page, "fa", "dark");
  await openGui(page, service);
  await go(page, "public");
  const wizard = page.getByRole("main");
  await page.setViewportSize({ width: 390, height: 844 });
  await wizard.getByRole("radio").nth(3).check();
  await wizard.locator("form button").last().click();
  await expect(wizard.locator("[aria-invalid=true]")).toBeVisible();
  await expect(wizard.locator("[data-loading]")).toHaveCount(0);
  await nothingAgainst(page, "a way, refused");
  await wizard.locator("fieldset input").fill("go.example.net");
  await page.keyboard.press("Enter");
  await openDoor(wizard);
  await expect(wizard.locator("h3")).toHaveCount(2);
  await wizard.locator("section section").last().getByRole("button").first().click();
  await wizard.locator("section > div > div").last().getByRole("button").click();
  await expect(wizard.locator("li[data-outcome=failed]")).toBeVisible();
  await nothingAgainst(page, "a proof that failed");
  const body = { address: "https://go.example.net" };
  await service.api("PUT", "/api/public-address/use", body, service.localKey);
  await page.reload();
  await go(page, "public?step=use");
  await expect(wizard.locator("img")).toBeVisible();
  await nothingAgainst(page, "in use");
  await page.setViewportSize({ width: 1280, height: 800 });
  const isWide = () => document.documentElement.scrollWidth > innerWidth;
  expect(await page.evaluate(isWide)).toBe(false);
});

it("verifying an address of this computer says why it can't be verified", async ({
  gui,
  owner,
}) => {
  const { service } = owner;
  const ask = (method: string, path: string, body?: object) =>
    service.api(method, path, body, service.localKey);
  await ask("POST", "/api/public-address/open", { port: 0 });
  await ask("PUT", "/api/tunnel", { way: "pasted", address: "http://localhost:4903" });
  await ask("POST", "/api/tunnel/start");
  await go(gui, "public?step=prove");
  const wizard = gui.getByRole("main");
  await wizard.getByRole("button", { name: "Prove it" }).click();
  await expect(wizard.locator("li[data-outcome]").first()).toContainText(
    "The address is this computer’s own name.",
  );
  await expect(wizard.getByRole("complementary")).toContainText("The public port is open.");
  await go(gui, "public?step=start");
  await expect(wizard.getByRole("button", { name: "Stop" })).toHaveCount(0);
  await wizard.getByRole("button", { name: "Close the public door" }).click();
  await expect(
    gui.getByRole("region", { name: "Public address: Only on this computer" }),
  ).toBeVisible();
});
