import { answeredSpellings } from "./spellings.ts";
import { commented, type Site } from "./site.ts";
import type { StaticLink } from "./staticLinks.ts";

/** What Cloudflare Pages takes: characters of a line, and rules of a file. */
const cloudflare = { line: 1_000, rules: 2_000 };

const notes = [
  "For Netlify and Cloudflare Pages: publish this file as _redirects along with your other files.",
  "Case: each alias works as written, in lower case and in upper case.",
  "Netlify and Cloudflare add the query of a visit to destinations without a query. Waypost doesn't.",
  `Cloudflare Pages accepts ${cloudflare.rules} rules, and lines of up to ${cloudflare.line} characters.`,
];

function* rulesOf(prefix: string, link: StaticLink): Generator<string> {
  const { folder, to } = link;
  if (to === null) return;
  for (const spelling of answeredSpellings(link)) {
    const path = `${prefix}/${folder}${encodeURIComponent(spelling)}`;
    yield `${path} ${to} 302\n${path}/ ${to} 302\n`;
  }
}

/** A `_redirects` file: the first rule that fits a path counts. */
export function* netlifyRules(site: Site, head: readonly string[]): Generator<string> {
  yield commented([...head, ...notes]);
  for (const link of site.links()) yield [...rulesOf(site.prefix, link)].join("");
}
