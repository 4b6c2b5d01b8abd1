import { z } from "zod";
import { webAddress } from "../../server/resolve/webAddress.ts";
import type { App, Core } from "../../server/common/context.ts";
import { disk } from "../../server/store/fileSystem.ts";
import { createRecordFile } from "../../server/store/recordFile.ts";
import type { LinkRecord } from "../../server/store/records.ts";
import { pauseAfter } from "../../server/store/pause.ts";
import { isObject } from "../../util/isObject.ts";
import type { MirroredLimit } from "../wire/rows.ts";
import type { EdgeRecord } from "./edgeRecord.ts";

const name = "edge-limits.json";
/** As many as links have limits. */
const mostEntries = 1_000_000;
const handedLimit = z.object({
  /** Clicks that the link had when it was handed over. */
  from: z.int().nonnegative(),
  /** The mirror's sequence then: a later hand-over has a higher one. */
  generation: z.int().nonnegative(),
  /** Of the link: after a restore another may have its id. */
  createdAt: z.string(),
  /** Whatever the link says, it's to be taken back. */
  isEnding: z.literal(true).optional(),
});
type Handed = Readonly<z.output<typeof handedLimit>>;
const schema = z.object({
  /** The mirror's, in which these are counted. */
  database: z.string(),
  /** By the ids of their links. */
  links: z.custom<Readonly<Record<string, Handed>>>(
    // Looks no further than the first that's wrong.
    (links) =>
      isObject(links) && Object.values(links).every((one) => handedLimit.safeParse(one).success),
  ),
});

/**
 * Which limited links the mirror counts. One that is handed over gets no click here until the mirror holds a
 * row that locks it, and all that it had counted came home: so both together never give one too many. All that
 * the mirror needs is in the link's row, so a lost or repeated call changes nothing.
 */
export interface HandedLimits {
  /** Reads the file: before visitors come. */
  open(): Promise<void>;
  /** Finds the links that have limits. */
  fill(): Promise<void>;
  /** Whether the mirror counts a link's clicks, or may do so soon: here it gets none. */
  isElsewhere(link: LinkRecord): boolean;
  /** Whether the mirror is to count the clicks of a limited link: it is answered at the link's own address. */
  belongsThere(link: LinkRecord): boolean;
  /** As the link's row tells it; `home`: it's locked there. Undefined: it has none. */
  limitOf(link: LinkRecord): MirroredLimit | "home" | undefined;
  /** Ids of links that were handed over. */
  ids(): Iterable<number>;
  /** Whether some are to be handed over or taken back. */
  isUnsettled(): boolean;
  /**
   * Does both, on disk: the mirror has no row but those of this moment, and no click that isn't home.
   * This one and those below answer the ids of links whose rows are others now.
   */
  settle(generation: number): Promise<readonly number[]>;
  /** The mirror has this database: what was counted in another one doesn't hold. */
  met(database: string): Promise<readonly number[]>;
  /** Takes all of them back, to be handed over anew. */
  endAll(): Promise<readonly number[]>;
  /** The mirror is gone. */
  forget(): Promise<void>;
}

export function createHandedLimits(
  app: Pick<Core, "dataDir" | "store" | "log"> & Pick<App, "statistics" | "domains">,
  edgeRecord: Pick<EdgeRecord, "now" | "isMirror">,
): HandedLimits {
  const { dataDir, statistics, domains, log } = app;
  const { links } = app.store;
  const file = createRecordFile({ files: disk, dir: dataDir, name, schema, mostEntries });
  let database = "";
  let handed: ReadonlyMap<number, Handed> = new Map();
  /** Ids of links that have limits; null: nobody has looked yet. */
  let limited: Set<number> | null = null;

  links.watch((former, next) => {
    const id = next?.id ?? former?.id;
    if (limited === null || id === undefined) return;
    if (next?.maxClicks === undefined) limited.delete(id);
    else limited.add(id);
  });

  // A form needs the token of its page, which this computer alone signs.
  const belongsThere = ({ maxClicks, password, type, url, domain }: LinkRecord) =>
    maxClicks !== undefined &&
    password === undefined &&
    type?.kind !== "overlay" &&
    edgeRecord.now() !== null &&
    edgeRecord.isMirror(domains.baseOf(domain)) &&
    webAddress(url) !== null;

  /** Undefined: the mirror isn't to count by what it was handed. */
  function handedOf(link: LinkRecord): Handed | undefined {
    const found = handed.get(link.id);
    const isOfLink = found?.createdAt === link.createdAt && found.isEnding !== true;
    return isOfLink && belongsThere(link) ? found : undefined;
  }

  function isSettled(id: number): boolean {
    const link = links.get(id);
    if (link === undefined || !belongsThere(link)) return !handed.has(id);
    return handedOf(link) !== undefined;
  }

  const unsettled = () =>
    [...new Set([...(limited ?? []), ...handed.keys()])].filter((id) => !isSettled(id));

  async function write(next: ReadonlyMap<number, Handed>, of = database): Promise<void> {
    await file.write({ database: of, links: Object.fromEntries(next) });
    database = of;
    handed = next;
  }

  async function endAll(of = database): Promise<readonly number[]> {
    const going = [...handed].flatMap(([id, one]) => (one.isEnding === true ? [] : [id]));
    const next = [...handed].map(([id, one]) => [id, { ...one, isEnding: true as const }] as const);
    if (going.length > 0 || (of !== database && next.length > 0)) await write(new Map(next), of);
    database = of;
    return going;
  }

  return {
    async open() {
      // Also where it's no longer known whose they are: a copy that is out of reach still counts them.
      const found = await file.readOrSetAside((aside) =>
        log(`${name} can't be read. It was saved as ${aside}.`),
      );
      database = found?.database ?? "";
      handed = new Map(
        Object.entries(found?.links ?? {}).map(([id, one]) => [Number(id), one] as const),
      );
    },
    async fill() {
      if (limited !== null) return;
      const found = (limited = new Set());
      const pause = pauseAfter();
      for (const id of links.ids()) {
        if (links.get(id)?.maxClicks !== undefined) found.add(id);
        if (pause.isDue()) await pause.now();
      }
    },
    isElsewhere: (link) => handed.has(link.id) || belongsThere(link),
    belongsThere,
    limitOf(link) {
      const { maxClicks: most } = link;
      if (most === undefined && !handed.has(link.id)) return undefined;
      const found = handedOf(link);
      if (most === undefined || found === undefined) return "home";
      return { most, from: found.from, generation: found.generation };
    },
    ids: () => handed.keys(),
    isUnsettled: () => unsettled().length > 0,
    async settle(generation) {
      const next = new Map(handed);
      const changed = unsettled();
      for (const id of changed) {
        const link = links.get(id);
        if (link === undefined || !belongsThere(link)) next.delete(id);
        else {
          const { createdAt } = link;
          next.set(id, { from: statistics.clicksOf(id), generation, createdAt });
        }
      }
      await write(next);
      return changed;
    },
    met: async (found) => (found === database ? [] : endAll(found)),
    endAll: () => endAll(),
    async forget() {
      await file.remove();
      handed = new Map();
      database = "";
    },
  };
}
