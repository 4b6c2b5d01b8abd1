import { domainToUnicode } from "node:url";
import { domainFields, type GivenOf, updatedBy } from "../../../contract/fields/recordTables.ts";
import type { DomainRecord } from "../../store/records.ts";
import { hostOfBase } from "./ownAddresses.ts";
import { Conflict, Invalid } from "../../common/problems.ts";
import type { DomainHosts } from "./domainHosts.ts";
import { refuseSurplus } from "../../common/mostOf.ts";
import type { PageOf } from "../../common/paging.ts";
import {
  arrangedPage,
  type Check,
  createResources,
  type ListRequest,
  type Resources,
} from "../../common/resources.ts";
import type { App, Core } from "../../common/context.ts";

export type Domain = DomainRecord;

type Given = GivenOf<typeof domainFields>;

export type DomainList = ListRequest & {
  readonly matches?: ((domain: Domain) => boolean) | undefined;
  readonly order?: "date" | "domain" | "links" | undefined;
  readonly direction?: "asc" | "desc" | undefined;
};

export interface DomainService extends Pick<Resources<Domain>, "get" | "has">, DomainHosts {
  /** Newest first where nothing else is asked for. */
  page(request: DomainList): Promise<PageOf<Domain>>;
  add(fields: Given & { readonly domain: string }): Promise<Domain>;
  update(id: number, fields: Given, clear: readonly string[], check: Check<Domain>): Promise<void>;
  /** How many links are on it, and how many bio pages and QR codes. */
  usersOf(id: number): { readonly links: number; readonly pages: number };
  /** Refuses while links, bio pages or QR codes use it. */
  remove(id: number): Promise<void>;
  /**
   * The domain that a caller named, with or without scheme or trailing slash; an undefined id is
   * the service's own address. Null: neither.
   */
  named(domain: string): { readonly id: number | undefined } | null;
  /** The same, and refuses what is neither. */
  chosen(domain: string): number | undefined;
  /** What addresses on a domain begin with; undefined is the service's own address. */
  baseOf(domain: number | undefined): string;
}

/** Asks a domain who answers there; null when it is this very service, else what came instead. */
export type AskDomain = (domain: string) => Promise<string | null>;

const notPointed = "The domain name is not pointed to our server.";
const howToSkip =
  "If this computer can't reach the domain from inside its network, set verifyDomains to false. Domains are then added without a check.";
const domainTaken = "You already have a domain with that name.";
const ownAddress = "This is the server's own address.";

export const unknownDomain = "must be a registered domain or the server's own address";

export function createDomains(
  app: Core & Pick<App, "domainHosts" | "ownAddresses" | "askDomain">,
): DomainService {
  const { store, settings, domainHosts, ownAddresses, askDomain, clock } = app;
  const table = store.table("domains");
  const searched = ({ domain, redirectRoot, redirect404 }: Domain) => [
    domain,
    // As people write it: a name in letters of another script is kept in its ASCII form.
    domainToUnicode(URL.parse(domain)?.hostname ?? ""),
    redirectRoot,
    redirect404,
  ];
  const domains = createResources(store, "domains", "Domain", searched);

  function named(sent: string): { readonly id: number | undefined } | null {
    if (ownAddresses.isOwnBase(sent)) return { id: undefined };
    const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(sent) ? sent : `https://${sent}`);
    if (url === null || url.pathname !== "/" || url.search + url.hash !== "") return null;
    return domainHosts.ofHost(hostOfBase(url.href) ?? "");
  }

  async function verify(domain: string): Promise<void> {
    if (!settings.get("verifyDomains")) return;
    const other = await askDomain(domain);
    if (other === null) return;
    throw new Invalid({ "": notPointed }, `${other} ${howToSkip}`);
  }

  function checkNew(domain: string): void {
    if (ownAddresses.isOwnHost(domain)) {
      throw new Conflict("taken", ownAddress, {
        domain: { code: "reserved", detail: "is the server's own address" },
      });
    }
    if (domainHosts.ofHost(hostOfBase(domain) ?? "") !== null) {
      throw new Conflict("taken", domainTaken, { domain: { code: "taken", detail: "is taken" } });
    }
  }

  function usersOf(id: number) {
    const [bios, codes] = [store.bioPages.using("domains", id), store.qrCodes.using("domains", id)];
    return { links: store.links.using("domains", id).size, pages: bios.size + codes.size };
  }

  const keys = {
    date: ({ id }: Domain) => id,
    domain: ({ domain }: Domain) => domain,
    links: ({ id }: Domain) => usersOf(id).links,
  } as const;

  return {
    get: domains.get,
    has: domains.has,
    usersOf,
    page({ matches, order, direction, ...request }) {
      const by = order ?? "date";
      const isSorted = order !== undefined || direction !== undefined;
      return arrangedPage(table, searched, request, {
        matches,
        sorted: isSorted
          ? { keyOf: keys[by], direction: direction ?? (by === "domain" ? "asc" : "desc") }
          : undefined,
      });
    },
    ...domainHosts,
    baseOf: (id) => (id === undefined ? undefined : table.get(id)?.domain) ?? settings.shortBase,
    named,
    chosen(sent) {
      const found = named(sent);
      if (found === null) throw new Invalid({ domain: { code: "unknown", detail: unknownDomain } });
      return found.id;
    },
    async add(fields) {
      refuseSurplus(store, "domains", "domain");
      const domain = plainDomain(fields.domain);
      checkNew(domain);
      await verify(domain);
      // Somebody else may have added it meanwhile.
      checkNew(domain);
      const record: Domain = {
        ...updatedBy(domainFields, { id: store.nextId("domains"), domain }, fields),
        createdAt: new Date(clock()).toISOString(),
      };
      await store.commit([{ put: "domains", record }]);
      return record;
    },
    async update(id, fields, clear, check) {
      check(domains.get(id));
      const record = updatedBy(domainFields, domains.get(id), fields, clear);
      await store.commit([{ put: "domains", record }]);
    },
    async remove(id) {
      domains.get(id);
      const { links, pages } = usersOf(id);
      const users = links + pages;
      if (users > 0) {
        throw new Conflict(
          "inUse",
          users === 1
            ? "One item still uses this domain. Move or delete it first."
            : `${users} items still use this domain. Move or delete them first.`,
        );
      }
      await store.commit([{ remove: "domains", id }]);
    },
  };
}

/** Scheme, host and port, the host in ASCII; refuses what else an address can have. */
function plainDomain(sent: string): string {
  const url = URL.parse(sent);
  if (url === null) throw new Invalid({ domain: "must be a URL" });
  const { origin, pathname, search, hash, username, password } = url;
  if (pathname !== "/" || search + hash + username + password !== "" || /[?#]/.test(sent)) {
    throw new Invalid({ domain: "must not have a path, query or username" });
  }
  return origin;
}
