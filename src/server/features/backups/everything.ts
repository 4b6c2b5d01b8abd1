import { createReadStream, type ReadStream } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { ZipFile } from "yazl";
import type { Store } from "../../store/store.ts";
import { makeWorkFolder } from "../../store/workFolder.ts";
import { withoutVisitors } from "../clicks/linkCounters.ts";
import { largestPicture, uploadSegments } from "../qr/pictures.ts";

/** The names in a zip of everything; `unpack.ts` takes no others. */
export const inside = {
  readme: "README.txt",
  manifest: "manifest.json",
  document: "waypost.json",
  counters: "statistics.ndjson",
  /** Followed by the month, or by the set that they were brought along with. */
  clicks: "clicks/",
  /** Followed by the picture's own path there. */
  pictures: "uploads/",
} as const;

/** Of what stands in the zip and how. */
export const everythingVersion = 1;

const readme = `Everything in a Waypost data folder on the day in this file's name, except the keys and History.

waypost.json       links and all other records: JSON, one record per line
statistics.ndjson  totals: one line of JSON for each link and QR code
clicks/            the click log, one line of JSON per click: imported clicks (import-…) and, if you
                   asked for them, the clicks that Waypost counted (one file per month)
uploads/           images for QR codes

To restore it, run "waypost restore FILE", or open Settings, Data, Backups in the app and select Restore from file.
An empty data folder gets everything. In a used data folder, whatever differs is changed back, and you can undo that.
Passwords are included only as hashes. API keys and visitor hashes aren't included, so returning visitors count as new.
`;

export interface Everything {
  /** `waypost-YYYY-MM-DD.zip` */
  readonly name: string;
  /** To be read once; to the end, or broken off with `return`. */
  readonly content: AsyncIterable<Uint8Array>;
}

export interface EverythingOptions {
  readonly store: Pick<Store, "copyInto">;
  readonly dataDir: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** The pictures below `uploads/` that could be a QR code's, by their path there. */
async function pictures(folder: string, below = ""): Promise<string[]> {
  const found: string[] = [];
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = `${below}${entry.name}`;
    if (uploadSegments(path) === undefined) continue;
    if (entry.isDirectory()) {
      for (const one of await pictures(folder, `${path}/`)) found.push(one);
    } else if (entry.isFile()) found.push(path);
  }
  return found.toSorted();
}

/**
 * Everything but secrets as one zip, read piece by piece while it goes on: the document, the
 * counters, the pictures, and by choice the single clicks.
 */
export async function packEverything(
  { store, dataDir, clock }: EverythingOptions,
  { clicks }: { readonly clicks: boolean },
): Promise<Everything> {
  const made = new Date(clock());
  const work = await makeWorkFolder(dataDir);
  let reading: ReadStream | null = null;
  const zip = new ZipFile();

  function add(path: string, name: string, compress: boolean): void {
    zip.addReadStreamLazy(name, { compress, mtime: made, mode: 0o100600 }, (give) => {
      reading = createReadStream(path);
      give(null, reading);
    });
  }

  function addText(text: string, name: string): void {
    zip.addBuffer(Buffer.from(text), name, { mtime: made, mode: 0o100600 });
  }

  async function* content(): AsyncGenerator<Uint8Array> {
    const output = new PassThrough();
    zip.on("error", (error: Error) => output.destroy(error));
    zip.outputStream.pipe(output);
    try {
      yield* output as AsyncIterable<Uint8Array>;
    } finally {
      reading?.destroy();
      await work.remove();
    }
  }

  try {
    await store.copyInto(work.path, { withLines: clicks, countersOf: withoutVisitors });
    addText(readme, inside.readme);
    const manifest = { waypost: "everything", version: everythingVersion, made, clicks };
    addText(`${JSON.stringify(manifest)}\n`, inside.manifest);
    add(join(work.path, inside.document), inside.document, true);
    add(join(work.path, inside.counters), inside.counters, true);
    for (const name of (await readdir(join(work.path, inside.clicks))).toSorted()) {
      add(join(work.path, inside.clicks, name), `${inside.clicks}${name}`, true);
    }
    const uploads = join(dataDir, inside.pictures);
    for (const path of await pictures(uploads)) {
      const { size } = await lstat(join(uploads, path));
      if (size <= largestPicture) add(join(uploads, path), `${inside.pictures}${path}`, false);
    }
    zip.end();
  } catch (error) {
    await work.remove();
    throw error;
  }
  return { name: `waypost-${made.toISOString().slice(0, 10)}.zip`, content: content() };
}
