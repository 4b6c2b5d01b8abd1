import { counted } from "../../../contract/counted.ts";
import { decisionsFault, longestDecisions } from "../../../contract/fields/decisionFields.ts";
import { longestBioLinks } from "../../../contract/resources/bioPages.ts";
import { longestParameters, longestTargets } from "../../../contract/fields/linkFields.ts";
import type { Message } from "../../../contract/messages/messages.ts";
import { type Fault, faultMessage } from "../../common/problems.ts";
import { encodedParameters } from "../../resolve/parameters.ts";
import { collections } from "../../store/records.ts";

/** A field that makes its link or bio page too large: its key in the record and its name in the API. */
export interface Excess {
  readonly key: string;
  readonly field: string;
  readonly fault: Fault;
}

type Sized = Readonly<Record<string, unknown>>;

interface Limit {
  readonly fields: Readonly<Record<string, string>>;
  readonly sizeOf: (value: unknown) => number;
  readonly most: number;
  readonly detail: string;
}

/** API names by keys of the record, and how many bytes they take together. */
const limits: readonly Limit[] = [
  {
    fields: { parameters: "parameters" },
    sizeOf: encodedSize,
    most: longestParameters,
    detail: `must have fewer or shorter entries: they can have at most ${counted(longestParameters, "byte")} in total, as part of a URL`,
  },
  {
    fields: { rules: "rules", split: "split" },
    sizeOf: bytesOf,
    most: longestDecisions,
    detail: decisionsFault,
  },
  {
    fields: {
      countries: "geotarget",
      devices: "devicetarget",
      languages: "languagetarget",
      parameters: "parameters",
    },
    sizeOf: bytesOf,
    most: longestTargets,
    detail: `must have fewer or shorter entries: geotarget, devicetarget, languagetarget and parameters can have at most ${counted(longestTargets, "byte")} in total, as JSON`,
  },
  // Of a bio page; no link has them.
  {
    fields: { links: "links" },
    sizeOf: bytesOf,
    most: longestBioLinks,
    detail: `must have fewer or shorter entries: they can have at most ${counted(longestBioLinks, "byte")} in total, as JSON`,
  },
];

function bytesOf(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}

/** Of parameters; 0 for what can't be any, as the history may have been edited. */
function encodedSize(value: unknown): number {
  return encodedParameters(collections.links.shape.parameters.safeParse(value).data).length;
}

/**
 * The fields that a link or a bio page has to do without, those that grew most first. One that was stored when
 * it could be larger may stay so, and may shrink.
 */
export function excessOf(after: Sized, before: Sized = {}): readonly Excess[] {
  const next: Record<string, unknown> = { ...after };
  return limits.flatMap(({ fields, sizeOf, most, detail }) => {
    const isChanged = Object.keys(fields).some((key) => next[key] !== before[key]);
    if (!isChanged) return [];
    const sizes = Object.entries(fields).map(([key, field]) => {
      const size = sizeOf(next[key]);
      return { key, field, size, growth: size - sizeOf(before[key]) };
    });
    let size = sizes.reduce((sum, one) => sum + one.size, 0);
    const growth = sizes.reduce((sum, one) => sum + one.growth, 0);
    const allowed = Math.max(most, size - growth);
    const excess: Excess[] = [];
    for (const one of sizes.toSorted((first, second) => second.growth - first.growth)) {
      if (size <= allowed) break;
      size -= one.growth;
      next[one.key] = before[one.key];
      excess.push({
        key: one.key,
        field: one.field,
        fault: { code: "long", detail, most, unit: "bytes" },
      });
    }
    return excess;
  });
}

/** Why a link isn't changed, or not in this field. */
export function tooLarge({ field, fault }: Excess): { field: string; detail: Message } {
  return { field, detail: faultMessage(`${field} ${fault.detail}.`, fault.code) };
}
