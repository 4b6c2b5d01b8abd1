import type { Refusal } from "../wire/calls.ts";
import type { EdgeProblem } from "./model.ts";

/** What the edge refused, in words. */
export function refusalProblem(refusal: Refusal, address: string, minutesOff: number): EdgeProblem {
  const said = (
    message: string,
    values: EdgeProblem["values"] = {},
    code: EdgeProblem["code"] = refusal.code,
  ): EdgeProblem => ({ code, message, values: { address, ...values } });

  switch (refusal.code) {
    case "unsigned":
      return said(
        `${address} did not get the signature of this call: something on the way drops it.`,
      );
    case "old":
      return said(
        `${address} takes this computer’s time for wrong, also when asked by its own clock (${minutesOff} min off).`,
        { minutes: minutesOff },
      );
    case "foreign":
      return said(`${address} was set up with another secret: set the mirror up anew.`);
    case "replayed":
      return said(`${address} has had this call before.`);
    case "ahead":
      return said(`${address} is further behind than this computer knew.`);
    case "otherOwner":
      return refusal.owner === null
        ? said(`${address} belongs to nobody: its database is new. Set the mirror up anew.`)
        : said(
            `Another Waypost writes to ${address}. To make this one its home: waypost edge take-over.`,
            { home: refusal.owner.home, generation: refusal.owner.generation },
          );
    case "malformed":
    case "unknownCall":
      return said(
        `The Worker at ${address} is of another version and does not know this call: upload this version’s.`,
        {},
        "otherWorker",
      );
    case "budgetSpent":
      return said(
        `The day’s budget of the database at ${address} is spent; it begins anew at midnight UTC.`,
        { reason: refusal.message },
      );
    case "database":
      return said(`The database at ${address} could not be asked: ${refusal.message}`, {
        reason: refusal.message,
      });
  }
}
