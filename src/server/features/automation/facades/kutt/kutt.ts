import type { HttpFailure } from "../../../../api/failures.ts";
import { Conflict, Invalid } from "../../../../common/problems.ts";
import { takeMatching } from "../../../../common/paging.ts";
import { hostOfBase } from "../../../domains/ownAddresses.ts";
import type { Link } from "../../../links/service.ts";
import {
  decodedSegment,
  type Facade,
  type FacadeAnswer,
  type FacadeParts,
  type FacadeRequest,
  jsonAnswer,
  jsonBody,
  NotLetIn,
  Refused,
} from "../facade.ts";
import { boundedNumber, createLinksOfFacades } from "../linksOfFacades.ts";
import { readDuration } from "./duration.ts";
import { createStats } from "./stats.ts";
import { createUuids, uuidOf } from "./uuid.ts";

const json = "application/json; charset=utf-8";

/** Programs only show it. Whoever has a key learns nothing of the account. */
const noEmail = "owner@localhost";

const answered = (status: number, body: unknown) => jsonAnswer(status, body, json);

type Sent = Readonly<Record<string, unknown>>;

const refusal = (status: number, error: string, code: "invalid" | "gone" | "taken" = "invalid") =>
  new Refused(code, answered(status, { error }));

/** Kutt has no status of its own for what isn't there, or is there already. */
const unplanned = 500;

/** Kutt takes `null` and what is empty for absent. */
function textOf(sent: Sent, name: string, wrong: string): string | undefined {
  const value = sent[name];
  if (value === undefined || value === null || value === "" || value === false) return undefined;
  if (typeof value !== "string") throw refusal(400, wrong);
  return value;
}

/** The same within its lengths. */
function bounded(sent: Sent, name: string, least: number, most: number, said: string) {
  const wrong = `${said} length must be between ${least} and ${most}.`;
  const value = textOf(sent, name, wrong);
  if (value !== undefined && (value.length < least || value.length > most)) {
    throw refusal(400, wrong);
  }
  return value;
}

function withScheme(target: string): string {
  return /^(?:\w+:|\/\/)/.test(target) ? target : `http://${target}`;
}

export function createKutt(parts: FacadeParts): Facade {
  const { call, clock, linkPresenter, links, store, timestamps } = parts;
  const found = createLinksOfFacades(parts);
  const uuids = createUuids();
  const stats = createStats(parts);

  async function find(uuid: string, missing: string): Promise<Link> {
    if (uuid.length !== 36) throw refusal(400, "ID is invalid.");
    const known = uuids.known(uuid);
    let link = known === undefined ? undefined : store.links.get(known);
    if (known === undefined) {
      await takeMatching(
        store.links.values(),
        ({ id }) => uuidOf("link", id) === uuid,
        (one) => {
          link = one;
          return true;
        },
      );
    }
    if (link === undefined) throw refusal(unplanned, missing, "gone");
    uuids.remember(uuid, link.id);
    return link;
  }

  function present(link: Link) {
    const { alias, createdAt, expiresAt, description, password, url } = link;
    const at = new Date(createdAt).toISOString();
    return {
      id: uuids.of(link.id),
      address: alias,
      description: description ?? null,
      banned: false,
      password: password !== undefined,
      expire_in: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
      target: url,
      visit_count: found.clicksOf(link),
      created_at: at,
      updated_at: at,
      domain: found.hostOf(link),
      link: linkPresenter.shortUrl(link),
    };
  }

  const noUpdate =
    "Waypost doesn't report when a link was changed, so updated_at is its creation time.";

  function shown(status: number, link: Link, request: FacadeRequest): FacadeAnswer {
    request.warn(noUpdate);
    return answered(status, present(link));
  }

  async function list(request: FacadeRequest): Promise<FacadeAnswer> {
    const { query } = request;
    const limit = boundedNumber(query.get("limit"), { least: 1, most: 50, otherwise: 10 });
    const skip = boundedNumber(query.get("skip"), { least: 0, most: 1e9, otherwise: 0 });
    const q = (query.get("search") ?? "").trim();
    const { items, total } = await found.part({
      filter: q === "" ? {} : { q },
      order: "date",
      direction: "desc",
      skip,
      limit,
    });
    if (items.length > 0) request.warn(noUpdate);
    return answered(200, { total, limit, skip, data: items.map(present) });
  }

  /** The moment at which what was sent ends, as the operation takes it. */
  function expiryOf(sent: Sent): string | undefined {
    const wrong = "Expire format is invalid. Valid examples: 1m, 8h, 42 days.";
    const text = textOf(sent, "expire_in", wrong)?.trim();
    if (text === undefined) return undefined;
    const length = readDuration(text);
    if (length === null || length === 0) throw refusal(400, wrong);
    if (length < 60_000) throw refusal(400, "Expire time should be more than 1 minute.");
    const end = new Date(clock() + length);
    if (Number.isNaN(end.getTime())) throw refusal(400, wrong);
    return timestamps.render(end.toISOString());
  }

  /** Fields that are created and changed alike, under our names. */
  function fieldsOf(sent: Sent) {
    const target = textOf(sent, "target", "URL is not valid.")?.trim();
    const password = bounded(sent, "password", 3, 64, "Password");
    const description = bounded(sent, "description", 1, 2040, "Description");
    const expiry = expiryOf(sent);
    return {
      ...(target !== undefined && target !== "" && { url: withScheme(target) }),
      ...(password !== undefined && { password }),
      ...(description !== undefined && { description: description.trim() }),
      ...(expiry !== undefined && { expiry }),
    };
  }

  async function asKutt<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Invalid || error instanceof Conflict)) throw error;
      const [{ field, code, detail } = { field: "", code: "invalid", detail: "" }] = error.faults;
      if (code === "reserved") throw refusal(400, "You can't use this custom URL.");
      if (code === "taken") throw refusal(unplanned, "Custom URL is already in use.", "taken");
      if (error instanceof Conflict) throw error;
      if (field === "url") throw refusal(400, "URL is not valid.");
      if (field === "domain") throw refusal(400, "You can't use this domain.");
      if (field === "custom") throw refusal(400, "Custom URL is not valid.");
      throw refusal(400, `${field} ${detail}.`);
    }
  }

  /** Undefined: the server's own address. */
  function domainOf(sent: Sent): string | undefined {
    const domain = textOf(sent, "domain", "Domain should be string.");
    if (domain === undefined) return undefined;
    const known = found.domainOf(domain);
    if (known === null) throw refusal(400, "You can't use this domain.");
    return known.id === undefined ? undefined : domain;
  }

  async function create(request: FacadeRequest, key: string): Promise<FacadeAnswer> {
    const sent = jsonBody(request);
    const { url, ...fields } = fieldsOf(sent);
    if (url === undefined) throw refusal(400, "Target is missing.");
    const custom = bounded(sent, "customurl", 1, 64, "Custom URL")?.trim();
    const domain = domainOf(sent);
    const { reuse = null } = sent;
    if (reuse !== null && typeof reuse !== "boolean") {
      throw refusal(400, "Reuse must be boolean.");
    }
    if (reuse === true) {
      const id = domain === undefined ? undefined : found.domainOf(domain)?.id;
      const newest = await found.newestTo(url, id);
      if (newest !== undefined) return shown(200, newest, request);
    }
    const body = {
      url,
      ...fields,
      ...(custom !== undefined && { custom }),
      ...(domain !== undefined && { domain }),
    };
    const { id, warnings = [] } = await asKutt(() => call("addLink", { body }, { key }));
    request.warn(...warnings);
    return shown(201, links.get(id), request);
  }

  async function edit(uuid: string, request: FacadeRequest, key: string): Promise<FacadeAnswer> {
    const sent = jsonBody(request);
    const fields = fieldsOf(sent);
    const custom = bounded(sent, "address", 1, 64, "Custom URL")?.trim();
    const { id, alias, password, url } = await find(uuid, "Link was not found.");
    const isOpened = password !== undefined && "password" in sent && fields.password === undefined;
    const body = {
      ...fields,
      ...(custom !== undefined && custom !== alias && { custom }),
      ...(isOpened && { clear: ["password" as const] }),
    };
    if (Object.keys(body).length === 0) {
      throw refusal(unplanned, "Should at least update one field.");
    }
    const { warnings = [] } = await asKutt(() =>
      call("updateLink", { params: { id }, body: { url, ...body } }, { key }),
    );
    request.warn(...warnings);
    return shown(200, links.get(id), request);
  }

  async function remove(uuid: string, key: string): Promise<FacadeAnswer> {
    const { id } = await find(uuid, "Could not find the link.");
    await call("deleteLink", { params: { id } }, { key });
    return answered(200, { message: "Link has been deleted successfully." });
  }

  function showUser(key: string): FacadeAnswer {
    const domains = [...store.table("domains").values()].map(({ id, domain, createdAt }) => ({
      address: hostOfBase(domain),
      banned: false,
      created_at: new Date(createdAt).toISOString(),
      updated_at: new Date(createdAt).toISOString(),
      homepage: null,
      id: uuidOf("domain", id),
    }));
    return answered(200, { apikey: key, email: noEmail, domains });
  }

  const unknown = () => new Refused("address", answered(404, { error: "Not found." }));

  function act(request: FacadeRequest, name: string, key: string) {
    const { method, path } = request;
    const segments = path
      .slice("/api/v2/".length)
      .replace(/\/$/, "")
      .split("/")
      .map(decodedSegment);
    const [resource, id, part, ...rest] = segments;
    const is = (wanted: string, length: number) =>
      method === wanted && segments.length === length && rest.length === 0;
    if (resource === "users" && is("GET", 1)) return showUser(key);
    if (resource !== "links") throw unknown();
    if (is("GET", 1)) return list(request);
    if (is("POST", 1)) return create(request, name);
    if (id !== undefined && is("PATCH", 2)) return edit(id, request, name);
    if (id !== undefined && is("DELETE", 2)) return remove(id, name);
    if (id !== undefined && part === "stats" && is("GET", 3)) {
      return find(id, "Link could not be found.").then((link) => {
        request.warn(noUpdate, stats.warning);
        return answered(200, { ...stats.of(link), ...present(link) });
      });
    }
    throw unknown();
  }

  return {
    async answer(request) {
      const { headers, method, path } = request;
      if (path === "/api/v2/health" && method === "GET") {
        return { status: 200, type: "text/html; charset=utf-8", text: "OK" };
      }
      const key = headers["x-api-key"];
      if (typeof key !== "string" || key === "") throw new NotLetIn();
      const { name } = await request.enter(key);
      return await act(request, name, key);
    },
    fail({ status, code, message }: HttpFailure) {
      if (code === "key") return answered(401, { error: "Unauthorized." });
      const isOurs = status >= 500;
      return answered(status, { error: isOurs ? "An error occurred." : message });
    },
  };
}
