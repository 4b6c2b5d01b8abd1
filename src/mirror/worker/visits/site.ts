import { normalized } from "../../../contract/fields/normalized.ts";
import { createOwnAddresses, hostOfBase } from "../../../server/features/domains/ownAddresses.ts";
import { aliasFault, isReservedAlias } from "../../../server/features/links/aliasRules.ts";
import { createHostDomain, type HostDomain } from "../../../server/visit/hostDomain.ts";
import type { Prefixes } from "../../../server/visit/paths.ts";
import type { Lookups, VisitedDomain, VisitSettings } from "../../../server/visit/visitModel.ts";
import { foldAlias } from "../../../server/store/tables/foldAlias.ts";
import { readRow, type SiteRow } from "../../wire/rows.ts";

/** What holds for every visit, made of its row. */
export interface Site extends Pick<Lookups, "domains" | "isUsername" | "ownPlace"> {
  /** See `OwnAddresses`. */
  readonly leadsBack: (address: string) => boolean;
  readonly settings: VisitSettings & Prefixes;
  readonly hostDomain: HostDomain;
  /** See the row. */
  readonly home: string | null;
  readonly isDark: boolean;
  readonly visitorKey: string;
  /** Whether its row was one, or is none at all. */
  readonly isReadable: boolean;
}

/** Where nothing is mirrored: no address leads anywhere. */
const nothing: SiteRow = {
  v: 1,
  home: null,
  isDark: false,
  domains: [],
  shortBase: "",
  formerBases: [],
  prefix: "",
  formerPrefixes: [],
  ports: [],
  pageName: "",
  pageColor: "",
  respectDnt: true,
  usernames: [],
  visitorKey: "",
};

let latest: { readonly data: string | null; readonly site: Site } | null = null;

/** The same for the same row: nearly every visit of an isolate. */
export function siteOf(data: string | null): Site {
  if (latest?.data !== data) {
    const row = data === null ? nothing : readRow.site(data);
    latest = { data, site: { ...siteOfRow(row ?? nothing), isReadable: row !== null } };
  }
  return latest.site;
}

function siteOfRow(row: SiteRow): Omit<Site, "isReadable"> {
  const byId = new Map<number, VisitedDomain>(row.domains.map((domain) => [domain.id, domain]));
  const byHost = new Map<string, VisitedDomain>(
    row.domains.map((domain) => [hostOfBase(domain.domain) ?? "", domain]),
  );
  const usernames = new Set(row.usernames.map(foldAlias));
  const [port = 0, publicPort = 0] = row.ports;
  const ownAddresses = createOwnAddresses({
    settings: { ...row, port, publicPort },
    isAlias: (segment) =>
      aliasFault(normalized(segment), 1) === null && !isReservedAlias(segment, row.prefix),
    domainOf: (host) => byHost.get(host)?.id,
  });
  return {
    settings: row,
    hostDomain: createHostDomain({
      hasAny: () => byHost.size > 0,
      ofHost: (host) => byHost.get(host) ?? null,
    }),
    home: row.home,
    isDark: row.isDark,
    visitorKey: row.visitorKey,
    domains: {
      baseOf: (id) => (id === undefined ? undefined : byId.get(id)?.domain) ?? row.shortBase,
      get: (id) => byId.get(id),
    },
    isUsername: (name) => usernames.has(foldAlias(name)),
    ownPlace: (address) => ownAddresses.placeOf(address),
    leadsBack: (address) => ownAddresses.leadsBack(address),
  };
}
