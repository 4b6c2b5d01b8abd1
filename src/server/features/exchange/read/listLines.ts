import { guesses, plainName } from "./formats.ts";
import { couldBeAddress, isAddress } from "./mapping.ts";

/** Lines that people write between their addresses. */
export function isComment(line: string): boolean {
  return /^\s*(#|;|\/\/\s)/.test(line);
}

/** Not each says `https://`, because browsers don't ask for it. */
function isAddressLine(line: string): boolean {
  if (/\s/.test(line)) return false;
  return isAddress(line) || (couldBeAddress(line) && !/[,;]/.test(line));
}

const columnNames: ReadonlySet<string> = new Set(guesses.flatMap(([, names]) => names));

/** Whether a file's first line names columns, and so begins a table. */
function namesColumns(line: string): boolean {
  return !isAddressLine(line) && (/[,;\t]/.test(line) || columnNames.has(plainName(line)));
}

/**
 * Whether lines are a list of addresses, and whether each of them is one. A stray line among them
 * doesn't make a list anything else.
 */
export function listIn(lines: readonly string[]): { readonly isWhole: boolean } | undefined {
  const said = lines.map((line) => line.trim()).filter((line) => line !== "" && !isComment(line));
  const addresses = said.filter(isAddressLine);
  const [first] = said;
  if (first === undefined || namesColumns(first) || !addresses.some(isAddress)) return undefined;
  if (addresses.length * 2 < said.length) return undefined;
  return { isWhole: addresses.length === said.length };
}
