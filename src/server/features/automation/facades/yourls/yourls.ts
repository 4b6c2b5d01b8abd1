import { Invalid, Conflict } from "../../../../common/problems.ts";
import type { HttpFailure } from "../../../../api/failures.ts";
import { clicksTogether } from "../../../clicks/sumClicks.ts";
import type { Link } from "../../../links/service.ts";
import {
  type Facade,
  type FacadeAnswer,
  type FacadeParts,
  type FacadeRequest,
  Refused,
} from "../facade.ts";
import { boundedNumber, createLinksOfFacades } from "../linksOfFacades.ts";
import { fieldsOf, type Sent } from "./fields.ts";
import { formatted, isCallback, type YourlsFields, type YourlsResult } from "./formats.ts";
import { keyOf } from "./signature.ts";

/** The version of YOURLS whose answers these are. */
const version = "1.10.2";
const databaseVersion = "507";
/** Links in one answer. */
const mostLinks = 100;

const noAddress = "Waypost stores no IP addresses, so ip is empty.";

function failed(status: number, message: string, more: YourlsFields = {}): YourlsResult {
  return { status, fields: { ...more, message, errorCode: String(status) }, simple: message };
}

function refusedLink(code: string, message: string, more: YourlsFields = {}): YourlsResult {
  const fields = { status: "fail", code, message, errorCode: "400", statusCode: "400", ...more };
  const { shorturl } = more;
  return { status: 400, fields, simple: typeof shorturl === "string" ? shorturl : "" };
}

/** As YOURLS shortens an address in its messages. */
function trimmed(text: string): string {
  return text.length > 60 ? `${text.slice(0, 55)}[...]` : text;
}

/** YOURLS takes addresses without a scheme. */
function withScheme(url: string): string {
  return url === "" || /^[a-z][a-z\d+.-]*:/i.test(url) ? url : `http://${url}`;
}

export function createYourls(parts: FacadeParts): Facade {
  const { apiKeys, call, clock, links, linkPresenter, ownAddresses, random, settings } = parts;
  const { statistics, store, timestamps } = parts;
  const found = createLinksOfFacades(parts);
  /** What was asked for, for an answer that fails. */
  const asked = new WeakMap<FacadeRequest, Sent>();

  const titleOf = ({ name, metaTitle, fetchedTitle, url }: Link) =>
    name ?? metaTitle ?? fetchedTitle ?? url;

  const counted = (link: Link) => ({
    shorturl: linkPresenter.shortUrl(link),
    url: link.url,
    title: titleOf(link),
    timestamp: timestamps.render(link.createdAt),
    ip: "",
    clicks: String(found.clicksOf(link)),
  });

  const created = ({ alias, url, createdAt, ...link }: Link) => ({
    keyword: alias,
    url,
    title: titleOf({ alias, url, createdAt, ...link }),
    date: timestamps.render(createdAt),
    ip: "",
  });

  function linkOf(shorturl: string): Link | undefined {
    try {
      return shorturl === "" ? undefined : links.findShort(shorturl);
    } catch {
      return undefined;
    }
  }

  async function shorten(sent: Sent, request: FacadeRequest, key: string): Promise<YourlsResult> {
    const url = withScheme(sent("url").trim());
    if (url === "") return refusedLink("error:nourl", "Missing or malformed URL");
    if (ownAddresses.leadsBack(url)) return refusedLink("error:noloop", "URL is a short URL");
    request.warn(noAddress);
    const one = settings.get("automation.yourlsUnique")
      ? await found.newestTo(url, undefined)
      : undefined;
    if (one !== undefined) {
      return refusedLink("error:url", `${trimmed(url)} already exists in database`, {
        url: { ...created(one), clicks: String(found.clicksOf(one)) },
        title: titleOf(one),
        shorturl: linkPresenter.shortUrl(one),
      });
    }
    const keyword = sent("keyword").trim();
    const name = sent("title").trim();
    try {
      const body = {
        url,
        ...(keyword !== "" && { custom: keyword }),
        ...(name !== "" && { name }),
      };
      const { id, warnings = [] } = await call("addLink", { body }, { key });
      request.warn(...warnings);
      const link = links.get(id);
      const shorturl = linkPresenter.shortUrl(link);
      const fields = {
        status: "success",
        code: "",
        message: `${trimmed(url)} added to database`,
        errorCode: "",
        statusCode: "200",
        url: created(link),
        title: titleOf(link),
        shorturl,
      };
      return { status: 200, fields, simple: shorturl };
    } catch (error) {
      return refusedBy(error, keyword);
    }
  }

  /** A refusal of ours in the words of YOURLS. */
  function refusedBy(error: unknown, keyword: string): YourlsResult {
    const isKeyword =
      (error instanceof Invalid || error instanceof Conflict) &&
      error.faults.some(({ field }) => field === "custom");
    if (isKeyword || (error instanceof Conflict && error.code === "taken")) {
      const message = `Short URL ${keyword} already exists in database or is reserved`;
      return refusedLink("error:keyword", message);
    }
    if (error instanceof Invalid) return refusedLink("error:nourl", "Missing or malformed URL");
    throw error;
  }

  function expand(sent: Sent): YourlsResult {
    const link = linkOf(sent("shorturl"));
    const keyword = link?.alias ?? sent("shorturl");
    if (link === undefined) {
      const fields = { keyword, message: "Error: short URL not found", errorCode: "404" };
      return { status: 404, fields, simple: "not found" };
    }
    const fields = {
      keyword,
      shorturl: linkPresenter.shortUrl(link),
      longurl: link.url,
      title: titleOf(link),
      message: "success",
      statusCode: "200",
    };
    return { status: 200, fields, simple: link.url };
  }

  const needsFormat = "Need either XML or JSON format for stats";

  function urlStats(sent: Sent, request: FacadeRequest): YourlsResult {
    const link = linkOf(sent("shorturl"));
    if (link === undefined) {
      const fields = { statusCode: "404", message: "Error: short URL not found" };
      return { status: 404, fields, simple: needsFormat };
    }
    request.warn(noAddress);
    const fields = { statusCode: "200", message: "success", link: counted(link) };
    return { status: 200, fields, simple: needsFormat };
  }

  async function totals(): Promise<YourlsFields> {
    const all = { id: 0, links: ids() };
    const sums = await clicksTogether([all], statistics);
    return { total_links: String(store.links.size), total_clicks: String(sums.get(0) ?? 0) };
  }

  function* ids(): Generator<number> {
    for (const { id } of store.links.values()) yield id;
  }

  async function listed(filter: string, skip: number, limit: number): Promise<readonly Link[]> {
    const all = { archived: "all" } as const;
    if (filter === "rand" || filter === "random") {
      const places = Array.from({ length: limit }, () => Math.floor(random() * store.links.size));
      const drawn = [...new Set(places)].map((place) =>
        found.part({ filter: all, order: "date", direction: "asc", skip: place, limit: 1 }),
      );
      return (await Promise.all(drawn)).flatMap(({ items }) => items);
    }
    const order = filter === "last" ? "date" : "click";
    const direction = filter === "bottom" ? "asc" : "desc";
    return (await found.part({ filter: all, order, direction, skip, limit })).items;
  }

  async function stats(sent: Sent, request: FacadeRequest): Promise<YourlsResult> {
    const wanted = boundedNumber(sent("limit"), { least: 0, most: 1e9, otherwise: 0 });
    const limit = Math.min(wanted, mostLinks);
    if (limit < wanted) request.warn(`One answer has at most ${mostLinks} links.`);
    const skip = boundedNumber(sent("start"), { least: 0, most: 1e9, otherwise: 0 });
    const items = limit === 0 ? [] : await listed(sent("filter"), skip, limit);
    if (items.length > 0) request.warn(noAddress);
    const numbered = items.map((link, place) => [`link_${place + 1}`, counted(link)] as const);
    const fields = {
      ...(items.length > 0 && { links: Object.fromEntries(numbered) }),
      stats: await totals(),
      statusCode: "200",
      message: "success",
    };
    return { status: 200, fields, simple: needsFormat };
  }

  async function act(sent: Sent, request: FacadeRequest, key: string): Promise<YourlsResult> {
    switch (sent("action")) {
      case "shorturl":
        return await shorten(sent, request, key);
      case "expand":
        return expand(sent);
      case "url-stats":
        return urlStats(sent, request);
      case "stats":
        return await stats(sent, request);
      case "db-stats": {
        const fields = { "db-stats": await totals(), statusCode: "200", message: "success" };
        return { status: 200, fields, simple: needsFormat };
      }
      case "version": {
        const database = sent("db") === "1" ? { db_version: databaseVersion } : {};
        return { status: 200, fields: { version, ...database }, simple: version };
      }
      default:
        return failed(400, 'Unknown or missing "action" parameter');
    }
  }

  /** YOURLS answers in XML unless it's asked for something else. */
  function render(result: YourlsResult, sent: Sent): FacadeAnswer {
    const format = sent("format") || "xml";
    const callback = isCallback(sent("callback")) ? sent("callback") : "";
    return formatted(result, format === "jsonp" && callback === "" ? "json" : format, callback);
  }

  return {
    async answer(request) {
      const sent = await fieldsOf(request);
      asked.set(request, sent);
      const credentials = {
        signature: sent("signature"),
        timestamp: sent("timestamp"),
        hash: sent("hash"),
        username: sent("username"),
        password: sent("password"),
      };
      const key = keyOf(credentials, apiKeys.working("yourls"), clock());
      const { name } = await request.enter(key);
      const callback = sent("callback");
      if (sent("format") === "jsonp" && !isCallback(callback)) {
        throw new Refused("invalid", render(failed(400, "Invalid callback name"), sent));
      }
      const result = await act(sent, request, name);
      if (result.status < 400) return render(result, sent);
      throw new Refused(result.status === 404 ? "gone" : "invalid", render(result, sent));
    },
    fail(failure: HttpFailure, request) {
      const sent: Sent = asked.get(request) ?? ((name) => request.query.get(name) ?? "");
      if (failure.code !== "key") return render(failed(failure.status, failure.message), sent);
      const isNamed = sent("username") !== "" || sent("password") !== "";
      return render(failed(403, isNamed ? "Invalid username or password" : "Please log in"), sent);
    },
  };
}
