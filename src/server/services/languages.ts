import { LRUCache } from "lru-cache";
import { primaryTag } from "./routes.ts";

export interface Languages {
  /** Primary tags of an `Accept-Language` header, best first, lower case, each once. */
  read(header: string): readonly string[];
}

export function createLanguages(): Languages {
  const known = new LRUCache<string, readonly string[]>({ max: 1_000 });
  return {
    read(header) {
      if (header === "") return none;
      const cached = known.get(header);
      if (cached !== undefined) return cached;
      const languages = parse(header);
      known.set(header, languages);
      return languages;
    },
  };
}

const none: readonly string[] = [];

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
