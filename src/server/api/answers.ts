import { isDeepStrictEqual } from "node:util";
import type { Response } from "express";
import { isObject } from "../../util/isObject.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Dialect } from "../features/settings/settings.ts";
import { manyLargePages, mostText, mostTextAtOnce, pageTooLarge } from "../common/problems.ts";
import { textLength } from "../../util/textLength.ts";
import { pixelTypes } from "../../contract/fields/recordTables.ts";

export type SendAnswer = (operation: Operation, response: Response, body: object) => void;

export function createSendAnswer(
  dialect: () => Dialect,
  /** Holds every answer against its schema, and throws when something is missing or too much. */
  isChecked: boolean,
): SendAnswer {
  let unsent = 0;
  return (operation, response, body) => {
    const length = isLongPage(body) ? textLength(body) : 0;
    if (length > mostText) throw pageTooLarge();
    if (length > largeText) {
      if (unsent + length > mostTextAtOnce) throw manyLargePages();
      unsent += length;
      response.once("close", () => (unsent -= length));
    }
    if (isChecked) {
      const parsed = operation.response.safeParse(body);
      const fault = parsed.success ? "it has keys that the contract does not name" : parsed.error;
      if (!parsed.success || !isDeepStrictEqual(parsed.data, body)) {
        throw new Error(
          `The answer of ${operation.path} does not match the contract: ${String(fault)}`,
        );
      }
    }
    response.json(inDialect(dialect(), body));
  };
}

/** Characters of answers of which only so many wait for their readers at once. */
const largeText = 1 << 20;

/** Short pages can't have too much text, and it takes time to look. */
const shortPage = 50;

function isLongPage(body: object): boolean {
  const data: unknown = "data" in body ? body.data : undefined;
  return isObject(data) && Number(data["perpage"]) > shortPage;
}

const vendorTypes: ReadonlyMap<string, string> = new Map(pixelTypes);

/**
 * docs/api.md, "Dialects": `document` is the contract to the letter; `vendor`, for clients
 * that compare strictly, answers the integer 0 in lists too and names pixel types as those clients
 * do.
 */
function inDialect(dialect: Dialect, body: object): object {
  return dialect === "vendor" && "error" in body && body.error === "0"
    ? { ...body, error: 0, ...("data" in body && { data: inVendorTypes(body.data) }) }
    : body;
}

/** The page of a list; only a page of pixels has types to translate. */
function inVendorTypes(data: unknown): unknown {
  if (typeof data !== "object" || data === null || !("pixels" in data)) return data;
  if (!Array.isArray(data.pixels)) return data;
  const pixels = data.pixels.map((pixel: { readonly type: string }) => ({
    ...pixel,
    type: vendorTypes.get(pixel.type) ?? pixel.type,
  }));
  return { ...data, pixels };
}
