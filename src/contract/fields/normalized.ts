/**
 * Marks after marks from the 129th on; the two sound marks of half width become marks in NFKC. With fewer, what
 * is too long for a tag or an alias stays too long.
 */
const furtherMarks = /(?<![\p{M}\uFF9E\uFF9F])([\p{M}\uFF9E\uFF9F]{128})[\p{M}\uFF9E\uFF9F]+/gu;

/**
 * A text in a Unicode form. Marks in a row take time by the square of their number, so that a hundred thousand
 * of them hold everybody up for seconds: no more than 128 are kept.
 */
export function normalized(text: string, form: "NFC" | "NFD" | "NFKC" = "NFC"): string {
  return text.replace(furtherMarks, "$1").normalize(form);
}
