/** BCP 47: "pt-BR" → "pt". */
export function primaryTag(language: string): string {
  return (language.split(/[-_]/u, 1)[0] ?? "").toLowerCase();
}

/** A language that a visitor reads, and how gladly: 0 to 1. */
export interface LanguageRange {
  /** BCP 47, lower case, with `-`. */
  readonly tag: string;
  readonly quality: number;
}

/** More than any browser sends; each is compared with each condition of a link's rules. */
const mostRanges = 64;

/** A tag as far as it is one (RFC 5646, 2.1) and conditions compare it: a header may have hundreds of dashes. */
const tagBegin = /^[a-z]{2,8}(?=-|$)(?:-[a-z0-9]{1,8}){0,4}/u;

/** The first ranges of an `Accept-Language` header but `*`, best first (RFC 9110, 12.5.4). */
export function languageRanges(header: string): readonly LanguageRange[] {
  const ranges = header.split(",", mostRanges).flatMap((range) => {
    const [sent = "", ...options] = range.split(";").map((part) => part.trim());
    const [tag] = tagBegin.exec(sent.toLowerCase().replaceAll("_", "-")) ?? [];
    const weight = options.find((option) => /^q\s*=/iu.test(option));
    const quality = weight === undefined ? 1 : Number(weight.slice(weight.indexOf("=") + 1));
    return tag !== undefined && quality > 0 ? [{ tag, quality }] : [];
  });
  return ranges.toSorted((one, other) => other.quality - one.quality);
}

/** Languages of a lower quality are none that somebody would rather read. */
const leastQuality = 0.9;

const preferred = new WeakMap<readonly LanguageRange[], ReadonlySet<string>>();

/**
 * The tags that a visitor would rather read and what they begin with: "pt-br" and "pt". Made once for the ranges of a
 * visit, as thousands of conditions may ask.
 */
export function preferredTags(ranges: readonly LanguageRange[]): ReadonlySet<string> {
  const known = preferred.get(ranges);
  if (known !== undefined) return known;
  const tags = new Set<string>();
  for (const { tag, quality } of ranges) {
    if (quality < leastQuality) continue;
    for (let end = tag.length; end > 0; end = tag.lastIndexOf("-", end - 1)) {
      tags.add(tag.slice(0, end));
    }
  }
  preferred.set(ranges, tags);
  return tags;
}

/** Primary tags of an `Accept-Language` header, best first, lower case, each once. */
export function acceptedTags(header: string): readonly string[] {
  return [...new Set(languageRanges(header).map(({ tag }) => primaryTag(tag)))];
}
