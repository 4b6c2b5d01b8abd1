import { afterEach, expect, test } from "vitest";
import {
  namedDoors,
  openDoors,
  openToNetwork,
  type OpenDoors,
} from "../../../src/server/http/startListeners.ts";
import { chooseSettings } from "../../../src/server/features/settings/settings.ts";

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
});

async function opened(host: string, named: Parameters<typeof openDoors>[1]): Promise<OpenDoors> {
  const texts = { host, port: "0", publicPort: "0", guiPort: "0" };
  const doors = await openDoors(chooseSettings({ origin: "flag", texts }), named);
  undo.push(() => doors.close(0));
  return doors;
}

function hostsOf(doors: OpenDoors) {
  return [doors.service.host, doors.public?.host, doors.gui?.host];
}

const oneInterface = () => ({
  eth0: [{ address: "192.0.2.7", internal: false }],
  lo: [{ address: "127.0.0.1", internal: true }],
});

test("beyond this computer only the doors that are named are open, and it is said where", async () => {
  const doors = await opened("0.0.0.0", new Set(["publicPort"] as const));
  expect(hostsOf(doors)).toEqual(["127.0.0.1", "0.0.0.0", "127.0.0.1"]);
  expect(openToNetwork(doors, oneInterface as never)).toEqual([
    `Open to the network: http://192.0.2.7:${doors.public?.port}. Whoever reaches this computer can follow your short links there.`,
  ]);
});

test("all that are named are open", async () => {
  const doors = await opened("0.0.0.0", new Set(["port", "guiPort"] as const));
  expect(hostsOf(doors)).toEqual(["0.0.0.0", "127.0.0.1", "0.0.0.0"]);
  expect(openToNetwork(doors).join(" ")).toMatch(
    /the API with a key.*their key, which travels unencrypted/,
  );
});

test("another loopback address is for all doors, and nothing to say", async () => {
  const doors = await opened("127.0.0.1", new Set());
  expect([hostsOf(doors), openToNetwork(doors)]).toEqual([Array(3).fill("127.0.0.1"), []]);
});

test("a door is named on the command line or in the settings; one that is off is not", () => {
  expect([...namedDoors({ publicPort: "4081", guiPort: "off" }, { port: 4080 })]).toEqual([
    "port",
    "publicPort",
  ]);
});
