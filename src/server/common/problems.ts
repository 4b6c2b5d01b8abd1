/**
 * The ways in which a use case can refuse, without HTTP. `api/failures` gives each its status;
 * messages are for the caller, as they are.
 */

import { mostFaults } from "../../contract/envelope.ts";
import { type Message, message } from "../../contract/messages/messages.ts";

import { isOutOfSpace, mayNotWrite } from "../store/fileSystem.ts";
import { DocumentFull, IdsUsedUp, StoreFailed, StoreFull } from "../store/store.ts";

export { DocumentFull, IdsUsedUp, isOutOfSpace, StoreFailed, StoreFull };

/** Why the disk doesn't take something; undefined where it isn't the disk. */
export function diskProblem(error: unknown): "full" | "forbidden" | "failed" | undefined {
  if (error instanceof DocumentFull) return undefined;
  if (error instanceof StoreFull || isOutOfSpace(error)) return "full";
  const cause = error instanceof StoreFailed ? error.cause : undefined;
  if (mayNotWrite(error) || mayNotWrite(cause)) return "forbidden";
  return error instanceof StoreFailed ? "failed" : undefined;
}

/** What kind of fault it is, for callers that say it in words of their own. */
export type FaultCode =
  /** A field that is required isn't given. */
  | "missing"
  /** A list where a text belongs, and the like. */
  | "type"
  /** Not what such a value looks like: an address, a date, a colour. */
  | "format"
  | "characters"
  | "short"
  | "long"
  /** None of the values that are allowed. */
  | "choice"
  /** Names something that isn't there. */
  | "unknown"
  /** Leads back to the service. */
  | "loop"
  | "taken"
  | "reserved"
  /** The system, or every browser, refuses it. */
  | "forbidden"
  /** Not what the caller expected it to be. */
  | "changed"
  | "invalid";

export interface Fault {
  readonly code: FaultCode;
  /** Completes a sentence that begins with the field's name. */
  readonly detail: string;
  /** Bounds of a length, where that is the fault. */
  readonly least?: number;
  readonly most?: number;
  /** Of `most`; absent: characters or entries. */
  readonly unit?: "bytes";
  /** What a field is now that was expected to be something else. */
  readonly present?: unknown;
  /** The next port that is free, where one is taken. */
  readonly free?: number;
}

/** What is wrong, by field as the caller names it; a mere text has no code of its own. */
export type Faults = Readonly<Record<string, Fault | string>>;

export type FieldFault = Fault & { readonly field: string };

/** The first faults of a request, and the number of the others. */
export class FaultList {
  readonly named: FieldFault[] = [];
  readonly more: number = 0;
  constructor(faults: Iterable<readonly [field: string, fault: Fault | string]>) {
    for (const [field, fault] of faults) {
      if (this.named.length === mostFaults) this.more += 1;
      else if (typeof fault === "string")
        this.named.push({ field, code: "invalid", detail: fault });
      else this.named.push({ field, ...fault });
    }
  }

  static from(faults: Faults | FaultList): FaultList {
    return faults instanceof FaultList ? faults : new FaultList(Object.entries(faults));
  }

  /** One sentence that names the fields and their faults. */
  get sentence(): string {
    const parts = this.named.map(({ field, detail }) =>
      field === "" ? detail.replace(/\.$/, "") : `${field} ${detail}`,
    );
    if (this.more > 0) parts.push(`and ${this.more.toLocaleString("en-US")} more`);
    const sentence = parts.join("; ");
    // Some end by asking what it may be.
    return sentence.endsWith("?") ? sentence : `${sentence}.`;
  }
}

/** A fault of one value, said of its record. */
export function faultMessage(sentence: string, fault: FaultCode): Message {
  return message("record.fault", { sentence, fault });
}

export class Invalid extends Error {
  override readonly name = "Invalid";
  readonly faults: readonly FieldFault[];
  /** How it came about, where the message doesn't say, and what helps. */
  readonly reason: string | undefined;
  constructor(faults: Faults | FaultList, reason?: string) {
    const list = FaultList.from(faults);
    super(list.sentence);
    this.faults = list.named;
    this.reason = reason;
  }
}

/** Refuses what has faults. They are looked at one by one, so `faults` may find them as it goes. */
export function refuse(faults: Iterable<readonly [field: string, fault: Fault | string]>): void {
  const list = new FaultList(faults);
  if (list.named.length > 0) throw new Invalid(list);
}

/** Characters that a page of a list has at most as JSON, without those that escapes add. */
export const mostText = 1 << 26;
/** Characters that all large answers have at most until they are read. */
export const mostTextAtOnce = 2 * mostText;

/** A page of a list with more than that. */
export function pageTooLarge(): Invalid {
  return new Invalid({
    limit: { code: "long", detail: "must be smaller: this page has more than 64 MiB" },
  });
}

/** Several large answers at once. */
export function manyLargeAnswers(): Busy {
  return new Busy("Too many large answers are being read. Try again in a moment.");
}

export class NotFound extends Error {
  override readonly name = "NotFound";
}

/** Something of that name is there already, or something isn't as the caller expected. */
export class Conflict extends Error {
  override readonly name = "Conflict";
  readonly code: ConflictCode;
  readonly faults: readonly FieldFault[];
  constructor(code: ConflictCode, text: string, faults: Faults | FaultList = {}) {
    super(text);
    this.code = code;
    this.faults = FaultList.from(faults).named;
  }
}

/** What stands against it, for callers that say it in words of their own. */
export type ConflictCode =
  | "taken"
  | "changed"
  | "inUse"
  | "running"
  | "partial"
  | "outdated"
  | "blocked"
  /** This run's command line says otherwise. */
  | "fixed"
  | "otherFolder"
  | "unreadable";

/** Refuses where another caller was quicker: fields are not what this one expected them to be. */
export function refuseChanged(faults: Iterable<readonly [field: string, fault: Fault]>): void {
  const list = new FaultList(faults);
  if (list.named.length > 0) throw new Conflict("changed", list.sentence, list);
}

/** The caller is known and may not do this. */
export class Forbidden extends Error {
  override readonly name = "Forbidden";
}

/** Too much of the same at once; worth another try later. */
export class Busy extends Error {
  override readonly name = "Busy";
  /** Seconds to wait, or null where nobody knows. */
  readonly retryAfter: number | null;
  constructor(text: string, retryAfter: number | null = 5) {
    super(text);
    this.retryAfter = retryAfter;
  }
}

/** The service is on its way out: what it was asked for isn't begun, or is given up. */
export class Ending extends Error {
  override readonly name = "Ending";
}
