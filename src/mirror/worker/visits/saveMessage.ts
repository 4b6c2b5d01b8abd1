import {
  mostOfHour,
  mostOfOverlay,
  mostOfVisitor,
  triesTime,
} from "../../../server/features/overlays/contactForm.ts";
import type { ContactOutcome } from "../../../server/features/overlays/contactSubmissions.ts";
import { type ContactGiven, formAgent } from "../../../server/visit/forms/contactAnswer.ts";
import type { EdgeDatabase } from "../database.ts";
import { visitorKeyOf } from "./visitorKey.ts";

/**
 * Rows that a count goes through, of all overlays together: the free plan reads five million a day, and a form
 * that anybody can send must not use them up.
 */
const mostCounted = 300;
/** Milliseconds for which a refusal is given again without asking the database. */
const refusalTime = 60_000;
const mostRefusals = 1_000;

/** ?1 the overlay, ?2 its visitor, ?3 an hour ago, ?4 now, ?5 the line. */
const counts = `select count(*) filter (where visitor = ?2 and visitor <> '') as own,
    count(*) filter (where overlay = ?1) as recent, count(*) as everywhere,
    (select coalesce(max(id), 0) from answers) - (select answers_taken from state) as kept
  from (select overlay, visitor, at from answers order by id desc limit ${mostCounted}) where at > ?3`;
const insert = `insert into answers (overlay, visitor, at, line) select ?1, ?2, ?4, ?5
  from (${counts}) where own < ${mostOfVisitor} and recent < ${mostOfHour}
    and everywhere < ${mostCounted} and kept < ${mostOfOverlay}`;

/** Until when a visitor, or an overlay, is refused; of this isolate. */
const refusedUntil = new Map<string, number>();

function refuse(key: string, now: number): void {
  if (refusedUntil.size >= mostRefusals) refusedUntil.clear();
  refusedUntil.set(key, now + refusalTime);
}

/** Keeps what a visitor wrote into a form, for home to take; or says why not. */
export async function keepAnswer(
  database: EdgeDatabase,
  { overlay, link, fields, network }: Omit<ContactGiven, "kind" | "answerTo">,
  { secret, now }: { readonly secret: string; readonly now: number },
): Promise<ContactOutcome | "failed"> {
  if (database.hasRoom?.() === false) return "full";
  try {
    const visitor = network === null ? "" : await visitorKeyOf(secret, `${network}\n${formAgent}`);
    const isRefused = (key: string) => (refusedUntil.get(key) ?? 0) > now;
    if (visitor !== "" && isRefused(visitor)) return "tooMany";
    if (isRefused(String(overlay))) return "busy";
    const [before] = await database.batch([
      database.prepare(counts).bind(overlay, visitor, now - triesTime),
    ]);
    const { own, recent, everywhere, kept } = before?.results[0] ?? {};
    if (Number(own) >= mostOfVisitor) {
      refuse(visitor, now);
      return "tooMany";
    }
    if (Number(recent) >= mostOfHour || Number(everywhere) >= mostCounted) {
      refuse(String(overlay), now);
      return "busy";
    }
    if (Number(kept) >= mostOfOverlay) return "full";
    const line = JSON.stringify({ at: now, overlay, link, fields, visitor });
    const [stored] = await database.batch([
      database.prepare(insert).bind(overlay, visitor, now - triesTime, now, line),
    ]);
    // Others were quicker, and took the last places.
    return (stored?.meta.rows_written ?? 0) > 0 ? "kept" : "busy";
  } catch {
    return "failed";
  }
}
