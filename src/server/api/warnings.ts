/** The most that one answer warns of: a body may have thousands of keys. */
const most = 10;
const longestName = 100;

/** What callers of like services write, and the field that they mean. */
const meant: Readonly<Record<string, string>> = {
  alias: "custom",
  backhalf: "custom",
  keyword: "custom",
  slashtag: "custom",
  title: "name",
  longurl: "url",
  long_url: "url",
  destination: "url",
  target: "url",
  note: "description",
  notes: "description",
  expires: "expiry",
  colour: "color",
};

function warningOf(key: string, fields: ReadonlySet<string>): string {
  const shown = key.length > longestName ? `${key.slice(0, longestName)}…` : key;
  const folded = key.toLowerCase();
  const hint = meant[folded] ?? folded;
  const meaning = fields.has(hint) ? ` Did you mean "${hint}"?` : "";
  return `"${shown}" is not a field of this request and was ignored.${meaning}`;
}

/** One sentence for each key of a body that was ignored. */
export function warningsOf(unknown: readonly string[], fields: ReadonlySet<string>): string[] {
  const named = unknown.slice(0, most).map((key) => warningOf(key, fields));
  const rest = unknown.length - most;
  return rest > 0 ? [...named, `${rest} more keys were ignored.`] : named;
}
