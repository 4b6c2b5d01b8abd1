import type { VisitDetail } from "../resolve/model.ts";
import { languageRanges } from "../resolve/languageTags.ts";
import { addressBytes } from "../resolve/rules/networks.ts";
import { readHeaders } from "./requestHeaders.ts";
import { visitorQuery } from "./visitorQuery.ts";
import { visitorAddress } from "./visitorAddress.ts";
import type { VisitRequest } from "./visitorRequest.ts";

/** What a link with decisions of its own asks of a visit; others never do. */
export function visitDetail(
  request: VisitRequest,
  { clicks, roll }: Pick<VisitDetail, "clicks" | "roll">,
): VisitDetail {
  const { read, path } = request;
  const headers = readHeaders(request.headers);
  const bytes = addressBytes(visitorAddress(request) ?? "");
  const { visit, userAgent } = read;
  const query = path.indexOf("?");
  const parameters = valuesByName(query < 0 ? "" : path.slice(query + 1));
  return {
    clicks,
    roll,
    isBot: userAgent.bot !== undefined,
    // Whoever gets IPv6 gets a /64 of it.
    splitKey: bytes && `${bytes.slice(0, 8).join(".")}\n${headers.userAgent}`,
    facts: {
      now: visit.now,
      languages: languageRanges(headers.acceptLanguage),
      country: visit.country,
      device: visit.device,
      isTablet: visit.deviceGroup === "tablet",
      browser: userAgent.browser ?? null,
      address: bytes,
      referrer: read.referrer.host ?? null,
      parameter: (name) => parameters().get(name) ?? [],
    },
  };
}

/** Each condition of each rule compares all values of a name. */
const mostValues = 50;

/** Reads the first values of a query's names, once they are asked for: each condition of each rule asks. */
function valuesByName(query: string): () => ReadonlyMap<string, readonly string[]> {
  let values: Map<string, string[]> | null = null;
  return () => {
    if (values !== null) return values;
    values = new Map();
    for (const [name, value] of visitorQuery(query)) {
      const found = values.get(name);
      if (found === undefined) values.set(name, [value]);
      else if (found.length < mostValues) found.push(value);
    }
    return values;
  };
}
