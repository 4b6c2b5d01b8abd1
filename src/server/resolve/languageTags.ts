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

/** Primary tags of an `Accept-Language` header, best first, lower case, each once. */
export function acceptedTags(header: string): readonly string[] {
  return [...new Set(languageRanges(header).map(({ tag }) => primaryTag(tag)))];
}
