export interface Parameter {
  readonly name: string;
  readonly value: string;
}

/** As a query has them, without those that have no name. */
export function encodedParameters(parameters: readonly Parameter[] = []): string {
  const named = parameters.filter(({ name }) => name !== "");
  return named.map(({ name, value }) => `${encode(name)}=${encode(value)}`).join("&");
}

/**
 * The address with encoded parameters appended, by string work alone: a `URL` would spell the
 * address's own parameters and fragment anew, and they stay as they are.
 */
export function destination(address: string, parameters: string): string;
export function destination(address: string | null, parameters: string): string | null;
export function destination(address: string | null, parameters: string): string | null {
  if (address === null || parameters === "") return address;
  const hash = address.indexOf("#");
  const base = hash < 0 ? address : address.slice(0, hash);
  const fragment = hash < 0 ? "" : address.slice(hash);
  return `${base}${joint(base)}${parameters}${fragment}`;
}

function joint(base: string): string {
  const query = base.indexOf("?");
  if (query < 0) return "?";
  const isOpen = query === base.length - 1 || base.endsWith("&");
  return isOpen ? "" : "&";
}

/** Half a surrogate pair would throw; an apostrophe is escaped as `new URL()` escapes it in a query. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("'", "%27");
}
