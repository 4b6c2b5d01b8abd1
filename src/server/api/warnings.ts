import { nearest } from "../../contract/nearest.ts";
import { otherNames } from "../../contract/otherNames.ts";

/** The most that one answer warns of: a body may have thousands of keys. */
const most = 10;
const longestName = 100;

function warningOf(key: string, fields: ReadonlySet<string>): string {
  const shown = key.length > longestName ? `${key.slice(0, longestName)}…` : key;
  const meant = meantBy(shown.toLowerCase(), fields);
  const meaning = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  return `"${shown}" is not a field of this request and was ignored.${meaning}`;
}

/** What like services call it, or what is spelt much like it. */
function meantBy(name: string, fields: ReadonlySet<string>): string | undefined {
  const known = otherNames[name];
  if (known !== undefined && fields.has(known)) return known;
  const spelt = nearest(name, [...fields, ...Object.keys(otherNames)]);
  if (spelt === undefined || fields.has(spelt)) return spelt;
  const own = otherNames[spelt];
  return own !== undefined && fields.has(own) ? own : undefined;
}

/** One sentence for each key of a body that was ignored. */
export function warningsOf(unknown: readonly string[], fields: ReadonlySet<string>): string[] {
  const named = unknown.slice(0, most).map((key) => warningOf(key, fields));
  const rest = unknown.length - most;
  return rest > 0 ? [...named, `${rest} more keys were ignored.`] : named;
}
