import { bounds } from "../../contract/fields/bounds.ts";
import { entriesFault } from "../../contract/counted.ts";
import { isObject } from "../../util/isObject.ts";
import { type Fault, Invalid } from "../common/problems.ts";
import { HttpFailure } from "./failures.ts";

/** Fields of a body, or parameters of a query. */
export function manyNames(what: string): HttpFailure {
  return new HttpFailure(400, "invalid", `${what} must have at most ${bounds.keys} names.`);
}

type Wide = "itself" | "inside" | null;

/** Where a value has an object with more names than any request needs. It may be deep. */
function widthOf(sent: unknown): Wide {
  const left = [sent];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (Array.isArray(value)) {
      for (const item of value) if (typeof item === "object" && item !== null) left.push(item);
    } else if (isObject(value)) {
      let names = 0;
      for (const name in value) {
        names += 1;
        if (names > bounds.keys) return value === sent ? "itself" : "inside";
        const inner = value[name];
        if (typeof inner === "object" && inner !== null) left.push(inner);
      }
    }
  }
  return null;
}

export function isWide(sent: unknown): boolean {
  return widthOf(sent) !== null;
}

/** Refuses objects of very many names before anything builds them anew. */
export function refuseWide(sent: unknown): void {
  const width = widthOf(sent);
  if (width === "itself") throw manyNames("The request body");
  if (width === null || !isObject(sent)) return;
  const most = bounds.keys;
  const faults = Object.entries(sent).flatMap(([field, value]): [string, Fault][] => {
    const inner = widthOf(value);
    if (inner === null) return [];
    const detail = `${entriesFault(most)}${inner === "itself" ? "" : " in each object"}`;
    return [[field, { code: "long", detail, most }]];
  });
  throw new Invalid(Object.fromEntries(faults));
}
