import { longestSegment } from "./aliasInPath.ts";
import { visitorQuery } from "./visitorQuery.ts";

/** What an address of more than one segment leads to. */
export type PlaceAddress =
  | { readonly kind: "statistics"; readonly alias: string }
  | { readonly kind: "rotator"; readonly slug: string }
  | {
      readonly kind: "list";
      readonly username: string;
      readonly campaign: number;
      /** From 1. */
      readonly page: number;
    };

/** Null: nowhere. One slash at the end makes no difference. */
export function placeInPath(path: string): PlaceAddress | null {
  const [, whole = "", query = ""] = /^\/([^?#]*)(?:\?([^#]*))?/u.exec(path) ?? [];
  if (whole.length > 3 * longestSegment) return null;
  const [first, second, third, ...rest] = whole.replace(/\/$/u, "").split("/").map(decoded);
  if (typeof first !== "string" || typeof second !== "string" || rest.length > 0) return null;
  if (third !== undefined) {
    return first === "u" && third !== null ? listOf(second, third, query) : null;
  }
  if (first === "r") return { kind: "rotator", slug: second };
  return second === "stats" ? { kind: "statistics", alias: first } : null;
}

function listOf(username: string, list: string, query: string): PlaceAddress | null {
  const [, id] = /^list-([1-9]\d{0,14})$/u.exec(list) ?? [];
  if (id === undefined) return null;
  const page = visitorQuery(query).get("page") ?? "";
  return {
    kind: "list",
    username,
    campaign: Number(id),
    page: /^[1-9]\d{0,5}$/u.test(page) ? Number(page) : 1,
  };
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
