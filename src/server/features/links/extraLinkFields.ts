import { z } from "zod";
import { areTooLarge, mostRules, sentRule } from "../../../contract/fields/decisionFields.ts";
import { addLinkBody } from "../../../contract/resources/links.ts";
import { pixelOperations } from "../../../contract/resources/pixels.ts";
import type { ImportedLink } from "../exchange/read/rows.ts";
import { expiryOf, type RestOfLink } from "../exchange/linkOfRow.ts";
import type { FieldReader } from "./linkFields.ts";
import { Invalid } from "../../common/problems.ts";
import type { Timestamps } from "../../common/timestamps.ts";
import { plainDetails } from "./plainLinkFields.ts";

/** Fields that not every product's files have, as bodies send them. */
const rest = addLinkBody
  .pick({
    type: true,
    status: true,
    metatitle: true,
    metadescription: true,
    metaimage: true,
    parameters: true,
    geotarget: true,
    devicetarget: true,
    languagetarget: true,
    deeplink: true,
    rules: true,
    starts: true,
    startspublic: true,
    beforeurl: true,
    maxclicks: true,
    afterurl: true,
    split: true,
  })
  .partial();

type Rest = z.output<typeof rest>;
type Unread = RestOfLink["unread"][number];

const none: RestOfLink = { details: {}, pixels: [], unread: [] };

const pixels = z.array(pixelOperations.addPixel.body).max(100);

/** A place in a list of rules, as faults name it. */
const ruleAt = /^rules\[(\d+)\]/;

/** The rules without those that can't be read: the others still hold. */
function readableRules(sent: unknown, unread: Unread[]): unknown {
  // A list of too much is refused as a whole, with no rule of it read.
  if (!Array.isArray(sent) || sent.length > mostRules || areTooLarge(sent)) return sent;
  return sent.filter((value: unknown) => {
    const isRule = sentRule.safeParse(value).success;
    if (!isRule) unread.push({ field: "rules", value });
    return isRule;
  });
}

/**
 * What the rest of a row says, in a record's terms. What can't be read, or names what isn't here,
 * is left out and named: the link itself comes.
 */
export function createRestReader(
  fieldReader: FieldReader,
  timestamps: Timestamps,
): (link: Pick<ImportedLink, "rest" | "expiresAt" | "expiresOnDay">) => RestOfLink {
  function detailsOf(
    fields: Rest,
    expiry: string | undefined,
    unread: Unread[],
  ): RestOfLink["details"] {
    try {
      const sent = { ...fields, plain: plainDetails(fields), expiry };
      const { expiresAt: _, ...details } = fieldReader.read(sent, undefined);
      return details;
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      const remaining = withoutFaults(
        fields,
        error.faults.map(({ field }) => field),
        unread,
      );
      return remaining === undefined ? {} : detailsOf(remaining, expiry, unread);
    }
  }

  return ({ rest: sent, ...link }) => {
    if (sent === undefined) return none;
    const unread: Unread[] = [];
    const readable = { ...sent, rules: readableRules(sent["rules"], unread) };
    const given = Object.entries(readable).filter(([name, value]) => {
      const field = Object.entries(rest.shape).find(([own]) => own === name)?.[1];
      if (field === undefined || value === undefined) return false;
      const isReadable = field.safeParse(value).success;
      if (!isReadable) unread.push({ field: name, value });
      return isReadable;
    });
    const found = pixels.safeParse(sent["pixels"] ?? []);
    if (!found.success) unread.push({ field: "pixels", value: sent["pixels"] });
    const expiry = expiryOf(link, timestamps);
    const details =
      given.length === 0 ? {} : detailsOf(rest.parse(Object.fromEntries(given)), expiry, unread);
    return { details, pixels: found.success ? found.data : [], unread };
  };
}

/** The fields without what the faults name; undefined: they name none of them. */
function withoutFaults(fields: Rest, faults: readonly string[], unread: Unread[]) {
  const places = new Set(faults.flatMap((fault) => ruleAt.exec(fault)?.[1] ?? []).map(Number));
  const wrong = new Set(
    faults.filter((fault) => !ruleAt.test(fault)).map((fault) => fault.replace(/[.[].*$/s, "")),
  );
  const { rules = [] } = fields;
  const isAnyWrong = places.size > 0 || Object.keys(fields).some((name) => wrong.has(name));
  if (!isAnyWrong) return undefined;
  for (const place of places) unread.push({ field: "rules", value: rules[place] });
  const others = Object.entries(fields).filter(([name, value]) => {
    if (!wrong.has(name)) return true;
    unread.push({ field: name, value });
    return false;
  });
  const remaining: Rest = Object.fromEntries(others);
  return remaining.rules === undefined
    ? remaining
    : { ...remaining, rules: rules.filter((_, place) => !places.has(place)) };
}
