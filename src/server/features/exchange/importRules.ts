import { type Message, message } from "../../../contract/messages/messages.ts";
import type { BioPageRecord, LinkRecord } from "../../store/records.ts";
import type { Store } from "../../store/store.ts";
import type { Aliases } from "../links/aliases.ts";
import type { DomainService } from "../domains/service.ts";
import type { OwnAddresses } from "../domains/ownAddresses.ts";
import { Conflict, type FieldFault, Invalid } from "../../common/problems.ts";
import { createPauses } from "../../common/paging.ts";
import { createKeyTable } from "./keyTable.ts";
import type { ImportedLink } from "./read/rows.ts";
import { normalized } from "../../../contract/fields/normalized.ts";

/** Lengths that the contract gives a link's texts. */
const longestAddress = 8192;

/** Whose a short address is already. */
export type Holder =
  | { readonly is: "link"; readonly link: LinkRecord }
  | { readonly is: "bioPage"; readonly page: BioPageRecord };

/** Where a row's link stands. */
export interface Place {
  /** Undefined: none was given, a random one will do. */
  readonly alias: string | undefined;
  readonly domain: number | undefined;
}

/** What a row comes to, before anybody says what to do about conflicts. */
export type Verdict =
  | { readonly is: "invalid"; readonly field: "url" | "custom"; readonly reason: Message }
  /**
   * It stood in the file before, or came with an earlier import. `link` may be overwritten; visitors
   * of it notice nothing.
   */
  | { readonly is: "known"; readonly place: Place; readonly link: LinkRecord | undefined }
  | { readonly is: "conflict"; readonly place: Place; readonly holder: Holder }
  | { readonly is: "new"; readonly place: Place };

export interface ImportRules {
  /** Looks at a row and remembers it: each is judged once, in the order of the file. */
  judge(link: ImportedLink): Verdict;
  /** What a judged row comes to after a wait. */
  judgeAgain(link: ImportedLink, verdict: Verdict): Verdict;
  /** By host. */
  readonly domains: ReadonlyMap<string, FileHost>;
}

/** A host that a file names, with how many links. */
interface FileHost {
  links: number;
  /** Undefined: Waypost's own address; null: not registered here. */
  readonly id: number | undefined | null;
}

/** Hosts of a file that are remembered, and told of by name. */
const mostHosts = 1000;

/** Asks for the domain of each host of a file once. */
export function createFileHosts(domains: Pick<DomainService, "named">) {
  const hosts = new Map<string, FileHost>();
  function idOf(host: string): FileHost["id"] {
    const known = hosts.get(host);
    if (known !== undefined) return known.id;
    const named = domains.named(host);
    const id = named === null ? null : named.id;
    if (hosts.size < mostHosts) hosts.set(host, { links: 0, id });
    return id;
  }
  return { hosts, idOf };
}

/** Where its source says a link comes from. */
export function sourceKey({ service, id }: { readonly service: string; readonly id: string }) {
  return `${service}\n${id}`;
}

/** Where links came from; only ids are held, the links themselves say the rest. */
export async function sourcesHere({ links }: Pick<Store, "links">) {
  const table = createKeyTable();
  const pause = createPauses();
  for (const { id, source } of links.values()) {
    if (source !== undefined) table.add(sourceKey(source), id);
    const rest = pause();
    if (rest !== undefined) await rest;
  }
  return table;
}

export function addressFault(url: string | undefined, own: OwnAddresses): Message | undefined {
  if (url === undefined || url === "") return message("row.addressMissing");
  if (url.length > longestAddress) return message("row.addressLong", { most: longestAddress });
  const isWhole = url.isWellFormed() && !/[^\P{Cc}\t\n\r]/u.test(url);
  const parsed = isWhole ? URL.parse(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || !/^https?:\/\//i.test(url)) {
    return message("row.address");
  }
  return own.leadsBack(url) ? message("row.loop") : undefined;
}

/** What is wrong with an alias, as it is said of a row. */
function aliasReason({ code, least = 1, most = 0 }: FieldFault): Message | undefined {
  if (code === "reserved") return message("row.aliasReserved");
  if (code === "short") return message("row.aliasShort", { least });
  if (code === "long") return message("row.aliasLong", { most });
  return code === "characters" ? message("row.aliasCharacters") : undefined;
}

export function createImportRules(options: {
  store: Pick<Store, "links" | "bioPages">;
  aliases: Pick<Aliases, "check">;
  ownAddresses: OwnAddresses;
  domains: Pick<DomainService, "named">;
  /** A domain for all links, whatever the file says. */
  domainOfAll: { readonly id: number | undefined } | undefined;
  /** Ids of links by where they came from. */
  bySource: { find(key: string): number | undefined };
  /** Whether visitors of a link would meet something else if the row overwrote it. */
  changesVisits: (link: ImportedLink, before: LinkRecord) => boolean;
}): ImportRules {
  const { store, aliases, ownAddresses, domainOfAll, bySource, changesVisits } = options;
  const seenSources = createKeyTable();
  const seenPlaces = createKeyTable();
  const { hosts: domains, idOf } = createFileHosts(options.domains);

  function domainOf(host: string | undefined): number | undefined {
    const id = host === undefined ? undefined : idOf(host);
    return domainOfAll === undefined ? (id ?? undefined) : domainOfAll.id;
  }

  function aliasFault(alias: string): Message | undefined {
    try {
      aliases.check(alias, "custom", 1);
      return undefined;
    } catch (error) {
      const [fault] = error instanceof Invalid || error instanceof Conflict ? error.faults : [];
      const reason = fault === undefined ? undefined : aliasReason(fault);
      if (reason === undefined) throw error;
      return reason;
    }
  }

  /** The exact spelling alone: of two that differ in case only, both come. */
  function holderOf(alias: string, domain: number | undefined): Holder | undefined {
    const [link] = store.links.spelled(alias, domain);
    if (link !== undefined) return { is: "link", link };
    const [page] = store.bioPages.spelled(alias, domain);
    return page === undefined ? undefined : { is: "bioPage", page };
  }

  function cameBefore(link: ImportedLink): LinkRecord | undefined {
    const key = sourceKey(link.source);
    const found = store.links.get(bySource.find(key) ?? 0);
    return found?.source !== undefined && sourceKey(found.source) === key ? found : undefined;
  }

  function verdictOf(link: ImportedLink): Verdict {
    const domain = domainOf(link.domain);
    const url = addressFault(link.url, ownAddresses);
    if (url !== undefined) return { is: "invalid", field: "url", reason: url };
    const alias = link.alias === undefined ? undefined : normalized(link.alias);
    const fault = alias === undefined ? undefined : aliasFault(alias);
    if (fault !== undefined) return { is: "invalid", field: "custom", reason: fault };
    const place = { alias, domain };
    const source = sourceKey(link.source);
    if (seenSources.find(source) !== undefined) return { is: "known", place, link: undefined };
    seenSources.add(source, link.line);
    if (alias !== undefined) {
      const key = `${domain ?? 0}/${alias}`;
      const earlier = seenPlaces.find(key);
      if (earlier !== undefined) {
        const reason = message("row.aliasTwice", { other: earlier });
        return { is: "invalid", field: "custom", reason };
      }
      seenPlaces.add(key, link.line);
    }
    return standing(link, place);
  }

  /** What a row that can come meets in the store as it is. */
  function standing(link: ImportedLink, place: Place): Verdict {
    const { alias, domain } = place;
    const before = cameBefore(link);
    const holder = alias === undefined ? undefined : holderOf(alias, domain);
    if (before !== undefined) {
      if (!changesVisits(link, before)) return { is: "known", place, link: before };
      // A source that anybody may write is no reason to send a link's visitors elsewhere.
      const isOwn = holder?.is === "link" && holder.link.id === before.id;
      if (!isOwn) return { is: "known", place, link: undefined };
    }
    return holder === undefined ? { is: "new", place } : { is: "conflict", place, holder };
  }

  return {
    domains,
    judgeAgain(link, verdict) {
      const isOfFile =
        verdict.is === "invalid" || (verdict.is === "known" && verdict.link === undefined);
      return isOfFile ? verdict : standing(link, verdict.place);
    },
    judge(link) {
      const verdict = verdictOf(link);
      const host = domains.get(link.domain ?? "");
      if (verdict.is !== "invalid" && host !== undefined) host.links += 1;
      return verdict;
    },
  };
}
