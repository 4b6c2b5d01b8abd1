import { escaped } from "../write/bookmarksPage.ts";
import type { ZipEntry } from "../write/zipFile.ts";
import type { Site, WayOut } from "./site.ts";
import { answeredSpellings } from "./spellings.ts";
import type { StaticLink } from "./staticLinks.ts";

const notes = [
  "For any static file host: publish the content of your host's folder in site/, without this file.",
  "Each page redirects by itself, also without JavaScript. The status is 200, not 302.",
  "Case: each alias works as written, in lower case and in upper case. Other spellings work if the",
  "host shows 404.html for unknown URLs. Case-insensitive disks can't store two aliases that differ only in case.",
];

function page(to: string): string {
  const address = escaped(to);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url=${address}">
<title>${address}</title>
<p><a href="${address}">${address}</a></p>
</html>
`;
}

/** Looks once more under the small letters; whoever asked for those already gets the words. */
const unknownPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="robots" content="noindex">
<title>Not found</title>
<p>There is no such link.</p>
<script>
  const asked = decodeURI(location.pathname);
  const small = asked.normalize("NFC").toLowerCase()
    .replaceAll("\\u064a", "\\u06cc").replaceAll("\\u0643", "\\u06a9")
    .replace(/[\\u06f0-\\u06f9\\u0660-\\u0669]/g, (digit) => String(digit.charCodeAt(0) & 15));
  if (small !== asked) location.replace(encodeURI(small));
</script>
</html>
`;

function* pagesOf(root: string, link: StaticLink): Generator<ZipEntry> {
  const { folder, to } = link;
  if (to === null) return;
  const content = page(to);
  for (const spelling of answeredSpellings(link)) {
    yield { name: `${root}/${folder}${spelling}/index.html`, content };
  }
}

function* sitePages({ host, prefix, links }: Site): Generator<ZipEntry> {
  const root = `site/${host.replaceAll(/[[\]:]/g, "_")}`;
  yield { name: `${root}/404.html`, content: unknownPage };
  for (const link of links()) yield* pagesOf(`${root}${prefix}`, link);
}

/** A folder of pages for each host, and what there is to know beside them. */
export function* htmlPages({ sites, head }: WayOut): Generator<ZipEntry> {
  yield { name: "README.txt", content: `${[...head, ...notes].join("\n")}\n` };
  for (const site of sites) yield* sitePages(site);
}
