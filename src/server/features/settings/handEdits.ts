import { webAddress } from "../../resolve/webAddress.ts";
import type { CheckByHand } from "../../store/tables/checks.ts";
import type { LinkRecord } from "../../store/records.ts";
import { aliasProblem } from "../links/aliases.ts";
import { normalized } from "../../../contract/fields/normalized.ts";

const noAddress = "must be a full URL that starts with http:// or https://";

/** Targets by the field that they stand in. */
function targetsOf(link: Partial<LinkRecord>): readonly (readonly [string, string])[] {
  const { url, countries = [], devices = [], languages = [], rules = [] } = link;
  const { split, beforeUrl, afterUrl } = link;
  return [
    ...(url === undefined ? [] : [["url", url] as const]),
    ...countries.map((one) => ["countries", one.url] as const),
    ...devices.map((one) => ["devices", one.url] as const),
    ...languages.map((one) => ["languages", one.url] as const),
    ...rules.map((one) => ["rules", one.url] as const),
    ...(split?.variants ?? []).map((one) => ["split", one.url] as const),
    ...(beforeUrl === undefined ? [] : [["beforeUrl", beforeUrl] as const]),
    ...(afterUrl === undefined ? [] : [["afterUrl", afterUrl] as const]),
  ];
}

/**
 * Why a record can't be taken as it was edited by hand; null: it can. Only what the edit changed is looked at:
 * what was stored before may follow older rules.
 */
export const handEditProblem: CheckByHand = (change, former) => {
  if (!("put" in change)) return null;
  if (change.put !== "links" && change.put !== "bioPages") return null;
  const { alias } = change.record;
  const before: Partial<LinkRecord> = former ?? {};
  const problem = alias === before.alias ? null : aliasProblem(normalized(alias));
  if (problem !== null)
    return { field: "alias", detail: `${problem}, not ${JSON.stringify(alias)}` };
  if (change.put !== "links") return null;
  const known = new Set(targetsOf(before).map(([, url]) => url));
  for (const [field, url] of targetsOf(change.record)) {
    if (known.has(url) || webAddress(url) !== null) continue;
    return { field, detail: `${noAddress}, not ${JSON.stringify(url)}` };
  }
  return null;
};
