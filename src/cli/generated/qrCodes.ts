import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { z } from "zod";
import { completeAddress } from "../../contract/completeAddress.ts";
import { qrData, qrTypes, type QrType } from "../../contract/qrCodes.ts";
import { errorText } from "../../util/errorText.ts";
import { CommandFailed, exitCodes, wrongUse as wrong } from "../failures.ts";
import { fetchFrom, patience } from "../service/client.ts";
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

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
  if (!isQrType(type)) throw wrong(`A QR code is one of ${qrTypes.join(", ")}, not "${type}".`);
  const parts = partsOf(type);
  const stray = qrParts().find(
    ({ name, types }) => flags[name] !== undefined && !types.includes(type),
  );
  if (stray !== undefined) {
    throw wrong(`--${stray.name} belongs to ${stray.types.join(" and ")}, not to ${type}.`);
  }
  const given = valuesOf(parts, flags);
  if (Object.keys(given).length === 0) {
    return text === undefined ? undefined : contentIn(type, text, parts);
  }
  if (text !== undefined) {
    throw wrong(`Give the data of the QR code either as one text or by flags, not both.`);
  }
  const content: Flags = { ...(isObject(before) ? before : {}), ...given };
  const missing = parts.find(({ name, isRequired }) => isRequired && content[name] === undefined);
  if (missing !== undefined) throw wrong(`A QR code of type ${type} needs --${missing.name}.`);
  return content;
}

/** Where a QR code's picture goes, as the flags say it. */
export interface PictureFile {
  readonly path: string;
  readonly format: "png" | "svg";
  /** Pixels a side; the service has a default. */
  readonly size: string | undefined;
}

/** The contract of `/qr/<code>`: what lies beyond is brought to the nearer end. */
const sizes = { least: 100, most: 2000 } as const;

/** Nothing when no picture is asked for. */
export function pictureFile(out: unknown, size: unknown): PictureFile | undefined {
  if (typeof out !== "string") {
    if (size !== undefined) throw wrong("--size goes with --out: it is the picture's.");
    return undefined;
  }
  const format = extname(out).toLowerCase().slice(1);
  if (format !== "png" && format !== "svg") {
    throw wrong(`--out takes a file that ends in .png or .svg, not "${out}".`);
  }
  if (typeof size !== "string") return { path: out, format, size: undefined };
  const pixels = /^\d{1,5}$/.test(size) ? Number(size) : Number.NaN;
  if (pixels >= sizes.least && pixels <= sizes.most) return { path: out, format, size };
  throw wrong(`--size takes pixels from ${sizes.least} to ${sizes.most}, not "${size}".`);
}

/**
 * Saves the picture that an answer's address leads to. It is fetched where the service listens:
 * the address itself may be a public one that isn't reachable from here.
 */
export async function savePicture(
  baseUrl: string,
  link: string,
  { path, format, size }: PictureFile,
): Promise<void> {
  const [place] = /\/qr\/[^/?#]+$/.exec(new URL(link).pathname) ?? [];
  const query = new URLSearchParams({ format, ...(size === undefined ? {} : { size }) });
  const response = await fetchFrom(baseUrl, `${baseUrl}${place}?${query.toString()}`, {
    signal: AbortSignal.timeout(patience),
  });
  const type = response.headers.get("content-type") ?? "";
  if (!response.ok || !type.startsWith("image/")) {
    throw new CommandFailed(exitCodes.failed, `The picture at ${link} could not be drawn.`);
  }
  try {
    await writeFile(path, Buffer.from(await response.arrayBuffer()));
  } catch (error) {
    const reason = errorText(error);
    throw new CommandFailed(
      exitCodes.failed,
      `The QR code is saved, its picture could not be saved: ${reason}`,
    );
  }
}
