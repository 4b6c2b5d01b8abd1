import { commented, literally, type Site, type WayOut } from "./site.ts";
import { spellingsOf } from "./spellings.ts";
import type { StaticLink } from "./staticLinks.ts";

const notes = [
  "For Caddy: import it into your Caddyfile, or run it alone: caddy run --config Caddyfile.",
  "Caddy searches the whole list at each visit, so it's suitable for a few thousand links.",
];

/** What has a meaning to Caddy even in quotes is said by a variable of each request. */
const escapes: Readonly<Record<string, string>> = {
  "{": "waypost_open",
  "\\": "waypost_backslash",
};

/** How it is said there that the variables are these. */
const variables = [String.raw`vars waypost_open "\{"`, "vars waypost_backslash `\\`"];

function quoted(to: string): string {
  const plain = to
    .replaceAll(/[{\\]/g, (mark) => `{vars.${escapes[mark] ?? ""}}`)
    .replaceAll('"', String.raw`\"`);
  return `"${plain}"`;
}

/** From aliases to numbers: those that are meant by their very spelling before any spelling. */
function* numbers(links: Iterable<StaticLink>): Generator<string> {
  const alike: string[] = [];
  let number = 0;
  for (const { folder, alias, isAlike } of links) {
    number += 1;
    yield `      "${folder}${alias.normalize("NFC")}" "${number}"\n`;
    if (isAlike)
      alike.push(`      ~(?i)^${folder}(?:${spellingsOf(alias).join("|")})$ "${number}"\n`);
  }
  yield* alike;
}

function* siteBlock({ host, prefix, links }: Site): Generator<string> {
  const path = `^${literally(prefix)}/`;
  yield `
${host} {
  route {
${variables.map((line) => `    ${line}\n`).join("")}    @asked expression \`{http.request.uri}.matches("${path.replaceAll("\\", "\\\\")}(q/)?([^/?#%]|%([013-9A-Fa-f].|2[0-9A-Ea-e]))+/?([?].*)?$")\`
    @part path_regexp waypost ${path}((?:q/)?[^/]+)/?$
    map {re.waypost.1} {waypost_link} {
`;
  yield* numbers(links());
  yield `      default ""
    }
    map {waypost_link} {waypost_to} {
`;
  let number = 0;
  for (const { to } of links()) yield `      "${(number += 1)}" ${quoted(to ?? "")}\n`;
  yield `      default ""
    }
    @known expression \`{waypost_to} != ""\`
    route @asked {
      route @part {
        route @known {
          header Cache-Control no-store
          redir {waypost_to} 302
        }
      }
    }
    respond 404
  }
}
`;
}

/** A Caddyfile with a block for each host. */
export function* caddyfile({ sites, head }: WayOut): Generator<string> {
  yield commented([...head, ...notes]);
  for (const site of sites) yield* siteBlock(site);
}
