import { spellingsInAnyCase } from "./spellings.ts";
import { commented, literally, type Site, type WayOut } from "./site.ts";
import type { StaticLink } from "./staticLinks.ts";

const notes = [
  "For nginx: put this file into conf.d/, or include it in http { … }. It has one server per host. Set each server's",
  "port and certificate, or copy its location into a server of your own.",
];

/** What a word of its settings may be long, with room to spare: nginx reads them 4 KiB at a time. */
const longestWord = 3_000;
const dollar = "waypost_dollar";

/** In quotes: only these mean something there, and a dollar sign has no other spelling. */
function quoted(text: string): string {
  const plain = text.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll("$", `\${${dollar}}`);
  return `"${plain}"`;
}

/** Quoted where nothing stands for a variable. */
function asItIs(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
}

/** An address as a word, and what has to be said before where it is too long for one. */
function addressWord(to: string, name: string): { readonly word: string; readonly parts: string } {
  if (to.length <= longestWord) return { word: quoted(to), parts: "" };
  const pieces = to.match(new RegExp(`.{1,${longestWord}}`, "gs")) ?? [];
  return {
    word: `"${pieces.map((_, place) => `\${${name}_${place}}`).join("")}"`,
    parts: pieces
      .map((piece, place) => `geo $${name}_${place} { default ${asItIs(piece)}; }\n`)
      .join(""),
  };
}

/** Keys as they stand in the map; words are compared in any case, and go before expressions. */
function keysOf(prefix: string, { folder, alias, isAlike, twins }: StaticLink): string[] {
  const spellings = spellingsInAnyCase(alias);
  if (twins.length === 0) return spellings.map((spelling) => `"${prefix}/${folder}${spelling}"`);
  const path = `^${literally(prefix)}/${folder}`;
  const exact = `"~${path}${alias.normalize("NFC")}$"`;
  return isAlike ? [exact, `"~*${path}(?:${spellings.join("|")})$"`] : [exact];
}

function* siteMap({ host, prefix, links }: Site, number: number): Generator<string> {
  const name = (what: string) => `waypost_${what}_${number}`;
  let place = 0;
  for (const { to } of links()) yield addressWord(to ?? "", name(`part_${(place += 1)}`)).parts;
  yield `
# ${host}: the path of one part, or of one below q/, decoded, in which no slash was hidden; then without one at its end.
map $request_uri $${name("asked")} { default ""; "~^${literally(prefix)}/(?:q/)?(?:[^/?#%]|%(?!2[fF]))+/?(?:\\?|$)" $uri; }
map $${name("asked")} $${name("path")} { default $${name("asked")}; "~^(?<waypost_bare>/.+)/$" $waypost_bare; }
map $${name("path")} $${name("to")} {
  default "";
`;
  const alike: string[] = [];
  place = 0;
  for (const link of links()) {
    const { word } = addressWord(link.to ?? "", name(`part_${(place += 1)}`));
    const lines = keysOf(prefix, link).map((key) => `  ${key} ${word};\n`);
    // Whoever is meant by its very spelling comes before whoever answers to any.
    alike.push(...lines.splice(link.twins.length === 0 ? lines.length : 1));
    yield lines.join("");
  }
  yield* alike;
  yield `}
server {
  listen 80;
  server_name ${host};
  merge_slashes off;
  location / {
    if ($${name("to")} = "") { return 404; }
    add_header Cache-Control no-store always;
    return 302 $${name("to")};
  }
}
`;
}

/** A map of the links of each host, and a server that leads on by it. */
export function* nginxMap({ sites, head }: WayOut): Generator<string> {
  yield commented([...head, ...notes]);
  yield `
map_hash_max_size 1048576;
map_hash_bucket_size 1024;
geo $${dollar} { default "$"; }
`;
  for (const [place, site] of sites.entries()) yield* siteMap(site, place + 1);
}
