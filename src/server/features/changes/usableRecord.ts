import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { bounds } from "../../../contract/fields/bounds.ts";
import { ownPicture } from "../../../contract/fields/shownFields.ts";
import { qrData, qrTypes } from "../../../contract/resources/qrCodes.ts";
import { type Collection, collections, largestReadId } from "../../store/records.ts";
import { isObject } from "../../../util/isObject.ts";
import { webAddress } from "../../resolve/webAddress.ts";
import { excessOf } from "../links/linkSize.ts";
import { aliasProblem } from "../links/aliases.ts";
import { bytesOfPicture, readPicture } from "../qr/pictures.ts";
import { contentOf, qrPayload } from "../qr/qrPayloads.ts";
import type { QrCode } from "../qr/service.ts";
import type { Fields } from "./decision.ts";
import { normalized } from "../../../contract/fields/normalized.ts";

/**
 * What a record can have, with room for older rules: an operation's body has at most 1 MiB. What is longer
 * would make every list and every page that shows it slow.
 */
const most = {
  record: 2 ** 20,
  text: 2 * bounds.address,
  /** Ids of links that come first in a campaign are the longest list. */
  entries: 10_000,
  /** scheme://host:port */
  domain: 300,
} as const;

/** A record from a file or from the history, without what can't be used. */
export interface UsableRecord {
  /** Null: it can't do without what can't be used. */
  readonly record: Fields | null;
  /** The fields that can't be used. */
  readonly faults: readonly string[];
}

interface Identified {
  readonly id: number;
}

/** Names in addresses, without which a record is nothing. */
const names: Readonly<Partial<Record<Collection, string>>> = {
  account: "username",
  links: "alias",
  bioPages: "alias",
  campaigns: "slug",
  qrCodes: "code",
};
/** Addresses without which a record is nothing. */
const neededAddresses: Readonly<Partial<Record<Collection, string>>> = {
  links: "url",
};
/** Addresses, lists of entries with a `url`, addresses by store, and the variants of a split. */
const optionalAddresses: Readonly<Partial<Record<Collection, readonly string[]>>> = {
  links: [
    "metaImage",
    "countries",
    "devices",
    "languages",
    "deepLink",
    "rules",
    "split",
    "beforeUrl",
    "afterUrl",
  ],
  domains: ["redirectRoot", "redirect404"],
  overlays: ["link"],
  splashPages: ["banner", "logo", "link"],
  bioPages: ["avatar", "links"],
};

/**
 * What of a record can be used that comes from somebody's file or from the history, which may have been
 * edited. What is the same here already isn't looked at.
 */
export function usableRecord(
  collection: Collection,
  found: Identified,
  here: Identified | undefined,
  mostId = largestReadId,
): UsableRecord {
  if (found.id > mostId && here === undefined) return { record: null, faults: ["id"] };
  const fields: Fields = { ...found };
  const present: Readonly<Record<string, unknown>> = { ...here };
  const name = names[collection];
  const address = neededAddresses[collection];
  const isKept = (field: string) => isDeepStrictEqual(fields[field], present[field]);
  const sizes = new Map(
    Object.entries(fields).map(([field, value]) => [field, sizeOf(value, longestOf(field))]),
  );
  const excess = new Set(
    collection === "links" || collection === "bioPages"
      ? excessOf(fields, present).map(({ key }) => key)
      : [],
  );
  const unbounded = [...sizes.keys()].filter(
    (field) => (sizes.get(field) === Infinity || excess.has(field)) && !isKept(field),
  );
  const shape: Readonly<Record<string, z.ZodType>> = collections[collection].shape;
  const isOptional = (field: string) => shape[field]?.safeParse(undefined).success === true;
  const needed = [
    ...unbounded.filter((field) => !isOptional(field)),
    ...(name !== undefined && !isName(fields[name]) ? [name] : []),
    ...(address !== undefined && !isAddress(fields[address]) ? [address] : []),
    ...(collection === "domains" && !isOrigin(fields["domain"]) ? ["domain"] : []),
  ].filter((field) => !isKept(field));
  const isContentKept = isKept("type") && isKept("data");
  if (collection === "qrCodes" && !isContentKept && !isContent(fields)) needed.push("data");
  if (needed.length > 0) return { record: null, faults: [...new Set(needed)] };
  const finite = [...sizes].filter(([, size]) => size < Infinity);
  const [largest] = finite.toSorted(([, one], [, other]) => other - one);
  const size = finite.reduce((sum, [, own]) => sum + own, 0);
  if (largest !== undefined && size > most.record && !isDeepStrictEqual(fields, present)) {
    return { record: null, faults: [largest[0]] };
  }
  const faults: string[] = [...unbounded];
  const record = Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => {
      if (unbounded.includes(field)) return [];
      if (optionalAddresses[collection]?.includes(field) !== true) return [[field, value]];
      const usable = field === "avatar" && isPicture(value) ? value : usablePart(value);
      if (usable !== value) faults.push(field);
      return usable === undefined ? [] : [[field, usable]];
    }),
  );
  return faults.length === 0
    ? { record: fields, faults }
    : { record: { ...record, id: found.id }, faults };
}

function longestOf(field: string): number {
  return field === "avatar" ? bounds.ownPicture : most.text;
}

/** Characters of all texts and names in it; Infinity where one of them, or a list, is too long. */
function sizeOf(value: unknown, longest: number): number {
  if (typeof value === "string") return value.length > longest ? Infinity : value.length;
  if (typeof value !== "object" || value === null) return 1;
  const parts = Object.entries(value);
  if (parts.length > most.entries) return Infinity;
  return parts.reduce((sum, [key, part]) => sum + sizeOf(key, longest) + sizeOf(part, longest), 0);
}

/** A picture that is stored with its record, and one by what is in it. */
function isPicture(value: unknown): boolean {
  if (typeof value !== "string" || !ownPicture.test(value)) return false;
  return readPicture(bytesOfPicture(value)).picture !== undefined;
}

function isName(value: unknown): boolean {
  return typeof value === "string" && aliasProblem(normalized(value)) === null;
}

/** Scheme, host and port, as a domain is kept. */
function isOrigin(value: unknown): boolean {
  const isShort = typeof value === "string" && value.length <= most.domain;
  return isShort && isAddress(value) && URL.parse(value)?.origin === value;
}

/** Content of a QR code as its type has it, and as a scan can read it. */
function isContent({ type, data }: Fields): boolean {
  const known = qrTypes.find((one) => one === type);
  if (known === undefined || !qrData[known].safeParse(data).success) return false;
  // The schema that was chosen by the type has checked it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return qrPayload(contentOf({ type: known, data: data as QrCode["data"] })).fault === undefined;
}

function isAddress(value: unknown): boolean {
  return typeof value === "string" && webAddress(value) !== null;
}

/** The value itself where all of it can be used; undefined: nothing can. */
function usablePart(value: unknown): unknown {
  if (typeof value === "string") return isAddress(value) ? value : undefined;
  if (Array.isArray(value)) {
    const entries: readonly unknown[] = value;
    const usable = entries.filter((entry) => !isObject(entry) || isAddress(entry["url"]));
    if (usable.length === entries.length) return value;
    return usable.length === 0 ? undefined : usable;
  }
  if (!isObject(value)) return value;
  const { variants } = value;
  // Without one of its variants a split would give the others more than their share.
  if (variants !== undefined) return usablePart(variants) === variants ? value : undefined;
  const parts = Object.entries(value);
  const usable = parts.filter(([, part]) => typeof part !== "string" || isAddress(part));
  if (usable.length === parts.length) return value;
  return usable.some(([, part]) => typeof part === "string")
    ? Object.fromEntries(usable)
    : undefined;
}
