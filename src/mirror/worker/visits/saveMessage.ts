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

/** ?1 the overlay, ?2 its visitor, ?3 an hour ago, ?4 now, ?5 the line. */
const counts = `select
  (select count(*) from answers where visitor = ?2 and visitor <> '' and at > ?3) as own,
  (select count(*) from answers where overlay = ?1 and at > ?3) as recent,
  (select count(*) from answers where overlay = ?1 and line <> '') as kept`;
const insert = `insert into answers (overlay, visitor, at, line) select ?1, ?2, ?4, ?5
  from (${counts}) where own < ${mostOfVisitor} and recent < ${mostOfHour} and kept < ${mostOfOverlay}`;

/** Keeps what a visitor wrote into a form, for home to take; or says why not. */
export async function keepAnswer(
  database: EdgeDatabase,
  { overlay, link, fields, network }: ContactGiven,
  { secret, now }: { readonly secret: string; readonly now: number },
): Promise<ContactOutcome | "failed"> {
  try {
    const visitor = network === null ? "" : await visitorKeyOf(secret, `${network}\n${formAgent}`);
    const line = JSON.stringify({ at: now, overlay, link, fields, visitor });
    const [before] = await database.batch([
      database.prepare(counts).bind(overlay, visitor, now - triesTime),
      database.prepare(insert).bind(overlay, visitor, now - triesTime, now, line),
    ]);
    const { own, recent, kept } = before?.results[0] ?? {};
    if (Number(own) >= mostOfVisitor) return "tooMany";
    if (Number(recent) >= mostOfHour) return "busy";
    return Number(kept) >= mostOfOverlay ? "full" : "kept";
  } catch {
    return "failed";
  }
}
