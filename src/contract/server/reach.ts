import { z } from "zod";
import { success } from "../envelope.ts";
import { timestamp } from "../fields/fields.ts";
import { owner } from "../operation.ts";

/** What stands between the public address and this service. */
export const reachProblem = z.object({
  code: z.enum(["private", "timeout", "status", "other", "network"]).describe("Kind of problem"),
  /** The sentence, for whoever reads no codes. */
  message: z.string(),
  status: z.int().nullable().describe("HTTP status of the unexpected response, or null"),
});

const openDoor = z.object({
  name: z.enum(["service", "public", "gui"]),
  /** Where it answers, as those who may come reach it. */
  addresses: z.array(z.url()),
  /** Who may come: this computer alone, or whoever is in one of its networks. */
  reach: z.enum(["computer", "network"]),
});

/**
 * `paused`: the public port answers 503 to visitors. `local`: the public address is this computer's own
 * name. Else the result of the last check of the address: none yet, links work there, or they don't.
 */
export const publicState = z.enum(["paused", "local", "unverified", "reachable", "unreachable"]);
export type PublicState = z.output<typeof publicState>;

/** What can be reached from outside, as far as it was measured. */
const reach = z.object({
  state: publicState,
  /** What short addresses are printed with. */
  address: z.url(),
  /** A question is under way. */
  checking: z.boolean(),
  checkedAt: timestamp.nullable(),
  /** When this service last answered there. */
  provedAt: timestamp.nullable(),
  /** True: the answer came without leaving this computer, which proves nothing to others. */
  inside: z.boolean(),
  problem: reachProblem.nullable(),
  doors: z.array(openDoor),
});
export type Reach = z.output<typeof reach>;

/**
 * What the public address is called where people read it: the state, but `portOpen` where links begin
 * with an address of this computer and the public port answers all the same.
 */
export function shownState(state: Reach["state"], isOpen: boolean): Reach["state"] | "portOpen" {
  return state === "local" && isOpen ? "portOpen" : state;
}

const response = success({ data: reach });

export const reachOperations = {
  /** Asks anew in the background where the last answer is some minutes old. */
  getReach: owner.get("/api/reach", {
    summary: "Show whether the public address is reachable and when it was last verified.",
    response,
  }),
  checkReach: owner.post("/api/reach/check", {
    summary: "Check now whether the public address reaches this server.",
    response,
  }),
} as const;
