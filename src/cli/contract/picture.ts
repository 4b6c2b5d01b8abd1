import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { CommandFailed, exitCodes } from "../exitCodes.ts";
import { fetchFrom } from "../client.ts";
import { errorText } from "../../util/errorText.ts";

/** Where a QR code's picture goes, as the flags say it. */
export interface PictureFile {
  readonly path: string;
  readonly format: "png" | "svg";
  /** Pixels a side; the service has a default. */
  readonly size: string | undefined;
}

/** The contract of `/qr/<code>`: what lies beyond is brought to the nearer end. */
const sizes = { least: 100, most: 2000 } as const;

function wrong(message: string): CommandFailed {
  return new CommandFailed(exitCodes.wrongUse, message);
}

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
  const response = await fetchFrom(baseUrl, `${baseUrl}${place}?${query.toString()}`);
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
      `The QR code is kept, its picture could not be saved: ${reason}`,
    );
  }
}
