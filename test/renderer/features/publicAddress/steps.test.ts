import { expect, test } from "vitest";
import type { PublicAddress } from "../../../../src/contract/server/publicAddress.ts";
import type { Tunnel } from "../../../../src/contract/server/tunnels.ts";
import {
  candidateOf,
  canGoDark,
  isReached,
  needsDoor,
  seenFromOutside,
  stepNow,
} from "../../../../src/renderer/features/publicAddress/steps.ts";

type Door = Pick<PublicAddress, "address" | "door" | "proof" | "dark" | "state">;
type Way = Pick<Tunnel, "way" | "state" | "address">;
type Proof = NonNullable<PublicAddress["proof"]>;

const own = "http://127.0.0.1:4080";
const go = "https://go.example.org";
const closed: Door = { address: own, door: null, proof: null, dark: false, state: "local" };
const open: Door = { ...closed, door: { port: 4081, address: "http://127.0.0.1:4081" } };
const none: Way = { way: null, state: "off", address: null };
const up: Way = { way: "ssh", state: "up", address: go };

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
  ["nothing is set", closed, none, "way"],
  ["a way is set and nothing runs", closed, { ...up, state: "off" }, "start"],
  ["the tunnel is up and the door was closed", closed, up, "start"],
  ["the tunnel waits for its next try", open, { ...up, state: "waiting" }, "start"],
  ["it is up", open, up, "prove"],
  ["it told no address", open, { ...up, address: null }, "prove"],
  ["a proof is under way", { ...open, proof: proofOf(go, "waiting") }, up, "prove"],
  ["a proof failed", { ...open, proof: proofOf(go, "failed") }, up, "prove"],
  [
    "another address was proved",
    { ...open, proof: proofOf("https://a.example", "ok") },
    up,
    "prove",
  ],
  ["it was proved", { ...open, proof: proofOf(go, "ok") }, up, "use"],
  ["there is no link to follow", { ...open, proof: proofOf(go, "skipped") }, up, "use"],
  ["links begin with it", { ...open, address: `${go}/`, state: "silent" }, up, "use"],
  [
    "links begin with it, and its tunnel ended",
    { ...closed, address: go, state: "silent" },
    { ...up, state: "failed" },
    "use",
  ],
  ["a proxy brings visitors", { ...open, address: go, state: "answering" }, none, "use"],
])("opened when %s", (_when, door, tunnel, step) => {
  expect(stepNow(door, tunnel)).toBe(step);
});

test("what isn't ready yet can't be gone to, what is done can", () => {
  expect(["way", "start", "prove", "use"].map((step) => isReached(step as "way", "start"))).toEqual(
    [true, true, false, false],
  );
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

test.each<[string, Door, Way, boolean]>([
  ["nothing is open", closed, none, false],
  ["nothing leads to the door", open, none, false],
  ["a tunnel failed", open, { ...up, state: "failed" }, false],
  ["a tunnel is on its way", open, { ...up, state: "waiting" }, true],
  ["links begin with a public address", { ...open, address: go }, none, true],
  ["it is dark already", { ...closed, dark: true, state: "dark" }, none, true],
])("going dark is offered where somebody may come: %s", (_when, door, tunnel, isOffered) => {
  expect(canGoDark(door, tunnel)).toBe(isOffered);
});

test.each<[string, Door, Way, string]>([
  ["nothing", closed, none, "here"],
  ["an open port that nothing leads to", open, none, "open"],
  ["a tunnel that nobody proved", open, up, "open"],
  ["a proved one", { ...open, proof: proofOf(go, "ok") }, up, "trial"],
  ["one in use", { ...open, address: go, state: "answering" }, up, "answers"],
  ["one that lies", { ...open, address: go, state: "silent" }, up, "silent"],
  ["one that nobody asked", { ...open, address: go, state: "unproved" }, up, "unproved"],
  ["one that is dark", { ...open, address: go, state: "dark", dark: true }, up, "dark"],
])("visitors see of %s what they get", (_what, door, tunnel, seen) => {
  expect(seenFromOutside(door, tunnel)).toBe(seen);
});

test.each<[string, Door, Way, boolean, boolean]>([
  ["it is closed", closed, none, false, true],
  ["it is open", open, none, false, false],
  ["the always-on copy answers", { ...closed, address: go }, none, true, false],
  ["the copy leads home by a tunnel", { ...closed, address: go }, up, true, true],
])("opening the door is offered where it helps: %s", (_when, door, tunnel, isByCopy, isOffered) => {
  expect(needsDoor(door, tunnel, isByCopy)).toBe(isOffered);
});
