import type { LinkFilter } from "../../../contract/fields/linkFilter.ts";
import { createPauses } from "../../common/paging.ts";
import { Invalid, NotFound } from "../../common/problems.ts";
import { leadsThroughUs } from "../qr/service.ts";
import { contentOf, qrPayload } from "../qr/qrPayloads.ts";
import type { App } from "../../common/context.ts";

/** Of what statistics are asked. */
export type SubjectRequest =
  | { readonly kind: "everything" }
  | { readonly kind: "link"; readonly id: number }
  | { readonly kind: "qr"; readonly id: number }
  | { readonly kind: "links"; readonly filter: LinkFilter };

/** Whose clicks are meant. */
export interface Subjects {
  readonly kind: SubjectRequest["kind"];
  readonly links: number;
  /** As `subjectKey` has them. */
  readonly keys: Float64Array;
  /** The QR codes that lead to the links, or all of them for everything, as `subjectKey` has them. */
  readonly scans: Float64Array;
  /** The same for the same keys, as good as surely. */
  readonly mark: string;
}

export function createSubjects(app: Pick<App, "store" | "linkFilters" | "ownAddresses">) {
  const { store, linkFilters, ownAddresses } = app;

  async function idsOf(filter: LinkFilter): Promise<Float64Array> {
    const pause = createPauses();
    const found: number[] = [];
    const { matches, candidates } = linkFilters.read({ archived: "all", ...filter });
    for (const candidate of candidates ?? store.links.values()) {
      const link = typeof candidate === "number" ? store.links.get(candidate) : candidate;
      if (link !== undefined && matches(link)) found.push(link.id);
      const rest = pause();
      if (rest !== undefined) await rest;
    }
    return Float64Array.from(found);
  }

  /** Codes that lead to one of the links, by short addresses that are ours. */
  async function scansOf(has: (link: number) => boolean): Promise<Float64Array> {
    const pause = createPauses();
    const codes: number[] = [];
    for (const code of store.qrCodes.values()) {
      if (leadsThroughUs(code) && code.type === "link") {
        const named = ownAddresses.aliasOf(qrPayload(contentOf(code)).payload ?? "");
        const link = named === null ? undefined : store.links.byAlias(named.alias, named.domain);
        if (link !== undefined && has(link.id)) codes.push(-code.id);
      }
      const rest = pause();
      if (rest !== undefined) await rest;
    }
    return Float64Array.from(codes);
  }

  /** Known until a link or a code comes, changes or goes. */
  let known: Subjects | null = null;
  let changes = 0;
  const changed = () => {
    known = null;
    changes += 1;
  };
  store.links.watch(changed);
  store.qrCodes.watch(changed);

  async function everything(): Promise<Subjects> {
    if (known !== null) return known;
    const before = changes;
    const keys = await idsOf({});
    const scans = Float64Array.from([...store.qrCodes.values()], ({ id }) => -id);
    const all = { links: keys.length, keys, scans, mark: markOf(keys) };
    const found: Subjects = { kind: "everything", ...all };
    if (changes === before) known = found;
    return found;
  }

  return {
    async find(request: SubjectRequest): Promise<Subjects> {
      if (request.kind === "qr") {
        if (store.qrCodes.get(request.id) === undefined)
          throw new NotFound("QR Code does not exist.");
        const keys = Float64Array.of(-request.id);
        return { kind: "qr", links: 0, keys, scans: keys, mark: `qr ${request.id}` };
      }
      if (request.kind === "link") {
        if (store.links.get(request.id) === undefined) throw new NotFound("Link does not exist.");
        const keys = Float64Array.of(request.id);
        const scans = await scansOf((id) => id === request.id);
        return { kind: "link", links: 1, keys, scans, mark: `link ${request.id}` };
      }
      if (request.kind === "everything") return everything();
      const keys = await idsOf(request.filter);
      const chosen = new Set(keys);
      const scans = await scansOf((id) => chosen.has(id));
      return { kind: "links", links: keys.length, keys, scans, mark: markOf(keys) };
    },
  };
}

/** FNV-1a over the numbers, twice, and how many there are. */
function markOf(keys: Float64Array): string {
  let [one, other] = [0x81_1c_9d_c5, 0x01_00_01_93];
  for (const key of keys) {
    one = Math.imul(one ^ key, 0x01_00_01_93);
    other = Math.imul(other + key, 0x9e_37_79_b1) ^ (other >>> 13);
  }
  return `${keys.length} ${one >>> 0} ${other >>> 0}`;
}

/** A caller names one thing, or a filter. */
export function subjectRequest({
  link,
  qr,
  ...filter
}: LinkFilter & {
  readonly link?: number | undefined;
  readonly qr?: number | undefined;
}): SubjectRequest {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  if (link !== undefined && (qr !== undefined || isFiltered))
    throw new Invalid({ link: "can't be combined with other filters" });
  if (qr !== undefined && isFiltered)
    throw new Invalid({ qr: "can't be combined with link filters" });
  if (link !== undefined) return { kind: "link", id: link };
  if (qr !== undefined) return { kind: "qr", id: qr };
  return isFiltered ? { kind: "links", filter } : { kind: "everything" };
}
