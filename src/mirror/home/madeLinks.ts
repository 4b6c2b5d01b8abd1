import { z } from "zod";
import { bounds } from "../../contract/fields/bounds.ts";
import { copyService as service } from "../../contract/server/edgeBrowsers.ts";
import { runAs } from "../../server/common/origin.ts";
import { Conflict, Invalid } from "../../server/common/problems.ts";
import { isOneAddress } from "../../server/features/links/oneAddress.ts";
import type { LinkService } from "../../server/features/links/service.ts";
import { isNew } from "../../server/store/mirrorInbox/takenClicks.ts";
import { pauseAfter } from "../../server/store/pause.ts";
import { type EdgeFileRecord, type LinkRecord, storedMoment } from "../../server/store/records.ts";
import type { Origin, Store } from "../../server/store/store.ts";
import { errorText } from "../../util/errorText.ts";
import type { MadeLine } from "../wire/calls.ts";
import { firstMade } from "../wire/rows.ts";
import type { EdgeRecord } from "./edgeRecord.ts";
import { EdgeFailed, type LineTaker } from "./model.ts";

const origin: Origin = { by: "copy", operation: "addLink", scope: "api" };

/** Characters of a line: an address at its longest, with room for escapes. */
const longestLine = 32_768;
const longestName = 100;
/** Links of a day and more: a copy that gives more isn't one of ours. */
const mostOfDay = 2_000;
const day = 86_400_000;
const mostNotes = 100;

const madeLine = z.object({
  at: storedMoment,
  browser: z.string().max(longestName),
  made: z
    .object({
      alias: z.string().max(bounds.alias),
      domain: z.int().positive().optional(),
      url: z.string().max(bounds.address),
    })
    .optional(),
  paired: z.string().optional(),
});

/** A click's line of a link that was made there. */
const madeClick = /^(\{"at":\d+,"link":)(\d{15})(?=[,}])/;

export interface MadeParts {
  readonly store: Pick<Store, "clicks" | "links" | "table" | "takenAnswers">;
  readonly links: Pick<LinkService, "add">;
  readonly answers: LineTaker;
  readonly edgeRecord: Pick<EdgeRecord, "now" | "set">;
  readonly clock: () => number;
}

/**
 * Takes home the links that paired browsers made at the edge, each exactly once: the record says in its source
 * which one it is, so what a crash cut off is known again. Their clicks, which name a number of the edge's, count
 * for the records.
 */
export function createMadeLinks(parts: MadeParts): {
  readonly answers: LineTaker;
  readonly clicks: LineTaker;
} {
  const { store, links, answers, edgeRecord, clock } = parts;
  /** Ids of links by their sources, also of those that were deleted since; null: nobody has asked yet. */
  let known: Map<string, number> | null = null;
  let counted = { day: 0, links: 0 };

  const learn = (found: Map<string, number>, { id, source }: LinkRecord) => {
    if (source?.service === service) found.set(source.id, id);
  };
  store.links.watch((_former, next) => {
    if (known !== null && next !== undefined) learn(known, next);
  });

  async function knownLinks(): Promise<ReadonlyMap<string, number>> {
    if (known !== null) return known;
    const found = (known = new Map());
    const pause = pauseAfter();
    for (const link of store.links.values()) {
      learn(found, link);
      if (pause.isDue()) await pause.now();
    }
    return found;
  }

  /** Nothing where the copy is given up meanwhile. */
  async function keep(change: (record: EdgeFileRecord) => Partial<EdgeFileRecord>): Promise<void> {
    const record = edgeRecord.now();
    if (record !== null) await edgeRecord.set({ ...record, ...change(record) });
  }

  const note = (one: NonNullable<EdgeFileRecord["notes"]>[number]) =>
    keep(({ notes = [] }) => {
      const others = notes.filter(({ at, alias }) => at !== one.at || alias !== one.alias);
      return { notes: [...others, one].slice(-mostNotes) };
    });

  const seen = ({ at, browser, paired }: MadeLine) =>
    keep(({ browsers = [] }) => ({
      browsers: browsers.map((one) => {
        if (one.id !== browser) return one;
        return paired === undefined
          ? { ...one, usedAt: at }
          : { ...one, pairedAt: at, name: paired.slice(0, longestName) };
      }),
    }));

  /** With another alias where its own is taken here; what can't be a link here is told with all that it was. */
  async function add(line: MadeLine, sourceId: string): Promise<void> {
    const { at, made } = line;
    if (made === undefined || (await knownLinks()).has(sourceId)) return;
    countToday();
    const { alias, url } = made;
    const domain = store.table("domains").get(made.domain ?? 0)?.domain;
    const fields = { url, domain, plain: { source: { service, id: sourceId } } };
    const how = { createdAt: new Date(at).toISOString() };
    let reason = "The destination isn't a full URL.";
    for (const named of isOneAddress(url) ? [{ ...fields, custom: alias }, fields] : []) {
      try {
        const { answer: link } = await runAs(origin, () => links.add(named, how));
        const isElsewhere = made.domain !== undefined && domain === undefined;
        if (link.alias !== alias || isElsewhere) await note({ at, alias, url, link: link.id });
        return;
      } catch (error) {
        if (!(error instanceof Conflict || error instanceof Invalid)) {
          // One that the disk refused isn't there.
          known = null;
          throw error;
        }
        reason = errorText(error);
      }
    }
    await note({ at, alias, url, reason });
  }

  function countToday(): void {
    const today = Math.floor(clock() / day);
    counted = { day: today, links: counted.day === today ? counted.links + 1 : 1 };
    if (counted.links > mostOfDay) throw new EdgeFailed("excess");
  }

  return {
    answers: {
      takenUpTo: (database) => answers.takenUpTo(database),
      async take(group) {
        const { database, upTo, lines } = group;
        let last = store.takenAnswers.upTo(database);
        for (const [id, text] of lines) {
          const line = isNew(id, last, upTo) ? read(text) : null;
          if (line === null) continue;
          last = id;
          // What would be a day ahead of this computer's clock is of now.
          const at = line.at > clock() + day ? clock() : line.at;
          await add({ ...line, at }, `${database}/${id}`);
          await seen({ ...line, at });
        }
        return answers.take(group);
      },
    },
    clicks: {
      takenUpTo: (database) => store.clicks.takenUpTo(database),
      async take(group) {
        if (!group.lines.some(([, line]) => madeClick.test(line))) return store.clicks.take(group);
        const ids = await knownLinks();
        const lines = group.lines.map(([id, line]): [number, string] => [
          id,
          line.replace(madeClick, (_all, start: string, link: string) => {
            const number = Number(link) - firstMade;
            return `${start}${ids.get(`${group.database}/${number}`) ?? 0}`;
          }),
        ]);
        return store.clicks.take({ ...group, lines });
      },
    },
  };
}

function read(text: string): MadeLine | null {
  if (text.length > longestLine) return null;
  try {
    return madeLine.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
