import { afterEach, beforeEach, expect, test } from "vitest";
import { CallRefused, createServiceCalls } from "../../src/main/serviceCalls.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

let service: TestServer;
beforeEach(async () => {
  service = await startTestServer();
});
afterEach(() => service.stop());

test("the shell asks for the public address, and turns it dark and back", async () => {
  const calls = createServiceCalls(service);
  expect(await calls.publicAddress()).toMatchObject({ state: "local", dark: false });
  expect(await calls.goDark(true)).toMatchObject({ dark: true });
  expect(await calls.publicAddress()).toMatchObject({ dark: true });
  expect(await calls.goDark(false)).toMatchObject({ dark: false });
  expect(await calls.provePublicAddress()).toMatchObject({ state: "local" });
  await calls.restartTunnel();
});

test("what the service refuses is told by code, and a wrong key gets nothing", async () => {
  const own = `${service.shortBase}/somewhere`;
  await expect(createServiceCalls(service).addLink(own)).rejects.toMatchObject({
    status: 400,
    code: "loop",
    field: "url",
  });
  const stranger = createServiceCalls({ ...service, localKey: "x".repeat(32) });
  await expect(stranger.publicAddress()).rejects.toThrow(CallRefused);
});
