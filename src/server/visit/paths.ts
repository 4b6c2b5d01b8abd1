/** The paths below which every door answers too, as `/s`; most services have none. */
export interface Prefixes {
  /** Of the address that is printed now; "": none. */
  readonly prefix: string;
  /** Of those that were printed before, and of one that is being tried. */
  readonly formerPrefixes: readonly string[];
}

/** The path of a request below a prefix, with its query; null: not a path (an absolute address, `*`). */
export function pathBelow(prefixes: Prefixes, target: string | undefined): string | null {
  const { prefix, formerPrefixes } = prefixes;
  if (target === undefined || !target.startsWith("/")) return null;
  if (prefix !== "" && target.startsWith(prefix)) {
    const rest = target.slice(prefix.length);
    if (rest === "" || rest.startsWith("?")) return `/${rest}`;
    if (rest.startsWith("/")) return rest;
  }
  if (formerPrefixes.length === 0) return target;
  // A former one by itself may be an alias by now.
  const former = formerPrefixes.find((one) => target.startsWith(`${one}/`));
  return former === undefined ? target : target.slice(former.length);
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
