import { afterAll, beforeAll, expect, test } from "vitest";
import { devices as contractDevices } from "../../../src/contract/devices.ts";
import { devices } from "../../../src/server/resolve/model.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";

type Device = (typeof contractDevices)[number];

const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0";
const onLinux = `Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`;
const onPhone = `Mozilla/5.0 (Linux; Android 15; Pixel 8) ${chrome} Mobile Safari/537.36`;
const onTablet =
  "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

/** A device that the contract gets and nobody meets here doesn't compile. */
const userAgents: Readonly<Record<Device, string>> = {
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
  ipad: onTablet,
  android: onPhone,
  windows: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`,
  mac: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} Safari/537.36`,
  linux: onLinux,
  chromeos: `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`,
  mobile: onPhone,
  tablet: onTablet,
  desktop: onLinux,
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test("the decision knows the devices of the contract, and no other", () => {
  expect(devices.toSorted()).toEqual(contractDevices.toSorted());
});

test.each(contractDevices)("a target for %s is kept, answered and followed", async (device) => {
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
