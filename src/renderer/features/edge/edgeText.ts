import type { TFunction } from "i18next";
import type { Edge, EdgeProblem, EdgeProblemCode } from "../../../contract/edge.ts";
import type { Format } from "../../i18n/format.ts";

/** Runs from left to right in a sentence of any direction. */
const apart = (text: string) => `\u2066${text}\u2069`;

/** What stands against the copy, in the reader's language. */
export function edgeProblemText({ code, values }: EdgeProblem, t: TFunction, format: Format) {
  const text = (name: string) => {
    const value = values[name] ?? "";
    return typeof value === "number" ? format.plain(value) : apart(value);
  };
  return t(`edge.problem.${code}`, {
    status: text("status"),
    keeper: text("keeper"),
    file: text("file"),
    address: text("address"),
    seconds: text("seconds"),
    right: text("right"),
    said: text("said"),
    name: text("name"),
    host: text("host"),
    link: text("link"),
    location: text("location"),
    expected: text("expected"),
  });
}

/**
 * The one thing that helps: trying again, being the one that writes there, a token for the same, or
 * a new Worker.
 */
export type Remedy = "again" | "takeOver" | "takeOverWithToken" | "renew";

const remedies: Readonly<Partial<Record<EdgeProblemCode, Remedy>>> = {
  otherOwner: "takeOver",
  copied: "takeOver",
  foreign: "takeOverWithToken",
  secretMissing: "takeOverWithToken",
  secretLocked: "takeOverWithToken",
  mirrorThere: "takeOverWithToken",
  mirrorMissing: "renew",
  otherWorker: "renew",
  unknownCall: "renew",
  notWaypost: "renew",
};

export function remedyFor({ code }: EdgeProblem): Remedy {
  return remedies[code] ?? "again";
}

/** How the copy stands, for a sign and a sentence. */
export type Standing = "busy" | "dark" | "good" | "waiting" | "problem";

export function standingOf({ problem, setUp, push, dark }: Edge): Standing {
  if (setUp?.endedAt === null) return "busy";
  if (problem !== null) return "problem";
  if (dark) return "dark";
  return push.waiting > 0 ? "waiting" : "good";
}
