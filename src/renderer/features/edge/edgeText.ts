import type { Edge } from "../../../contract/server/edge.ts";

/** How the copy stands, for a sign and a sentence. */
export type Standing = "busy" | "dark" | "good" | "waiting" | "problem";

export function standingOf({ problem, setUp, push, dark }: Edge): Standing {
  if (setUp?.endedAt === null) return "busy";
  if (problem !== null) return "problem";
  if (dark) return "dark";
  return push.waiting > 0 ? "waiting" : "good";
}
