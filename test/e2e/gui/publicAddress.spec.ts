import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import type { Page } from "@playwright/test";
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

const nothingAgainst = async (page: Page, where: string) =>
  expect(await findingsOn(page), where).toEqual([]);

/** A part of the picture. */
const partOf = (gui: Page, part: string) => gui.locator(`li[data-part=${part}]`);
const stands = (gui: Page, part: string, state: string) =>
  expect(partOf(gui, part)).toHaveAttribute("data-state", state);

it("a command of one's own: its faults, a missing program, and links that begin with its address, paused and stopped @bothways", async ({
  gui,
  owner,
  say,
}) => {
  const { service, folder, doorPort } = owner;
  const { id } = await addLink(service, { url: "https://example.org/", custom: "spring" });
  const standing = say("Public address: {{state}}", { state: say("Only on this computer") });
  const closed = gui.getByRole("region", { name: standing });
  await closed.getByRole("link", { name: say("Share publicly") }).click();
  const screen = gui.getByRole("main");
  await expect(screen.getByText(say("Only this computer can open your links."))).toBeVisible();
  await screen.getByText(say("Other ways"), { exact: true }).click();

  // What is wrong is said at the field.
  await screen.getByRole("radio", { name: say("Custom command") }).check();
  await screen.getByRole("textbox", { name: say("Command") }).fill("bore local 4081");
  await gui.keyboard.press("Enter");
  await expect(screen.getByText(say("Include {port}, and close every quote."))).toBeVisible();
  await screen.getByRole("textbox", { name: say("Command") }).fill("bore local {port}");
  await screen.getByRole("textbox", { name: say("Address pattern") }).fill(String.raw`http://\S+`);
  await gui.keyboard.press("Enter");

  // The port is opened by itself; the program has still to be installed.
  const tunnel = screen.getByRole("region", { name: say("Tunnel"), exact: true });
  await expect(tunnel).toContainText(
    say.like("{{program}} isn’t installed on this computer. Install the program, then try again.", {
      program: "\u2068bore\u2069",
    }),
  );
  await expect.poll(doorPort).not.toBeNull();
  await stands(gui, "computer", "good");
  await stands(gui, "tunnel", "bad");
  await writeFile(join(folder, "bore"), program, { mode: 0o755 });
  await screen
    .getByRole("region", { name: say("Custom command") })
    .getByRole("button", { name: say("Start sharing") })
    .click();

  // It is started, asked from outside, and what only its owner knows is asked.
  await stands(gui, "address", "good");
  await expect(partOf(gui, "address")).toBeInViewport();
  await stands(gui, "phone", "idle");
  await tunnel.getByText(say("Program output")).click();
  await expect(tunnel.locator("pre")).toContainText("Visitors come by");
  await expect(screen).toContainText(`${say("1 link")}.`);
  await screen
    .getByRole("combobox", { name: say("Trusted proxy headers") })
    .selectOption("forwarded");
  const proxies = screen.getByRole("textbox", { name: say("Proxies on other computers") });
  await proxies.fill("my proxy");
  await screen.getByRole("button", { name: say.like("Switch to {{address}}") }).click();
  await expect(proxies).toHaveAttribute("aria-invalid", "true");
  await proxies.fill("10.0.0.2");
  // No name of a known provider: its owner says that it lasts, and until then it doesn't.
  await expect(
    screen.getByRole("checkbox", { name: say("The address changes after a restart") }),
  ).toBeChecked();
  await screen.getByRole("button", { name: say.like("Switch to {{address}}") }).click();
  await expect(screen.getByText(say("Anyone can open your links."))).toBeVisible();
  await stands(gui, "phone", "good");
  await expect(
    screen.getByRole("img", { name: say.like("QR code for {{name}}", "common") }),
  ).toBeVisible();
  const { body } = await service.api("GET", `/api/url/${id}`);
  expect(body.details.shorturl).toBe(`${address}/spring`);
  expect(body.data.clicks).toBe(0);

  await screen.getByRole("switch", { name: say("Pause", "public") }).click({ force: true });
  await stands(gui, "computer", "bad");
  const door = `http://127.0.0.1:${await doorPort()}`;
  const visit = () => send(door, "/spring", { headers: { "user-agent": chrome } });
  expect((await visit()).status).toBe(503);
  await partOf(gui, "computer")
    .getByRole("button", { name: say("Resume") })
    .click();
  await stands(gui, "computer", "good");
  expect((await visit()).status).toBe(302);

  // The way back: what was stopped stays so.
  await tunnel.getByRole("button", { name: say("Stop") }).click();
  await expect(tunnel).toContainText(say("Off"));
  await screen.getByText(say("Stop sharing")).click();
  await screen.getByRole("button", { name: say("Close the public port") }).click();
  await expect.poll(doorPort).toBeNull();
  await screen.getByRole("button", { name: say("Use this computer’s address") }).click();
  await expect(closed).toBeVisible();
});

const cloudflared = `#!${process.execPath}
if (process.argv.includes("--version")) console.log("cloudflared version 2026.8.2");
else {
  console.error("2026-03-21T12:00:00Z INF |  https://quiet-harbour-books.trycloudflare.com  |");
  console.error("2026-03-21T12:00:00Z INF Registered tunnel connection connIndex=0 connection=5e91c8d5 event=0 ip=198.41.200.13 location=ams08 protocol=quic");
  setInterval(() => {}, 1000);
}
`;
const checksum = createHash("sha256").update(cloudflared).digest("hex");

test("Try it now takes two clicks: one asks for a clear yes, one downloads and starts", async ({
  page,
}) => {
  const folder = await makeDataDir();
  let isReachable = false;
  const releases = createServer((_request, response) => response.end(cloudflared)).listen(0);
  const { port } = releases.address() as AddressInfo;
  const service = await startTestServer({
    guiPort: 0,
    environment: { PATH: folder },
    network: {
      resolve: (name) =>
        isReachable && name === "releases.example"
          ? Promise.resolve([outside])
          : Promise.reject(new Error("offline")),
      connect: () => connect({ host: "127.0.0.1", port }),
    },
    cloudflared: {
      version: "2026.8.2",
      source: "http://releases.example/cloudflared",
      size: Buffer.byteLength(cloudflared),
      sha256: checksum,
    },
  });
  await openGui(page, service);
  await go(page, "public");
  await page.getByRole("button", { name: "Try it now" }).click();
  const download = page.getByRole("button", { name: "Download and start" });
  const screen = page.getByRole("main");
  for (const said of ["1 MB", "http://releases.example/cloudflared", checksum])
    await expect(screen).toContainText(said);
  await nothingAgainst(page, "the question");

  // Without a network that is said, and nothing else happens.
  await download.click();
  await expect(page.getByRole("alert")).toContainText("Waypost couldn’t reach the download.");
  isReachable = true;
  await download.click();
  await stands(page, "tunnel", "good");
  await expect(screen).toContainText("quiet-harbour-books.trycloudflare.com");
  await service.stop();
  releases.close();
  await rm(folder, { recursive: true });
});

it("axe finds nothing on the screen, narrow and wide, right to left and dark @full", async ({
  page,
  owner,
}) => {
  const { service } = owner;
  await setTheme(page, "fa", "dark");
  await openGui(page, service);
  await go(page, "public");
  const screen = page.getByRole("main");
  await page.setViewportSize({ width: 390, height: 844 });
  await screen.locator("summary").last().click();
  await screen.getByRole("radio").nth(1).check();
  await screen.locator("form button[type=submit]").last().click();
  await expect(screen.locator("[aria-invalid=true]")).toBeVisible();
  await nothingAgainst(page, "a way, refused");
  const body = { address: "https://go.example.net" };
  await service.api("PUT", "/api/public-address/use", body, service.localKey);
  await page.reload();
  await go(page, "public");
  await expect(screen.locator("img")).toBeVisible();
  await nothingAgainst(page, "in use");
  await page.setViewportSize({ width: 1280, height: 800 });
  const isWide = () => document.documentElement.scrollWidth > innerWidth;
  expect(await page.evaluate(isWide)).toBe(false);
});

it("verifying an address of this computer says why it can't be verified @full", async ({
  gui,
  owner,
}) => {
  const { service } = owner;
  const ask = (method: string, path: string, body?: object) =>
    service.api(method, path, body, service.localKey);
  await ask("POST", "/api/public-address/open", { port: 0 });
  await ask("PUT", "/api/tunnel", { way: "pasted", address: "http://localhost:4903" });
  await ask("POST", "/api/tunnel/start");
  await go(gui, "public");
  const verify = gui.getByRole("region", { name: "Verify the address" });
  await verify.getByRole("button", { name: "Verify and use" }).click();
  await expect(verify.locator("li[data-outcome]").first()).toContainText(
    "This address works only on this computer.",
  );
});

it("an open port is never called closed, and is closed where that is said @full", async ({
  gui,
  owner: { service, doorPort },
}) => {
  await addLink(service, { url: "https://example.org/", custom: "spring" });
  await service.api("POST", "/api/public-address/open", { port: 0 }, service.localKey);
  await go(gui, "public");
  const picture = gui.getByRole("region", { name: "How visitors reach your links" });
  await expect(picture.getByRole("status")).toHaveText("The public port is open.");
  const port = await doorPort();
  await expect(picture).toContainText(`127.0.0.1:${port}`);
  expect((await send(`http://127.0.0.1:${port}`, "/spring")).status).toBe(302);
  await picture.getByRole("button", { name: "Close the public port" }).click();
  await expect(picture.getByRole("status")).toHaveText("Only this computer can open your links.");
  expect(await doorPort()).toBeNull();
});
