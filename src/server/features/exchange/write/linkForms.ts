import type { AnsweredRule } from "../../../../contract/fields/decisionFields.ts";
import { byteOrderMark, csvLines, type Cell } from "./csvLines.ts";
import { ownColumns } from "../read/formats.ts";
import { inBatches } from "./exportedFile.ts";

interface Source {
  readonly service: string;
  readonly id: string;
}

/**
 * A link with everything that its owner can say of it, in the words of the contract; what it points
 * at by name instead of by id. Its password is a yes or no: nobody knows it.
 */
export interface WholeLink {
  readonly alias: string;
  /** Host and port of a branded domain; empty: the service's own address. */
  readonly domain: string;
  readonly url: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** RFC 3339, UTC. */
  readonly date: string;
  /** RFC 3339, UTC; empty: never. */
  readonly expiry: string;
  readonly archived: boolean;
  readonly clicks: number;
  readonly earlierclicks: number;
  readonly campaign: string;
  readonly channels: readonly string[];
  readonly source: Source | null;
  readonly status: string;
  readonly type: string;
  readonly metatitle: string;
  readonly metadescription: string;
  readonly metaimage: string;
  readonly parameters: readonly object[];
  readonly geotarget: readonly object[];
  readonly devicetarget: readonly object[];
  readonly languagetarget: readonly object[];
  readonly deeplink: object | null;
  readonly pixels: readonly object[];
  readonly rules: readonly AnsweredRule[];
  /** RFC 3339, UTC; empty: it has started. */
  readonly starts: string;
  readonly startspublic: boolean;
  readonly beforeurl: string;
  /** 0: no limit. */
  readonly maxclicks: number;
  readonly afterurl: string;
  readonly split: object | null;
  readonly password: boolean;
}

const wholeLinkColumns = [
  "alias",
  "domain",
  "url",
  "name",
  "description",
  "tags",
  "date",
  "expiry",
  "archived",
  "clicks",
  "earlierclicks",
  "campaign",
  "channels",
  ...ownColumns,
  "password",
] as const satisfies readonly (keyof WholeLink)[];

type Value = WholeLink[keyof WholeLink];

function isEmpty(value: Value): boolean {
  return Array.isArray(value)
    ? value.length === 0
    : value === null || value === "" || value === false || value === 0;
}

/** Texts with commas between them, or as JSON where that could not be taken apart again. */
function list(texts: readonly string[]): string {
  const isPlain = texts.every((text) => !text.includes(",")) && texts[0]?.startsWith("[") !== true;
  return isPlain ? texts.join(",") : JSON.stringify(texts);
}

function cellOf(link: WholeLink, column: (typeof wholeLinkColumns)[number]): Cell {
  if (column === "clicks") return link.clicks;
  if (column === "tags" || column === "channels") return list(link[column]);
  const value = link[column];
  if (isEmpty(value)) return "";
  if (typeof value === "object") return JSON.stringify(value);
  return typeof value === "boolean" ? String(value) : value;
}

function wholeLinkCells(link: WholeLink): Cell[] {
  return wholeLinkColumns.map((column) => cellOf(link, column));
}

/** The link as JSON, without what it has none of. */
function wholeLinkJson(link: WholeLink): string {
  const filled = wholeLinkColumns.filter((column) => !isEmpty(link[column]));
  return JSON.stringify(Object.fromEntries(filled.map((column) => [column, link[column]])));
}

/** Links as texts that follow each other; a form a function. */

/** Ours, for spreadsheets. */
export function* linksCsv(
  links: Iterable<WholeLink>,
  { bom }: { readonly bom: boolean },
): Generator<string> {
  yield (bom ? byteOrderMark : "") + csvLines([wholeLinkColumns]);
  for (const batch of inBatches(links)) yield csvLines(batch.map(wholeLinkCells));
}

/** Ours, whole: one JSON document, a link a line. */
export function* linksJson(links: Iterable<WholeLink>, exported: string): Generator<string> {
  yield `{"waypost":"links","version":1,"exported":${JSON.stringify(exported)},"links":[`;
  let separator = "\n";
  for (const batch of inBatches(links)) {
    yield separator + batch.map(wholeLinkJson).join(",\n");
    separator = ",\n";
  }
  yield "\n]}\n";
}

/** What other services take: a link with the address that it leads to, parameters and all. */
export interface LeadingLink {
  readonly link: WholeLink;
  /** Its short address. */
  readonly short: string;
  /** Any other address of it, parameters and all. */
  readonly ready: (address: string) => string;
  readonly to: string;
}

/** What Shlink imports; a tag can't hold what may stand between tags. */
export function* shlinkCsv(links: Iterable<LeadingLink>): Generator<string> {
  yield csvLines([["Long URL", "Short code", "Domain", "Title", "Tags"]]);
  for (const batch of inBatches(links)) {
    yield csvLines(
      batch.map(({ link, to }) => [
        to,
        link.alias,
        link.domain,
        link.name,
        link.tags.map((tag) => tag.replaceAll(/[|,]/g, " ")).join("|"),
      ]),
    );
  }
}

/** What YOURLS imports; it knows one domain, so of one alias on several the first has it. */
export function* yourlsCsv(links: Iterable<LeadingLink>): Generator<string> {
  yield csvLines([["source", "target", "hits"]]);
  for (const batch of inBatches(links)) {
    yield csvLines(
      batch.map(({ link, to }) => [`/${link.alias}/`, to, link.clicks + link.earlierclicks]),
    );
  }
}
