import { completeAddress } from "./completeAddress.ts";

/** An address within an address, after a blank: they are two. */
export const severalAddresses = /\shttps?:\/\//i;

/** The addresses of a text with blanks or line breaks between them, if it holds more than one. */
export function addressesIn(text: string): readonly string[] | undefined {
  const words = text.trim().split(/\s+/).map(completeAddress);
  const isEach = words.length > 1 && words.every((word) => /^https?:\/\//i.test(word));
  if (isEach) return words;
  return severalAddresses.test(text.trim()) ? text.trim().split(/\s+(?=https?:\/\/)/i) : undefined;
}
