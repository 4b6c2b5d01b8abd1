import { destinationsOf } from "../links/destinations.ts";
import { webAddress } from "../../resolve/webAddress.ts";
import type { CheckByHand } from "../../store/tables/checks.ts";
import type { DomainRecord, LinkRecord } from "../../store/records.ts";
import { aliasProblem } from "../links/aliases.ts";
import { normalized } from "../../../contract/fields/normalized.ts";

const noAddress = "must be a full URL that starts with http:// or https://";

function domainProblem({ domain }: DomainRecord, former: Partial<DomainRecord> = {}) {
  const isBase = webAddress(domain) !== null && URL.parse(domain)?.origin === domain;
  if (isBase || domain === former.domain) return null;
  const detail = `must be a URL without a path, such as https://go.example.org, not ${JSON.stringify(domain)}`;
  return { field: "domain", detail };
}

/**
 * Why a record can't be taken as it was edited by hand; null: it can. Only what the edit changed is looked at:
 * what was stored before may follow older rules.
 */
export const handEditProblem: CheckByHand = (change, former) => {
  if (!("put" in change)) return null;
  if (change.put === "domains") return domainProblem(change.record, former);
  if (change.put !== "links" && change.put !== "bioPages") return null;
  const { alias } = change.record;
  const before: Partial<LinkRecord> = former ?? {};
  const problem = alias === before.alias ? null : aliasProblem(normalized(alias));
  if (problem !== null)
    return { field: "alias", detail: `${problem}, not ${JSON.stringify(alias)}` };
  if (change.put !== "links") return null;
  const known = new Set(destinationsOf(before).map(([, url]) => url));
  for (const [field, url] of destinationsOf(change.record)) {
    if (known.has(url) || webAddress(url) !== null) continue;
    return { field, detail: `${noAddress}, not ${JSON.stringify(url)}` };
  }
  return null;
};
