import { extname } from "node:path";
import { z } from "zod";
import { completeAddress } from "../../contract/fields/completeAddress.ts";
import { qrData, qrOperations, qrTypes, type QrType } from "../../contract/resources/qrCodes.ts";
import { errorText } from "../../util/errorText.ts";
import { isObject } from "../../util/isObject.ts";
import { CommandFailed, exitCodes, wrongUse as wrong } from "../failures.ts";
import type { Client } from "../service/client.ts";
import { writeFile } from "../terminal/writeFile.ts";
import { fieldsOf, type Field } from "./fields.ts";
import { valueOf, valuesOf, type Flags } from "./flags.ts";

/** What a QR code's `data` consists of, by type; types that are one text have no fields. */
function partsOf(type: QrType): readonly Field[] {
  const schema: z.ZodType = qrData[type];
  const shapes = schema instanceof z.ZodUnion ? schema.options : [];
  const shape = shapes.find((one) => one instanceof z.ZodObject);
  return shape === undefined ? [] : fieldsOf(shape);
}

/** Each part once, with the types that have it. */
export function qrParts(): (Field & { readonly types: readonly QrType[] })[] {
  const found = new Map<string, Field & { readonly types: readonly QrType[] }>();
  for (const type of qrTypes) {
    for (const part of partsOf(type)) {
      const types = [...(found.get(part.name)?.types ?? []), type];
      found.set(part.name, { ...part, isRequired: false, types });
    }
  }
  return [...found.values()];
}

function isQrType(type: string): type is QrType {
  return qrTypes.some((one) => one === type);
}

/** A text is taken as it is, but an object of parts may be written as JSON, an address without its scheme. */
function contentIn(type: QrType, text: string, parts: readonly Field[]): unknown {
  if (type === "link") return completeAddress(text);
  return parts.length > 0 && text.startsWith("{") ? valueOf("<data>", { is: "json" }, text) : text;
}

/**
 * `data` from one text or from flags of its parts; nothing when neither is given. Parts that
 * aren't given stay what they were before.
 */
export function qrContent(
  type: string,
  text: string | undefined,
  flags: Flags,
  before?: unknown,
): unknown {
  if (!isQrType(type))
    throw wrong(`The type of a QR code must be one of ${qrTypes.join(", ")}, not "${type}".`);
  const parts = partsOf(type);
  const stray = qrParts().find(
    ({ name, types }) => flags[name] !== undefined && !types.includes(type),
  );
  if (stray !== undefined) {
    throw wrong(
      `--${stray.name} is for QR codes of type ${stray.types.join(" and ")}, not ${type}.`,
    );
  }
  const given = valuesOf(parts, flags);
  if (Object.keys(given).length === 0) {
    return text === undefined ? undefined : contentIn(type, text, parts);
  }
  if (text !== undefined) {
    throw wrong(`Give the content of the QR code as one text or with flags, not both.`);
  }
  const content: Flags = { ...(isObject(before) ? before : {}), ...given };
  const missing = parts.find(({ name, isRequired }) => isRequired && content[name] === undefined);
  if (missing !== undefined) throw wrong(`A QR code of type ${type} needs --${missing.name}.`);
  return content;
}

/** A QR code's picture, as the flags ask for it. */
export interface PictureRequest {
  readonly file: string;
  readonly query: { readonly format: string; readonly size: unknown };
}

/** Undefined when no picture is asked for. */
export function pictureRequest(file: unknown, size: unknown): PictureRequest | undefined {
  if (typeof file !== "string") {
    if (size !== undefined) throw wrong("--size needs --out.");
    return undefined;
  }
  const query = { format: extname(file).toLowerCase().slice(1), size };
  const fault = qrOperations.getQrPicture.query.safeParse(query).error?.issues[0];
  if (fault?.path[0] === "size") throw wrong(`--size ${fault.message}, not "${String(size)}".`);
  if (fault === undefined) return { file, query };
  throw wrong(`--out takes a file that ends in .png or .svg, not "${file}".`);
}

/** The code itself is saved before: a failure of its picture says so. */
export async function savePicture(
  { download }: Client,
  id: unknown,
  { file, query }: PictureRequest,
): Promise<void> {
  try {
    const { content } = await download(qrOperations.getQrPicture, { params: { id }, query });
    await writeFile(file, content, { isReplacing: true });
  } catch (error) {
    throw new CommandFailed(exitCodes.failed, `The QR code is saved, but ${errorText(error)}`);
  }
}
