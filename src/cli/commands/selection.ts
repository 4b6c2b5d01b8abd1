import { linkFilter } from "../../contract/fields/linkFilter.ts";
import { wrongUse } from "../failures.ts";
import { fieldsOf } from "../generated/fields.ts";
import { type Flags, optionsOf, valuesOf } from "../generated/flags.ts";
import { repeated } from "../options.ts";
import { idsOf } from "./command.ts";

/** The links that a command is about. */
export type Selection =
  | { readonly all: true }
  | { readonly ids: readonly number[] }
  | { readonly filter: Record<string, unknown> };

const fields = fieldsOf(linkFilter);

export const whichLinks = "Choose links with filters, --id or --all. Use only one of the three.";

/** @param isMeant whether the line is about this command; the flags of others aren't made */
export function selectionOptions(isMeant: boolean) {
  const filters = isMeant ? fields.flatMap((field) => optionsOf(field)) : [];
  return [repeated("--id <n>", "ID of a link; may be repeated"), ...filters];
}

/** Undefined: no flag selects links. */
export function selectionOf(flags: object): Selection | undefined {
  // The filter's flags are among the command's own.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const given = flags as Flags & { readonly id?: readonly string[]; readonly all?: boolean };
  const filter = valuesOf(fields, given);
  const isFiltered = Object.keys(filter).length > 0;
  const ways = [isFiltered, given.id !== undefined, given.all === true].filter(Boolean);
  if (ways.length > 1) throw wrongUse(whichLinks);
  if (given.all === true) return { all: true };
  if (given.id !== undefined) return { ids: idsOf(given.id, "--id takes IDs of links.") };
  return isFiltered ? { filter } : undefined;
}
