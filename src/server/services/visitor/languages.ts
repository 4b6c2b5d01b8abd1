import { createBoundedCache } from "./boundedCache.ts";
import { primaryTag } from "../preparedLinks.ts";

export interface Languages {
  /** Primary tags of an `Accept-Language` header, best first, lower case, each once. */
  readonly read: (header: string) => readonly string[];
}

export function createLanguages(): Languages {
  return { read: createBoundedCache(1_000, parse) };
}

/** RFC 9110, 12.5.4. `*` says nothing about which language, and a weight of 0 says "not this one". */
function parse(header: string): readonly string[] {
  const ranges = header.split(",").flatMap((range) => {
    const [tag = "", ...options] = range.split(";").map((part) => part.trim());
    const language = primaryTag(tag);
    const quality = options.find((option) => /^q\s*=/iu.test(option));
    const weight = quality === undefined ? 1 : Number(quality.slice(quality.indexOf("=") + 1));
    return /^[a-z]{2,8}$/u.test(language) && weight > 0 ? [{ language, weight }] : [];
  });
  const bestFirst = ranges.toSorted((one, other) => other.weight - one.weight);
  return [...new Set(bestFirst.map(({ language }) => language))];
}
