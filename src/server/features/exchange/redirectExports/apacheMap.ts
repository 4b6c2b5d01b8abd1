import type { ZipEntry } from "../write/zipFile.ts";
import { bytesOf } from "../write/exportedFile.ts";
import { commented, literally, type Site, type WayOut } from "./site.ts";
import { spellingsInAnyCase } from "./spellings.ts";
import type { StaticLink } from "./staticLinks.ts";

const notes = [
  "For Apache with mod_rewrite and mod_headers: put the folder in the place that WAYPOST names, and include this file.",
  "Set the port and certificate of each host. For many links, convert the maps with httxt2dbm to make them faster.",
  "Apache removes a single ? or & at the end of a URL.",
];

/** Bytes of a line of a map that Apache reads whole, with room to spare. */
const longestLine = 900;

/**
 * An address taken apart where a rule may take its parts from a map: none has a question mark in
 * it. Null: it has to stand in a rule of its own.
 */
function inParts(to: string): { readonly path: string; readonly query: string | null } | null {
  const [path = "", query = null, ...more] = to.split("?");
  const isShort = Math.max(path.length, query?.length ?? 0) <= longestLine;
  return more.length > 0 || !isShort || query === "" ? null : { path, query };
}

/** In a rule, where an escaped brace keeps a name in it from being looked up. */
function inRule(to: string): string {
  return to.replaceAll(/[\\%$&{]/g, String.raw`\$&`);
}

/** From aliases to numbers: `=` before what is meant by its very spelling; then from numbers to addresses. */
function* mapLines(links: Iterable<StaticLink>): Generator<string> {
  let number = 0;
  for (const { folder, alias, to, isAlike, twins } of links) {
    number += 1;
    const value = to === null ? "-" : String(number);
    const keys = isAlike ? spellingsInAnyCase(alias).map((one) => folder + one) : [];
    const own = twins.length === 0 ? [] : [`=${folder}${alias.normalize("NFC")}`];
    yield [...own, ...keys].map((key) => `${key} ${value}\n`).join("");
    const parts = to === null ? null : inParts(to);
    if (parts === null) continue;
    const { path, query } = parts;
    yield `/${number} ${path}\n${query === null ? "" : `+${number} ${query}\n`}`;
  }
}

function* rules(links: Iterable<StaticLink>): Generator<string> {
  let number = 0;
  for (const { to } of links) {
    number += 1;
    const isInMap = to === null || inParts(to) !== null;
    const flags = to?.includes("?") === true ? "R=302,L,NE" : "R=302,L,NE,QSD";
    // An empty text lets others have their turn.
    yield isInMap
      ? ""
      : `  RewriteCond %{ENV:WAYPOST} =${number}\n  RewriteRule ^ ${inRule(to)} [${flags}]\n`;
  }
}

function* virtualHost({ host, prefix, links }: Site, number: number): Generator<string> {
  const map = `waypost${number}`;
  const path = literally(prefix);
  yield `
<VirtualHost *:80>
  ServerName ${host}
  RewriteEngine On
  RewriteMap lower int:tolower
  RewriteMap ${map} "txt:\${WAYPOST}/${number}.txt"
  Header always set Cache-Control no-store
  # The path of one part, or of one below q/, in which no slash was hidden.
  RewriteCond %{THE_REQUEST} "!^\\S+ ${path}/(?:q/)?(?:[^/?#%\\s]|%(?!2[fF]))+/?[?\\s]"
  RewriteRule ^ - [R=404,L]
  RewriteCond \${${map}:=$1|\${${map}:\${lower:$1}}} ^(\\d+)$
  RewriteRule ^${path}/((?:q/)?[^/]+)/?$ - [E=WAYPOST:%1]
  RewriteCond %{ENV:WAYPOST} ^$
  RewriteRule ^ - [R=404,L]
`;
  yield* rules(links());
  yield `  RewriteCond \${${map}:+%{ENV:WAYPOST}} .
  RewriteRule ^ \${${map}:/%{ENV:WAYPOST}}?\${${map}:+%{ENV:WAYPOST}} [R=302,L,NE]
  RewriteRule ^ \${${map}:/%{ENV:WAYPOST}} [R=302,L,NE,QSD]
</VirtualHost>
`;
}

function* settings({ sites, head }: WayOut): Generator<string> {
  yield commented([...head, ...notes]);
  yield `\nDefine WAYPOST /etc/apache2/waypost\n`;
  for (const [place, site] of sites.entries()) yield* virtualHost(site, place + 1);
}

/** Settings with a rule for all, and a map for each host beside them. */
export function* apacheMap(out: WayOut): Generator<ZipEntry> {
  yield { name: "waypost/waypost.conf", content: bytesOf(settings(out)) };
  for (const [place, site] of out.sites.entries()) {
    yield { name: `waypost/${place + 1}.txt`, content: bytesOf(mapLines(site.links())) };
  }
}
