import { otherNames } from "../../contract/otherNames.ts";

/** The most that one answer warns of: a body may have thousands of keys. */
const most = 10;
const longestName = 100;

function warningOf(key: string, fields: ReadonlySet<string>): string {
  const shown = key.length > longestName ? `${key.slice(0, longestName)}…` : key;
  const folded = key.toLowerCase();
  const hint = otherNames[folded] ?? folded;
  const meaning = fields.has(hint) ? ` Did you mean "${hint}"?` : "";
  return `"${shown}" is not a field of this request and was ignored.${meaning}`;
}

/** One sentence for each key of a body that was ignored. */
export function warningsOf(unknown: readonly string[], fields: ReadonlySet<string>): string[] {
  const named = unknown.slice(0, most).map((key) => warningOf(key, fields));
  const rest = unknown.length - most;
  return rest > 0 ? [...named, `${rest} more keys were ignored.`] : named;
}
