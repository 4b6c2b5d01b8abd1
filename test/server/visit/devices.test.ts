import { afterAll, beforeAll, expect, test } from "vitest";
import { type Device, devices } from "../../../src/contract/fields/devices.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";
import {
  androidPhone,
  chrome,
  chromeOnMac,
  chromeOnWindows,
  chromebook,
  ipad,
  iphone,
} from "../../support/userAgents.ts";

/** A device that the contract gets and nobody meets here doesn't compile. */
const userAgents: Readonly<Record<Device, string>> = {
  iphone,
  ipad,
  android: androidPhone,
  windows: chromeOnWindows,
  mac: chromeOnMac,
  linux: chrome,
  chromeos: chromebook,
  mobile: androidPhone,
  tablet: ipad,
  desktop: chrome,
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test.each(devices)("a target for %s is kept, answered and followed", async (device) => {
  const { body } = await server.api("POST", "/api/url/add", {
    url: "https://example.org/",
    devicetarget: [{ device, link: `https://example.org/${device}` }],
  });
  const { body: shown } = await server.api("GET", `/api/url/${body.id}`);
  expect(shown.details.devicetarget).toEqual([{ device, link: `https://example.org/${device}` }]);
  const { headers } = await server.visit(new URL(body.shorturl).pathname, {
    "user-agent": userAgents[device],
  });
  expect(headers.location).toBe(`https://example.org/${device}`);
});
