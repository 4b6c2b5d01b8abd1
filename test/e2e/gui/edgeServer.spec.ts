import { rm } from "node:fs/promises";
import { startProgram } from "../../../src/mirror/program/program.ts";
import { keepSecret } from "../../../src/mirror/program/secret.ts";
import { findingsOn } from "../../support/axe.ts";
import { makeDataDir, send, startTestServer } from "../../support/server.ts";
import { expect, go, openGui, test } from "./guiTest.ts";

test("a copy on a server of one's own is connected with its secret, watched, and removed @full", async ({
  page,
}) => {
  const folder = await makeDataDir();
  const { text: secret } = await keepSecret(folder, undefined);
  const place = { folder, host: "127.0.0.1", port: 0, secret, version: "0.1.0", proxies: "" };
  const copy = await startProgram({ ...place, log: () => {} });
  const service = await startTestServer({ guiPort: 0, log: () => {} });
  await service.api("POST", "/api/url/add", { url: "https://example.org/a", custom: "spring" });
  const main = page.getByRole("main");
  const connect = main.getByRole("button", { name: "Connect", exact: true });

  await openGui(page, service);
  await go(page, "settings/edge");
  await main.getByRole("textbox", { name: "Address of the copy" }).fill("copy.example.org");
  await connect.click();
  await expect(main.getByText("Enter the whole secret")).toBeVisible();
  await main.getByRole("textbox", { name: "Secret" }).fill("another secret");
  await connect.click();
  await expect(main.getByText("Enter a full address")).toBeVisible();
  const unencrypted = main.getByRole("checkbox", { name: "Connect without encryption" });
  await expect(unencrypted).toHaveCount(0);
  await main.getByRole("textbox", { name: "Address of the copy" }).fill("http://192.0.2.1:4083");
  await connect.click();
  await expect(main.getByText("Others on this network can read")).toBeVisible();
  await expect(unencrypted).not.toBeChecked();
  expect(await findingsOn(page)).toEqual([]);
  await main.getByRole("textbox", { name: "Address of the copy" }).fill(copy.url);
  await connect.click();
  await expect(main.getByText("has a different secret")).toBeVisible();
  expect(await findingsOn(page)).toEqual([]);

  await main.getByRole("textbox", { name: "Secret" }).fill(secret);
  await connect.click();
  await expect(main.getByText("Online and up to date")).toBeVisible();
  await expect(main.getByRole("heading", { name: "Always-on copy" }).last()).toBeFocused();
  await expect(main.getByText("The copy runs on your server")).toBeVisible();
  await expect(main.getByText(/Cloudflare|token/i)).toHaveCount(0);
  expect(await findingsOn(page)).toEqual([]);
  expect((await send(copy.url, "/spring")).status).toBe(302);

  await main.getByRole("button", { name: "Remove copy" }).click();
  await main.getByRole("button", { name: "Remove copy" }).click();
  await expect(connect).toBeVisible();
  expect((await send(copy.url, "/spring")).status).toBe(404);
  await service.stop();
  await copy.close();
  await rm(folder, { recursive: true });
});
