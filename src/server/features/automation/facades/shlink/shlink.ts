import type { HttpFailure } from "../../../../api/failures.ts";
import {
  decodedSegment,
  type Facade,
  type FacadeAnswer,
  type FacadeParts,
  type FacadeRequest,
  jsonAnswer,
  NotLetIn,
} from "../facade.ts";
import { invalidData, noRoute, problem } from "./problems.ts";
import { createShortUrls } from "./shortUrls.ts";
import { createTags } from "./tags.ts";
import { createVisits } from "./visits.ts";

/** The version of Shlink whose answers these are; programs decide by it what they ask for. */
const version = "4.4.0";

const noRedirects = {
  baseUrlRedirect: null,
  regular404Redirect: null,
  invalidShortUrlRedirect: null,
};

const health = {
  status: "pass",
  version,
  links: { about: "https://shlink.io", project: "https://github.com/shlinkio/shlink" },
};

const noKeyHeader = problem(
  401,
  "missing-authentication",
  "Invalid authorization",
  'Expected one of the following authentication headers, ["X-Api-Key"], but none were provided',
  { expectedTypes: ["X-Api-Key"] },
);

const wrongKey = problem(
  401,
  "invalid-api-key",
  "Invalid API key",
  "Provided API key does not exist or is invalid.",
);

const noMercure = problem(
  501,
  "mercure-not-configured",
  "Mercure integration not configured",
  "This Shlink instance is not integrated with a mercure hub.",
);

const badBody = problem(
  400,
  "malformed-request-body",
  "Malformed request body",
  "Provided request does not contain a valid JSON body.",
);

/** What one path takes, by method. */
type Routes = Readonly<Record<string, () => FacadeAnswer | Promise<FacadeAnswer>>>;

/** Like the imitated router: a path that is known takes only its own methods. */
async function routed(routes: Routes, { method }: FacadeRequest): Promise<FacadeAnswer> {
  const answer = routes[method];
  if (answer !== undefined) return await answer();
  const headers = { Allow: Object.keys(routes).join(",") };
  return { status: 405, type: "text/html; charset=UTF-8", text: "", headers };
}

export function createShlink(parts: FacadeParts): Facade {
  const { addresses, store } = parts;
  const shortUrls = createShortUrls(parts);
  const tags = createTags(parts);
  const visits = createVisits(parts);

  const authority = (base: string) => new URL(base).host;

  function domains(): FacadeAnswer {
    const own = { domain: authority(addresses.base(undefined)), isDefault: true };
    const others = [...store.table("domains").values()].map(({ domain }) => ({
      domain: authority(domain),
      isDefault: false,
    }));
    const data = [own, ...others].map((one) => ({ ...one, redirects: noRedirects }));
    return jsonAnswer(200, { domains: { data, defaultRedirects: noRedirects } });
  }

  function ofShortUrl(code: string, part: string | undefined, request: FacadeRequest, key: string) {
    const link = () => shortUrls.find(code, request);
    switch (part) {
      case undefined:
        return {
          GET: () => shortUrls.show(link()),
          PATCH: () => shortUrls.edit(link(), request, key),
          DELETE: () => shortUrls.remove(link(), key),
        };
      case "redirect-rules":
        return {
          GET: () => shortUrls.showRules(link(), request),
          POST: () => shortUrls.setRules(link(), request, key),
        };
      case "visits":
        return {
          GET: () => {
            link();
            return visits.list(request);
          },
        };
      default:
        return null;
    }
  }

  function routesOf(request: FacadeRequest, key: string): Routes | null {
    const [first = "", second, third, ...rest] = request.path
      .slice("/rest/v3/".length)
      .split("/")
      .map(decodedSegment);
    if (rest.length > 0) return null;
    if (first === "short-urls" && second !== undefined) {
      return ofShortUrl(second, third, request, key);
    }
    switch ([first, second, third].filter((part) => part !== undefined).join("/")) {
      case "short-urls":
        return {
          GET: () => shortUrls.list(request),
          POST: () => shortUrls.create(request, key),
        };
      case "tags":
        return {
          GET: () => tags.list(request),
          PUT: () => tags.rename(request, key),
          DELETE: () => tags.remove(request, key),
        };
      case "tags/stats":
        return { GET: () => tags.stats(request) };
      case "visits":
        return { GET: () => visits.overview() };
      case "visits/orphan":
      case "visits/non-orphan":
        return { GET: () => visits.list(request) };
      case "domains":
        return { GET: domains };
      case "mercure-info":
        return { GET: () => noMercure };
      default:
        // Visits of a tag or a domain.
        return (first === "tags" || first === "domains") && third === "visits"
          ? { GET: () => visits.list(request) }
          : null;
    }
  }

  return {
    async answer(request) {
      const { headers, method, path } = request;
      if (path === "/rest/health" || path === "/rest/v3/health") {
        const healthy = () => jsonAnswer(200, health, "application/health+json");
        return await routed({ GET: healthy }, request);
      }
      const key = headers["x-api-key"];
      if (typeof key !== "string" || key === "") throw new NotLetIn();
      const { name } = await request.enter(key);
      const routes = routesOf(request, name);
      if (routes === null) throw noRoute(method, `http://${headers.host ?? ""}${path}`);
      return await routed(routes, request);
    },
    fail({ status, code, message }: HttpFailure, { headers }) {
      if (code === "key") return (headers["x-api-key"] ?? "") === "" ? noKeyHeader : wrongKey;
      if (code === "json") return badBody;
      if (code === "invalid") return invalidData([]);
      if (status >= 500 || status < 400) {
        const detail = "An unknown error occurred.";
        return problem(500, "internal-server-error", "Internal Server Error", detail);
      }
      return problem(status, code, "Request refused", message);
    },
  };
}
