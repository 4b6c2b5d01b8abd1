import { createLanguages } from "../../../server/visitor/languages.ts";
import { createReferrers } from "../../../server/visitor/referrers.ts";
import { createUserAgents } from "../../../server/visitor/userAgents.ts";
import { type PageLanguage, pageLanguage } from "../../../server/visit/pages/markup/language.ts";
import { createVisitReader, type ReadVisit } from "../../../server/visit/readVisit.ts";
import {
  knownCountry,
  readHeaders,
  type VisitorHeaders,
} from "../../../server/visit/requestHeaders.ts";

/** A visitor's request with what was read of it, which no row changes. */
export interface Asked {
  readonly request: Request;
  readonly url: URL;
  readonly headers: VisitorHeaders;
  /** What stands for a visitor's key here is what it is made of: that takes waiting. */
  readonly read: ReadVisit;
  readonly language: PageLanguage;
}

const languages = createLanguages();
const readers = { userAgents: createUserAgents(), referrers: createReferrers(), languages };
const visitors = {
  keyOf: (address: string | null, userAgent: string) => `${address ?? ""}\n${userAgent}`,
};

export function readRequest(request: Request, clock: () => number): Asked {
  const url = new URL(request.url);
  const headers: VisitorHeaders = { ...Object.fromEntries(request.headers), host: url.host };
  const known = readHeaders(headers);
  // Home follows its links by HEAD requests here, which count nothing.
  const readVisit = createVisitReader({ ...readers, visitors, isProof: () => false, clock });
  const address = known.connectingAddress ?? null;
  const read = readVisit(known, { address, country: countryOf(request) });
  return { request, url, headers, read, language: pageLanguage(read.visit.languages) };
}

/** Where the network says that the visitor is. */
function countryOf({ cf }: Request & { readonly cf?: { readonly country?: unknown } }) {
  return typeof cf?.country === "string" ? knownCountry(cf.country) : null;
}
