/**
 * `_redirects` as Netlify and Cloudflare Pages describe it: a rule a line, its parts with spaces
 * between them, `#` before what is none; paths are compared letter by letter as they are encoded,
 * and of several rules for one path the first counts.
 */
export function readRedirects(text: string): ReadonlyMap<string, readonly [string, number]> {
  const rules = new Map<string, readonly [string, number]>();
  for (const line of text.split("\n")) {
    const parts = line.trim().split(/\s+/);
    const [from = "", to = "", status = "301"] = parts;
    if (from === "" || from.startsWith("#")) continue;
    const isRule =
      parts.length <= 3 &&
      from.startsWith("/") &&
      /^https?:\/\//.test(to) &&
      /^\d{3}$/.test(status);
    if (!isRule) throw new Error(`No rule: ${line}`);
    if (!rules.has(from)) rules.set(from, [to, Number(status)]);
  }
  return rules;
}

/** Where a visit is led; browsers encode what they ask for in capitals. */
export function followed(
  rules: ReadonlyMap<string, readonly [string, number]>,
  path: string,
): readonly [string, number] | undefined {
  const [plain = ""] = path.split("?");
  return rules.get(plain);
}
