/** The path of a request below the prefix, with its query; null: not a path (an absolute address, `*`). */
export function pathBelow(prefix: string, target: string | undefined): string | null {
  if (target === undefined || !target.startsWith("/")) return null;
  if (prefix === "" || !target.startsWith(prefix)) return target;
  const rest = target.slice(prefix.length);
  if (rest === "" || rest.startsWith("?")) return `/${rest}`;
  return rest.startsWith("/") ? rest : target;
}

/** `/api` and what is below it; `//api`, `/%61pi` and `/apiary` are not. */
export function isApiPath(path: string): boolean {
  if (!path.startsWith("/api")) return false;
  const next = path.charAt(4);
  return next === "" || next === "/" || next === "?";
}

export function withoutQuery(path: string): string {
  const query = path.indexOf("?");
  return query === -1 ? path : path.slice(0, query);
}
