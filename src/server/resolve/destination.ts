export interface Parameter {
  readonly name: string;
  readonly value: string;
}

/**
 * The address with the link's parameters appended, by string work alone: a `URL` would
 * spell the address's own parameters and fragment anew, and they stay as they are.
 */
export function destination(address: string, parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return address;
  const hash = address.indexOf("#");
  const base = hash < 0 ? address : address.slice(0, hash);
  const fragment = hash < 0 ? "" : address.slice(hash);
  const added = parameters.map(({ name, value }) => `${encode(name)}=${encode(value)}`).join("&");
  return `${base}${joint(base)}${added}${fragment}`;
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
