/** BCP 47: "pt-BR" → "pt". */
export function primaryTag(language: string): string {
  return (language.split(/[-_]/u, 1)[0] ?? "").toLowerCase();
}

/**
 * Primary tags of an `Accept-Language` header, best first, lower case, each once (RFC 9110, 12.5.4).
 * `*` says nothing about which language, and a weight of 0 says "not this one".
 */
export function acceptedTags(header: string): readonly string[] {
  const ranges = header.split(",").flatMap((range) => {
    const [tag = "", ...options] = range.split(";").map((part) => part.trim());
    const language = primaryTag(tag);
    const quality = options.find((option) => /^q\s*=/iu.test(option));
    const weight = quality === undefined ? 1 : Number(quality.slice(quality.indexOf("=") + 1));
    return /^[a-z]{2,8}$/u.test(language) && weight > 0 ? [{ language, weight }] : [];
  });
  const bestFirst = ranges.toSorted((one, other) => other.weight - one.weight);
  return [...new Set(bestFirst.map(({ language }) => language))];
}
