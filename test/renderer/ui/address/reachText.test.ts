import { expect, test } from "vitest";
import { isPortOpen } from "../../../../src/renderer/ui/address/reachText.ts";

const port = (name: "service" | "public") => ({
  name,
  addresses: [`http://127.0.0.1:${name === "public" ? 4081 : 4080}`],
  reach: "computer" as const,
});

test("the sidebar says that the public port is open while it answers, whatever links begin with", () => {
  const doors = [port("service"), port("public")];
  expect(isPortOpen({ state: "local", doors })).toBe(true);
  expect(isPortOpen({ state: "local", doors: [port("service")] })).toBe(false);
  expect(isPortOpen({ state: "paused", doors })).toBe(false);
});
