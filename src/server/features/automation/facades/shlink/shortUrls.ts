import { bounds } from "../../../../../contract/fields/fields.ts";
import { type LinkFilter, linkFilter } from "../../../../../contract/fields/linkFilter.ts";
import type { CallOf } from "../../../../../contract/operation.ts";
import type { linkOperations } from "../../../../../contract/resources/links.ts";
import { type FieldFault, Invalid, Conflict } from "../../../../common/problems.ts";
import type { Link } from "../../../links/service.ts";
import {
  type FacadeAnswer,
  type FacadeParts,
  type FacadeRequest,
  jsonAnswer,
  jsonBody,
} from "../facade.ts";
import { boundedNumber, createLinksOfFacades } from "../linksOfFacades.ts";
import { invalid, noDomain, noShortUrl, slugInUse } from "./problems.ts";
import { presentRedirectRules, readRedirectRules } from "./redirectRules.ts";

type Body = Partial<CallOf<typeof linkOperations.updateLink>["body"]>;
type Sent = Readonly<Record<string, unknown>>;

/** Short URLs on a page. */
const mostItems = 100;
const usualItems = 10;

/** Shlink's fields, ours, and whether ours is empty once Shlink's is null. */
const fields: readonly (readonly [shlink: string, ours: keyof Body, isCleared?: true])[] = [
  ["longUrl", "url"],
  ["customSlug", "custom"],
  ["domain", "domain"],
  ["title", "name", true],
  ["tags", "tags", true],
  ["validSince", "starts", true],
  ["validUntil", "expiry", true],
  ["maxVisits", "maxclicks", true],
];

/** What Shlink can set of a link and Waypost can't. */
const unknown: Readonly<Record<string, string>> = {
  crawlable: "Waypost has no crawlable links, so crawlable is ignored.",
  forwardQuery:
    "forwardQuery is ignored, because the link's parameters decide what happens to queries.",
  shortCodeLength: "shortCodeLength is ignored, because a setting decides how long aliases are.",
  pathPrefix: "pathPrefix is ignored, because aliases have only one part.",
  validateUrl: "validateUrl is ignored.",
};

const orders: Readonly<Record<string, "date" | "alias" | "url" | "click">> = {
  dateCreated: "date",
  shortCode: "alias",
  longUrl: "url",
  visits: "click",
  nonBotVisits: "click",
};

/** Ours, under Shlink's names. */
const filterNames: Readonly<Record<string, string>> = {
  q: "searchTerm",
  tag: "tags",
  domain: "domain",
  madeAfter: "startDate",
  madeBefore: "endDate",
};

/** To the second, with an offset, as PHP writes it. */
function atom(instant: string): string {
  return new Date(instant).toISOString().replace(/\.\d{3}Z$/, "+00:00");
}

export function pagination(page: number, limit: number, total: number, count: number) {
  return {
    currentPage: page,
    pagesCount: Math.ceil(total / limit),
    itemsPerPage: limit,
    itemsInCurrentPage: count,
    totalItems: total,
  };
}

/** The operation's faults under Shlink's names. */
function invalidElements(faults: readonly FieldFault[]): string[] {
  const names = faults.map(({ field }) => {
    const ours = field.split(/[.[]/, 1)[0] ?? "";
    return fields.find(([, name]) => name === ours)?.[0] ?? ours;
  });
  return [...new Set(names)];
}

export function createShortUrls(parts: FacadeParts) {
  const { addresses, call, links, linkPresenter, linkTags, store } = parts;
  const found = createLinksOfFacades(parts);

  /** The authority of a query: absent or `DEFAULT`, the server's own address. */
  function domainOf(sent: string | null): number | undefined {
    if (sent === null || sent === "" || sent === "DEFAULT") return undefined;
    const domain = found.domainOf(sent);
    if (domain === null) throw noDomain(sent);
    return domain.id;
  }

  function find(shortCode: string, { query }: FacadeRequest): Link {
    const sent = query.get("domain");
    const named = sent === "" || sent === "DEFAULT" ? null : sent;
    const domain = named === null ? { id: undefined } : found.domainOf(named);
    const link = domain === null ? undefined : store.links.byAlias(shortCode, domain.id);
    if (link === undefined) throw noShortUrl(shortCode, named);
    return link;
  }

  function present(link: Link) {
    return {
      shortUrl: linkPresenter.shortUrl(link),
      shortCode: link.alias,
      longUrl: link.url,
      dateCreated: atom(link.createdAt),
      tags: [...(link.tags ?? [])],
      meta: {
        validSince: link.startsAt === undefined ? null : atom(link.startsAt),
        validUntil: link.expiresAt === undefined ? null : atom(link.expiresAt),
        maxVisits: link.maxClicks ?? null,
      },
      domain: found.hostOf(link),
      title: link.name ?? link.metaTitle ?? link.fetchedTitle ?? null,
      crawlable: false,
      forwardQuery: false,
      visitsSummary: found.visitsOf(link),
      hasRedirectRules: (link.rules ?? []).length > 0,
    };
  }

  /** What was sent under our names; what is null is cleared. */
  function read(sent: Sent, request: FacadeRequest): Body {
    const given: Record<string, unknown> = {};
    const clear: string[] = [];
    for (const [shlink, ours, isCleared] of fields) {
      const value = sent[shlink];
      if (value === undefined) continue;
      if (value !== null) given[ours] = shlink === "domain" ? authority(value) : value;
      else if (isCleared === true) clear.push(ours);
    }
    for (const [name, sentence] of Object.entries(unknown)) {
      if (sent[name] !== undefined && sent[name] !== null) request.warn(sentence);
    }
    if (given["domain"] === "") delete given["domain"];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the operation's schema checks it
    return { ...given, ...(clear.length > 0 && { clear }) } as Body;
  }

  /** Shlink takes any domain; here it's one that is registered. */
  function authority(sent: unknown): unknown {
    if (typeof sent !== "string") return sent;
    const domain = domainOf(sent);
    return domain === undefined ? "" : sent;
  }

  /** Refusals of an operation as Shlink has them. */
  async function asShlink<Result>(sent: Sent, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const { customSlug, domain } = sent;
      if (error instanceof Conflict && error.code === "taken" && typeof customSlug === "string") {
        throw slugInUse(customSlug, typeof domain === "string" ? domain : null);
      }
      if (error instanceof Invalid) throw invalid(...invalidElements(error.faults));
      throw error;
    }
  }

  /** The tags of a query, any of which or all of which a link must have. */
  async function tagged({ query, gone }: FacadeRequest) {
    const tags = query.getAll("tags[]").slice(0, bounds.tags);
    if (tags.length === 0) return {};
    if (query.get("tagsMode") === "all") return { tags };
    return { ids: await linkTags.havingAny(tags, gone) };
  }

  async function list(request: FacadeRequest): Promise<FacadeAnswer> {
    const { query } = request;
    const sent = query.get("itemsPerPage");
    const isAll = sent === "-1";
    const wanted = isAll
      ? mostItems
      : boundedNumber(sent, { least: 1, most: 1e9, otherwise: usualItems });
    const limit = Math.min(wanted, mostItems);
    if (limit < wanted || isAll) request.warn(`A page has at most ${mostItems} short URLs.`);
    const page = boundedNumber(query.get("page"), { least: 1, most: 1e9, otherwise: 1 });
    const [field = "", dir = ""] = (query.get("orderBy") ?? "").split("-");
    const order = orders[field];
    if (field !== "" && order === undefined)
      request.warn("This order isn't supported, so the newest come first.");
    for (const name of ["excludeMaxVisitsReached", "excludeTags[]", "apiKeyName"]) {
      if (query.has(name)) request.warn(`${name} is ignored.`);
    }
    const { tags, ids } = await tagged(request);
    const filter = readFilter(query, tags);
    const { items, total } = await asShlink({}, () =>
      found.part({
        filter,
        ids,
        order: order ?? "date",
        direction: dir.toUpperCase() === "ASC" ? "asc" : "desc",
        skip: (page - 1) * limit,
        limit,
      }),
    );
    const data = items.map(present);
    return jsonAnswer(200, {
      shortUrls: { data, pagination: pagination(page, limit, total, data.length) },
    });
  }

  /** What a list is narrowed by, under our names. */
  function readFilter(query: URLSearchParams, tags: readonly string[] | undefined): LinkFilter {
    const domain = query.get("domain");
    const sent = {
      q: query.get("searchTerm"),
      tag: tags,
      domain: domain === "DEFAULT" ? addresses.base(undefined) : domain,
      madeAfter: query.get("startDate"),
      madeBefore: query.get("endDate"),
      expired: query.get("excludePastValidUntil") === "true" ? false : null,
    };
    const given = Object.entries(sent).filter(([, value]) => value !== null && value !== undefined);
    const parsed = linkFilter.safeParse(Object.fromEntries(given));
    if (parsed.success) return parsed.data;
    throw invalid(
      ...parsed.error.issues.map(({ path: [name] }) => filterNames[String(name)] ?? ""),
    );
  }

  async function create(request: FacadeRequest, key: string): Promise<FacadeAnswer> {
    const sent = jsonBody(request);
    if (typeof sent["longUrl"] !== "string" || sent["longUrl"] === "") throw invalid("longUrl");
    const { url = "", ...body } = read(sent, request);
    const { id, warnings = [] } = await asShlink(sent, () =>
      call(
        "addLink",
        { body: { ...body, url, ...(sent["findIfExists"] === true && { reuse: true }) } },
        { key },
      ),
    );
    request.warn(...warnings);
    return jsonAnswer(200, present(links.get(id)));
  }

  async function edit(link: Link, request: FacadeRequest, key: string): Promise<FacadeAnswer> {
    const { customSlug: _, domain: __, ...sent } = jsonBody(request);
    const body = read(sent, request);
    if (Object.keys(body).length > 0) {
      const { warnings = [] } = await asShlink(sent, () =>
        call("updateLink", { params: { id: link.id }, body: { url: link.url, ...body } }, { key }),
      );
      request.warn(...warnings);
    }
    return jsonAnswer(200, present(links.get(link.id)));
  }

  function showRules(link: Link, request: FacadeRequest): FacadeAnswer {
    const { body, hidden } = presentRedirectRules(link);
    if (hidden > 0) {
      request.warn(
        `Rules of this link that Shlink doesn't support and that aren't shown: ${hidden}.`,
      );
    }
    return jsonAnswer(200, body);
  }

  async function setRules(link: Link, request: FacadeRequest, key: string): Promise<FacadeAnswer> {
    const { hidden } = presentRedirectRules(link);
    const rules = readRedirectRules(jsonBody(request));
    const { warnings = [] } = await asShlink({}, async () => {
      try {
        return await call("setLinkRules", { params: { id: link.id }, body: { rules } }, { key });
      } catch (error) {
        throw error instanceof Invalid ? invalid("redirectRules") : error;
      }
    });
    request.warn(...warnings);
    if (hidden > 0)
      request.warn(`Rules that Shlink doesn't support were also replaced: ${hidden}.`);
    return showRules(links.get(link.id), request);
  }

  return {
    find,
    list,
    create,
    edit,
    showRules,
    setRules,
    show: (link: Link) => jsonAnswer(200, present(link)),
    async remove(link: Link, key: string): Promise<FacadeAnswer> {
      await call("deleteLink", { params: { id: link.id } }, { key });
      return jsonAnswer(204, null);
    },
  };
}
