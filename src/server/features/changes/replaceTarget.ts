import type { Message } from "../../../contract/messages/messages.ts";
import type { LinkRecord } from "../../store/records.ts";
import { faultMessage, Invalid } from "../../common/problems.ts";
import { excessOf, tooLarge } from "../links/linkSize.ts";

/** What is replaced in the destinations of links: their host, the value of a parameter, any text. */
export interface Replacement {
  readonly part: "host" | "parameter" | "text";
  /** Of a parameter its name, or `name=value` for those with this value alone. */
  readonly from: string;
  /** Undefined: the parameter or the text is removed. */
  readonly to?: string | undefined;
}

type Replace = (address: string) => string;

/** A link with its destinations replaced, or why it can't be; itself where nothing matches. */
export type ReplaceInLink = (
  link: LinkRecord,
) => { readonly record: LinkRecord } | { readonly field: string; readonly detail: Message };

/** Characters of an address, as docs/api.md, "Lengths", has them. */
const longestAddress = 8192;
const noAddress = "would not be a full URL that starts with http:// or https://";

/** Refuses what can't be replaced in any address. */
export function createReplacer(replacement: Replacement): ReplaceInLink {
  const replace = replaceIn(replacement);
  return (link) => {
    const wrong: { readonly field: string; readonly after: string }[] = [];
    const replaced = (field: string) => (address: string) => {
      // A link has hundreds of addresses of 8,192 characters: one that is wrong is enough.
      if (wrong.length > 0) return address;
      const after = replace(address);
      if (after !== address && !isTarget(after)) wrong.push({ field, after });
      return after;
    };
    const each = <Target extends { readonly url: string }>(
      targets: readonly Target[],
      field: string,
      part = "link",
    ): Target[] =>
      targets.map((one, index) => ({
        ...one,
        url: replaced(`${field}[${index}].${part}`)(one.url),
      }));
    const { url, countries, devices, languages, rules, split, beforeUrl, afterUrl } = link;
    const target = replaced("url")(url);
    const record: LinkRecord = {
      ...link,
      // Another address has another title of its own.
      ...(target !== url && { url: target, fetchedTitle: undefined, framing: undefined }),
      ...(countries && { countries: each(countries, "geotarget") }),
      ...(devices && { devices: each(devices, "devicetarget") }),
      ...(languages && { languages: each(languages, "languagetarget") }),
      ...(rules && { rules: each(rules, "rules", "url") }),
      ...(split && {
        split: { ...split, variants: each(split.variants, "split.variants", "url") },
      }),
      ...(beforeUrl !== undefined && { beforeUrl: replaced("beforeurl")(beforeUrl) }),
      ...(afterUrl !== undefined && { afterUrl: replaced("afterurl")(afterUrl) }),
    };
    const [first] = wrong;
    if (first === undefined) {
      const [excess] = excessOf(record, link);
      return excess === undefined ? { record } : tooLarge(excess);
    }
    const { field, after } = first;
    const detail =
      after.length > longestAddress ? `would have over ${longestAddress} characters` : noAddress;
    return { field, detail: faultMessage(`${field} ${detail}.`, "format") };
  };
}

function isTarget(address: string): boolean {
  // A replaced text can make it millions of characters long, which are slow to read.
  if (address.length > longestAddress) return false;
  const { protocol } = URL.parse(address) ?? { protocol: "" };
  return /^https?:$/.test(protocol);
}

function replaceIn({ part, from, to }: Replacement): Replace {
  switch (part) {
    case "host":
      return hostReplacer(from, to);
    case "parameter":
      return parameterReplacer(from, to);
    case "text":
      return (address) => address.replaceAll(from, () => to ?? "");
  }
}

/** As a browser reads it, in lower case and punycode; null: it isn't one. */
function hostOf(text: string): string | null {
  if (/[/?#@\\\s]/.test(text)) return null;
  const { host = "" } = URL.parse(`https://${text}`) ?? {};
  return host === "" ? null : host;
}

const hostFault = "must be a host such as example.com or example.com:8080";

function hostReplacer(from: string, to: string | undefined): Replace {
  const wanted = hostOf(from);
  const faults = [
    ...(wanted === null ? (["replace.from"] as const) : []),
    ...(to === undefined || hostOf(to) === null ? (["replace.to"] as const) : []),
  ];
  if (faults.length > 0) throw new Invalid(Object.fromEntries(faults.map((at) => [at, hostFault])));
  return (address) => {
    const [, before, host = "", rest] =
      /^(\w[\w+.-]*:\/\/(?:[^/?#\\]*@)?)([^/?#\\@]*)(.*)$/s.exec(address) ?? [];
    if (before === undefined || rest === undefined || hostOf(host) !== wanted) return address;
    return `${before}${to ?? ""}${rest}`;
  };
}

function decoded(text: string): string {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** Other parameters stay as they are written. */
function parameterReplacer(from: string, to: string | undefined): Replace {
  const [name = "", ...values] = from.split("=");
  if (name === "") throw new Invalid({ "replace.from": "must begin with a parameter's name" });
  const value = values.length === 0 ? null : values.join("=");
  const put = to === undefined ? undefined : encodeURIComponent(to);
  return (address) => {
    const [, before = "", query, hash = ""] = /^([^?#]*)\?([^#]*)(#.*)?$/s.exec(address) ?? [];
    if (query === undefined) return address;
    let isFound = false;
    let added = 0;
    const pairs = query.split("&").flatMap((pair) => {
      const [rawName = "", ...rawValue] = pair.split("=");
      if (decoded(rawName) !== name) return [pair];
      if (value !== null && decoded(rawValue.join("=")) !== value) return [pair];
      isFound = true;
      if (put === undefined) return [];
      // Of an address that is too long already, the rest need not be written.
      if (added > longestAddress) return [pair];
      added += put.length;
      return [`${rawName}=${put}`];
    });
    if (!isFound) return address;
    return `${before}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}${hash}`;
  };
}
