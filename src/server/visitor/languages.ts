import { acceptedTags } from "../resolve/languageTags.ts";
import { createBoundedCache } from "./boundedCache.ts";
import { headerLengths } from "./headerLengths.ts";

export interface Languages {
  /** Primary tags of an `Accept-Language` header, best first, lower case, each once. */
  readonly read: (header: string) => readonly string[];
}

export function createLanguages(): Languages {
  return {
    read: createBoundedCache({ size: 1_000, longest: headerLengths.acceptLanguage }, acceptedTags),
  };
}
