import type { GeneratedLink } from "./generatedStores.ts";
import type { Carrier, PlainLink } from "./roundTrips.ts";

function oneLine(text: unknown): string {
  return (typeof text === "string" ? text : "").replaceAll(/\s+/g, " ").trim();
}

function once(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ""))];
}

function tagsOf(link: PlainLink): readonly string[] {
  // Texts, as records keep them.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (link["tags"] ?? []) as readonly string[];
}

/** What a format promises to bring along of a link. */
const promises: Readonly<Record<Carrier, (link: PlainLink) => object>> = {
  json: whole,
  csv: whole,
  shlink: (link) => ({
    url: link["url"],
    alias: link["alias"],
    domain: link["domain"],
    name: oneLine(link["name"]) === "" ? "" : link["name"],
    tags: once(tagsOf(link).map((tag) => tag.replaceAll(/[|,]/g, " "))),
  }),
  yourls: ({ url, alias, earlierClicks = 0 }) => ({ url, alias, earlierClicks }),
  bookmarks: (link) => {
    const [folder = "", ...others] = tagsOf(link).map(oneLine);
    return {
      url: link["url"],
      name: oneLine(link["name"]) || link["alias"],
      tags: once([folder, ...others.filter((tag) => !tag.includes(","))]),
      createdAt: String(link["createdAt"]).slice(0, 19),
    };
  },
};

/** Everything; a link without a source gets that of the file. */
function whole(link: PlainLink): object {
  const { source, ...others } = link;
  return source === undefined || JSON.stringify(source).includes("waypost")
    ? others
    : { ...others, source };
}

/** Links as they look to who knows what the format can carry. */
export function carried(links: readonly PlainLink[], carrier: Carrier): readonly object[] {
  return links.map(promises[carrier]);
}

function without(link: GeneratedLink, field: "parameters" | "domain"): GeneratedLink {
  const { [field]: gone, ...others } = link;
  return gone === undefined ? link : others;
}

/** Links of which a format keeps what it promises: YOURLS knows one domain, and neither knows parameters. */
export function carriable(
  links: readonly GeneratedLink[],
  carrier: Carrier,
): readonly GeneratedLink[] {
  if (carrier !== "shlink" && carrier !== "yourls") return links;
  const plain = links.map((link) => without(link, "parameters"));
  if (carrier === "shlink") return plain;
  const ofOne = plain.map((link) => without(link, "domain"));
  return [...new Map(ofOne.map((link) => [link.alias, link])).values()];
}
