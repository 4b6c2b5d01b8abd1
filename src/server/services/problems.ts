/**
 * The ways in which a use case can refuse, without HTTP. `api/failures` gives each its status;
 * messages are for the caller, as they are.
 */

export { StoreFailed, StoreFull } from "../store/store.ts";

/** What is wrong, by field as the caller names it. */
export type Faults = Readonly<Record<string, string>>;

/** One sentence that names every field and its fault. */
function sentence(faults: Faults): string {
  return `${Object.entries(faults)
    .map(([field, fault]) => (field === "" ? fault.replace(/\.$/, "") : `${field} ${fault}`))
    .join("; ")}.`;
}

export class Invalid extends Error {
  override readonly name = "Invalid";
  readonly faults: Faults;
  constructor(faults: Faults) {
    super(sentence(faults));
    this.faults = faults;
  }
}

export class NotFound extends Error {
  override readonly name = "NotFound";
}

/** Something of that name is there already. */
export class Conflict extends Error {
  override readonly name = "Conflict";
}

/** The caller is known and may not do this. */
export class Forbidden extends Error {
  override readonly name = "Forbidden";
}

/** Too much of the same at once; worth another try later. */
export class Busy extends Error {
  override readonly name = "Busy";
}
