import { expect, onTestFinished, test } from "vitest";
import { linkPage } from "../../../src/mirror/wire/calls.ts";
import { newFolder } from "../../server/store/testFolder.ts";
import { startTestServer } from "../../support/server.ts";
import { homeOf } from "../home.ts";
import { newProgram } from "../newProgram.ts";
import { faultOf, oneTimeLink, phoneAt, shortLink } from "./phone.ts";

test("behind a proxy with https the cookie is secure, and a full disk takes no browser and no link", async () => {
  const size = 100 * 2 ** 30;
  let free = size;
  const { url, secret } = await newProgram(newFolder(), { space: () => ({ free, size }) });
  const home = homeOf(await startTestServer({ log: () => {} }));
  onTestFinished(() => home.stop());
  await home.follow("/connect", { address: url, secret });
  const phone = phoneAt(url);
  const https = { "x-forwarded-proto": "https", host: "copy.example.org" };

  const path = await oneTimeLink(home);
  const other = await oneTimeLink(home);
  const { status, headers } = await phone.press(path, https);
  expect(status).toBe(303);
  expect(headers["set-cookie"]?.[0]).toMatch(/^__Secure-waypost_link=.*; Secure$/);
  const cookie = String(headers["set-cookie"]?.[0]).split(";", 1)[0] ?? "";
  expect((await phone.ask(linkPage, { headers: { cookie } })).status).toBe(404);
  const made = await phone.make(cookie, { url: "https://example.org/", alias: "phone" }, https);
  expect(shortLink(made)).toBe("https://copy.example.org/phone");

  free = 0;
  await expect
    .poll(async () =>
      faultOf(await phone.make(cookie, { url: "https://example.org/", alias: "more" }, https)),
    )
    .toContain("no room");
  expect((await phone.press(other, https)).headers["set-cookie"]).toBeUndefined();
  expect((await phone.ask("/phone")).status).toBe(302);
});
