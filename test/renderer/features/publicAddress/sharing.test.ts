import { expect, test } from "vitest";
import type { PublicAddress } from "../../../../src/contract/server/publicAddress.ts";
import type { Tunnel } from "../../../../src/contract/server/tunnels.ts";
import { candidateOf, statesOf } from "../../../../src/renderer/features/publicAddress/sharing.ts";

type Door = Pick<PublicAddress, "address" | "door" | "proof" | "dark" | "state">;
type Way = Pick<Tunnel, "way" | "state" | "address" | "on">;
type Proof = NonNullable<PublicAddress["proof"]>;

const own = "http://127.0.0.1:4080";
const go = "https://go.example.org";
const closed: Door = { address: own, door: null, proof: null, dark: false, state: "local" };
const open: Door = { ...closed, door: { port: 4081, address: "http://127.0.0.1:4081" } };
const none: Way = { way: null, state: "off", address: null, on: false };
const up: Way = { way: "ssh", state: "up", address: go, on: true };

function proofOf(address: string, redirect: Proof["steps"][number]["outcome"]): Proof {
  const step = {
    code: null,
    message: null,
    addresses: [],
    inside: false,
    status: null,
    link: null,
    location: null,
    expected: null,
  };
  return {
    address,
    startedAt: "2026-03-21 12:00:00",
    endedAt: redirect === "waiting" ? null : "2026-03-21 12:00:01",
    steps: [
      { ...step, step: "name", outcome: "ok" },
      { ...step, step: "nonce", outcome: "ok" },
      { ...step, step: "redirect", outcome: redirect },
    ],
  };
}

test.each<[string, Door, Way, string]>([
  ["nothing is set", closed, none, "idle idle idle idle"],
  [
    "a way is set and nothing runs",
    closed,
    { ...up, address: null, state: "off", on: false },
    "idle bad idle idle",
  ],
  ["the tunnel is up and the port was closed", closed, up, "bad good idle idle"],
  ["the tunnel waits for its next try", open, { ...up, state: "waiting" }, "good busy idle idle"],
  ["the tunnel failed", open, { ...up, state: "failed" }, "good bad idle idle"],
  ["it is up", open, up, "good good idle idle"],
  ["a proof is under way", { ...open, proof: proofOf(go, "waiting") }, up, "good good busy idle"],
  ["a proof failed", { ...open, proof: proofOf(go, "failed") }, up, "good good bad idle"],
  ["it was proved", { ...open, proof: proofOf(go, "ok") }, up, "good good good idle"],
  [
    "there is no link to follow",
    { ...open, proof: proofOf(go, "skipped") },
    up,
    "good good good idle",
  ],
  [
    "links begin with it",
    { ...open, address: `${go}/`, state: "reachable" },
    up,
    "good good good good",
  ],
  ["it doesn't answer", { ...open, address: go, state: "unreachable" }, up, "good good bad idle"],
  ["nobody asked", { ...open, address: go, state: "unverified" }, up, "good good idle idle"],
  [
    "access is paused",
    { ...open, address: go, state: "paused", dark: true, proof: proofOf(go, "ok") },
    up,
    "bad good good bad",
  ],
  [
    "a proxy brings visitors",
    { ...open, address: go, state: "reachable" },
    none,
    "good good good good",
  ],
])("the picture of the way when %s", (_when, door, tunnel, states) => {
  expect(Object.values(statesOf(door, tunnel, false)).join(" ")).toBe(states);
});

test("the picture of the way when the always-on copy answers", () => {
  const door: Door = { ...closed, address: go, state: "reachable" };
  expect(Object.values(statesOf(door, none, true)).join(" ")).toBe("good good good good");
  // By a tunnel it leads home, and that needs the port.
  expect(statesOf(door, up, true).computer).toBe("bad");
});

test("the address is the tunnel's, else the one that was proved, else the one in use", () => {
  const proved = { ...open, proof: proofOf("https://typed.example", "ok") };
  expect(candidateOf(proved, up)).toBe(go);
  expect(candidateOf(proved, { ...up, address: null })).toBe("https://typed.example");
  expect(candidateOf({ ...open, address: go }, none)).toBe(go);
  expect(candidateOf(open, none)).toBeNull();
  // What was asked of this computer's own address proves nothing.
  expect(candidateOf({ ...open, proof: proofOf(own, "ok") }, none)).toBeNull();
});
