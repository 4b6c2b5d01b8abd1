/** What is appended to the address that a visitor is led to. */
export interface Parameter {
  readonly name: string;
  readonly value: string;
}

/** The parameters that statistics of targets read to tell campaigns apart, in their usual order. */
export const campaignNames = [
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
] as const;

function isCampaignName(name: string): boolean {
  return /^utm_[a-z_]+$/i.test(name);
}

/** An address without its campaign parameters, and these; what else is in it stays letter by letter. */
export function splitAddress(address: string): {
  readonly url: string;
  readonly parameters: readonly Parameter[];
} {
  const [, base = address, query = "", fragment = ""] =
    /^([^?#]*)\?([^#]*)(#.*)?$/s.exec(address) ?? [];
  if (query === "") return { url: address, parameters: [] };
  const parts = query.split("&").map((part) => {
    const [name = "", ...value] = part.split("=");
    return { part, name: decoded(name), value: decoded(value.join("=")) };
  });
  const found = parts.filter(({ name }) => isCampaignName(name));
  const rest = parts.filter(({ name }) => !isCampaignName(name)).map(({ part }) => part);
  return {
    url: `${base}${rest.length === 0 ? "" : `?${rest.join("&")}`}${fragment}`,
    parameters: found
      .filter(({ value }) => value !== "")
      .map(({ name, value }) => ({ name: name.toLowerCase(), value })),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** Parameters with others put over them: one of each name. */
export function joined(
  parameters: readonly Parameter[],
  others: readonly Parameter[],
): readonly Parameter[] {
  const names = new Set(others.map(({ name }) => name));
  return [...parameters.filter(({ name }) => !names.has(name)), ...others];
}

/** The address that visitors are led to, as the service makes it. */
export function withParameters(address: string, parameters: readonly Parameter[]): string {
  const given = parameters.filter(({ name }) => name.trim() !== "");
  if (given.length === 0) return address;
  const [, base = "", fragment = ""] = /^([^#]*)(.*)$/s.exec(address) ?? [];
  const added = given.map(({ name, value }) => `${encoded(name)}=${encoded(value)}`).join("&");
  const isOpen = /[?&]$/.test(base);
  const joint = base.includes("?") ? (isOpen ? "" : "&") : "?";
  return `${base}${joint}${added}${fragment}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("'", "%27");
}
