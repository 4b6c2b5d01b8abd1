import { isDeepStrictEqual } from "node:util";
import type { Response } from "express";
import { isObject } from "../../util/isObject.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Dialect } from "../features/settings/settings.ts";
import { manyLargeAnswers, mostText, mostTextAtOnce, pageTooLarge } from "../common/problems.ts";
import { jsonLength } from "../../contract/fields/jsonLength.ts";
import { onceRead } from "./onceRead.ts";
import { leaveUncounted } from "./unreadAnswers.ts";
import { pixelTypes } from "../../contract/fields/recordTables.ts";

export type SendAnswer = (operation: Operation, response: Response, body: object) => void;

export function createSendAnswer(
  dialect: () => Dialect,
  /** Holds every answer against its schema, and throws when something is missing or too much. */
  isChecked: boolean,
): SendAnswer {
  let unsent = 0;
  function refuseTooMuch(length: number, most: number): void {
    if (length > most) throw pageTooLarge();
    if (length > largeText && unsent + length > mostTextAtOnce) throw manyLargeAnswers();
  }
  /** Counts a large answer until its reader has it or is gone. */
  function hold(response: Response, length: number): void {
    if (response.req.socket.destroyed) return;
    refuseTooMuch(length, mostTextAtOnce);
    unsent += length;
    leaveUncounted(response);
    onceRead(response, () => {
      unsent -= length;
    });
  }
  return (operation, response, body) => {
    // Before it takes that much memory a second time.
    if (isLongPage(body)) refuseTooMuch(jsonLength(body, mostText), mostText);
    if (isChecked) {
      const parsed = operation.response.safeParse(body);
      const fault = parsed.success ? "it has keys that the contract does not name" : parsed.error;
      if (!parsed.success || !isDeepStrictEqual(parsed.data, body)) {
        throw new Error(
          `The answer of ${operation.path} does not match the contract: ${String(fault)}`,
        );
      }
    }
    const text = JSON.stringify(inDialect(dialect(), body));
    if (text.length > largeText) hold(response, text.length);
    response.type("json").send(text);
  };
}

/** Characters from which on answers count together, until their readers have them. */
const largeText = 1 << 20;

/**
 * Shorter pages of records can't be too large, pages of changes are bounded while they are read, and to look takes
 * time.
 */
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
