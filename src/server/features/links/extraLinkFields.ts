import { z } from "zod";
import { addLinkBody } from "../../../contract/resources/links.ts";
import { pixelOperations } from "../../../contract/resources/pixels.ts";
import type { RestOfLink } from "../exchange/rowToLink.ts";
import type { FieldReader } from "./linkFields.ts";
import { Invalid } from "../../common/problems.ts";
import { plainDetails } from "./plainLinkFields.ts";

/** Fields of our own exports that other products' files don't have, as bodies send them. */
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
  })
  .partial();

const none: RestOfLink = { details: {}, pixels: [] };

const pixels = z.array(pixelOperations.addPixel.body).max(100);

/**
 * What the rest of a row says, in a record's terms. What can't be, or names what isn't here, stays
 * behind: the link itself comes.
 */
export function createRestReader(
  fieldReader: FieldReader,
): (sent: Readonly<Record<string, unknown>> | undefined) => RestOfLink {
  function detailsOf(fields: z.output<typeof rest>): RestOfLink["details"] {
    try {
      return fieldReader.read({ ...fields, plain: plainDetails(fields) }, undefined);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      const wrong = new Set(error.faults.map(({ field }) => field.replace(/[.[].*$/s, "")));
      const others = Object.entries(fields).filter(([name]) => !wrong.has(name));
      return others.length === Object.keys(fields).length
        ? {}
        : detailsOf(Object.fromEntries(others));
    }
  }

  return (sent) => {
    if (sent === undefined) return none;
    const given = Object.entries(sent).filter(([name, value]) => {
      const field = Object.entries(rest.shape).find(([own]) => own === name)?.[1];
      return field !== undefined && field.safeParse(value).success;
    });
    const found = pixels.safeParse(sent["pixels"]);
    return {
      details: given.length === 0 ? {} : detailsOf(rest.parse(Object.fromEntries(given))),
      pixels: found.success ? found.data : [],
    };
  };
}
