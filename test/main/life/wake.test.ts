import { expect, test } from "vitest";
import { proveAfterWake } from "../../../src/main/life/wake.ts";
import type { PublicState } from "../../../src/app/index.ts";

/** A public address whose state and proofs come in this order. */
function calls(...states: PublicState[]) {
  const asked: string[] = [];
  const next = (what: string) => async () => {
    asked.push(what);
    return {
      state: states.shift() ?? "silent",
      address: "https://a.example",
      dark: false,
      isOpen: true,
    };
  };
  return {
    asked,
    publicAddress: next("state"),
    provePublicAddress: next("prove"),
    restartTunnel: async () => void asked.push("restart"),
  };
}
const wait = async () => {};

test("after a sleep the public address is proved, and a tunnel that lies starts anew", async () => {
  const lying = calls("answering", "silent", "answering");
  expect(await proveAfterWake({ calls: lying, wait })).toBe("answering");
  expect(lying.asked).toEqual(["state", "prove", "restart", "prove"]);
});

test("one that answers is left alone", async () => {
  const answering = calls("answering", "answering");
  await proveAfterWake({ calls: answering, wait });
  expect(answering.asked).toEqual(["state", "prove"]);
});

test.each(["local", "dark"] as const)("nothing is asked while it is %s", async (state) => {
  const quiet = calls(state);
  await proveAfterWake({ calls: quiet, wait });
  expect(quiet.asked).toEqual(["state"]);
});
