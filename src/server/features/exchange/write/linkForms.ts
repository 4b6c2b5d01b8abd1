import { byteOrderMark, csvLines } from "./csvLines.ts";
import { inBatches } from "./exportedFile.ts";
import {
  type WholeLink,
  wholeLinkCells,
  wholeLinkColumns,
  wholeLinkJson,
} from "./exportedLinkRow.ts";

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
