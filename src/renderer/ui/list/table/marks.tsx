import type { ReactNode } from "react";

/** Letters and digits that are one to a search: ي as ی, ك as ک, ۵ and ٥ as 5. */
function foldedLetter(letter: string): string {
  const code = letter.charCodeAt(0);
  if (code >= 0x06f0 && code <= 0x06f9) return String(code - 0x06f0);
  if (code >= 0x0660 && code <= 0x0669) return String(code - 0x0660);
  if (letter === "ي" || letter === "ى") return "ی";
  if (letter === "ك") return "ک";
  const lower = letter.toLowerCase();
  // A text and its folding have to have the same places.
  return lower.length === letter.length ? lower : letter;
}

function folded(text: string): string {
  let all = "";
  for (let place = 0; place < text.length; place += 1) all += foldedLetter(text[place] ?? "");
  return all;
}

/** Marks what a search found in a text; the text itself where it found nothing there. */
export function createMark(q: string): (text: string) => ReactNode {
  const words = folded(q.normalize("NFC"))
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
  if (words.length === 0) return (text) => text;
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  const pattern = new RegExp(longestFirst.join("|"), "gu");
  return (text) => {
    const plain = folded(text);
    const parts: ReactNode[] = [];
    let end = 0;
    for (const { 0: hit, index } of plain.matchAll(pattern)) {
      if (index > end) parts.push(text.slice(end, index));
      parts.push(<mark key={index}>{text.slice(index, index + hit.length)}</mark>);
      end = index + hit.length;
    }
    if (end === 0) return text;
    parts.push(text.slice(end));
    return parts;
  };
}
