import { expect, test } from "vitest";
import { createListensAt } from "../../../src/server/outside/ownNetworks.ts";

const doors = { port: 4080, publicPort: 4081, guiPort: null };
const own = { has: (address: string) => ["93.184.215.14", "192.168.1.5"].includes(address) };

test("a door on loopback is asked there, and nothing beside it", () => {
  const listensAt = createListensAt({ host: "127.0.0.1", ...doors }, own);
  expect(listensAt("127.0.0.1", 4081)).toBe(true);
  expect(listensAt("::1", 4080)).toBe(true);
  expect(listensAt("127.0.0.1", 80)).toBe(false);
  expect(listensAt("127.0.0.1", 5432)).toBe(false);
  expect(listensAt("93.184.215.14", 4081)).toBe(false);
});

test("a proxy at this machine's own public address is asked at the ports of the web", () => {
  const listensAt = createListensAt({ host: "127.0.0.1", ...doors }, own);
  expect(listensAt("93.184.215.14", 443)).toBe(true);
  expect(listensAt("93.184.215.14", 80)).toBe(true);
  expect(listensAt("93.184.215.14", 22)).toBe(false);
  expect(listensAt("93.184.215.15", 443)).toBe(false);
  expect(listensAt("192.168.1.5", 443)).toBe(false);
});

test("doors that are open to the network are asked under each of its addresses", () => {
  const listensAt = createListensAt({ host: "0.0.0.0", ...doors }, own);
  expect(listensAt("192.168.1.5", 4081)).toBe(true);
  expect(listensAt("192.168.1.6", 4081)).toBe(false);
  expect(listensAt("192.168.1.5", 5432)).toBe(false);
});
