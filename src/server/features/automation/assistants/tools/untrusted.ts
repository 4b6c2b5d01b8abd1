/** Characters of a text that others wrote. */
const longest = 500;

/** Characters that move, hide or turn what stands beside them. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2028\u2029]/gu;

/** Without what can't be seen. */
export function unshown(text: string): string {
  return text.toWellFormed().replaceAll(invisible, "");
}

/** A text that others wrote, as an assistant may see it: one line, bounded, without what can't be seen. */
export function untrusted(text: string): string {
  const plain = unshown(text.replaceAll(/\s/gu, " ")).trim();
  const characters = Array.from(plain);
  return characters.length <= longest ? plain : `${characters.slice(0, longest - 1).join("")}…`;
}
