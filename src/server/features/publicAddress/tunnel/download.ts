import { createHash } from "node:crypto";
import { chmod, lstat, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { DownloadFailure } from "../../../../contract/server/tunnels.ts";
import type { GuardedFetch } from "../../../outside/guardedFetch.ts";
import { disk, replaceFile } from "../../../store/fileSystem.ts";

/** A program as its makers publish it, to the byte. */
export interface Release {
  readonly version: string;
  readonly source: string;
  /** Bytes. */
  readonly size: number;
  /** Of the file at `source`, in hex. */
  readonly sha256: string;
}

const version = "2026.8.2";
const place = `https://github.com/cloudflare/cloudflared/releases/download/${version}`;

/** Size and SHA-256 of each file, as GitHub publishes them beside the release. */
const files = {
  "linux-x64": [
    "cloudflared-linux-amd64",
    39_799_316,
    "fcfb02b575a52ca1af2e3267af4e1517bcdeb30ac48c834c69abaed3c0576ad2",
  ],
  "linux-arm64": [
    "cloudflared-linux-arm64",
    37_404_344,
    "7747d94570fb390cf47dcb4f9555c193c6355cda9793f0d878d9049e5d6a7790",
  ],
  "darwin-x64": [
    "cloudflared-darwin-amd64.tgz",
    21_116_242,
    "f1727723c586500e2092368ae21871b3df7ddfd2cb097f22d81bee4a9c458bb4",
  ],
  "darwin-arm64": [
    "cloudflared-darwin-arm64.tgz",
    19_214_189,
    "9042c2c5d8b2de78e60f313d5fb31b6c5c1cebde787a3caf1f2c9588084ac442",
  ],
  "win32-x64": [
    "cloudflared-windows-amd64.exe",
    54_893_480,
    "c29eee2b121f5436a642eed69fd9767da7e7b8c510fa50aaa130337f931357b5",
  ],
} as const;

/** Of cloudflared; null: there is none for this system. */
export function releaseFor(
  platform: NodeJS.Platform,
  architecture: NodeJS.Architecture,
): Release | null {
  const found = Object.entries(files).find(([system]) => system === `${platform}-${architecture}`);
  if (found === undefined) return null;
  const [, [file, size, sha256]] = found;
  return { version, source: `${place}/${file}`, size, sha256 };
}

const gunzipped = promisify(gunzip);
/** Milliseconds for a slow line. */
const patience = 15 * 60_000;
/** Bytes of an unpacked program. */
const mostUnpacked = 128 * 2 ** 20;

export interface Download {
  readonly release: Release | null;
  /** Where the program is once it is downloaded. */
  readonly path: string;
  /** Whether what is there is the release to the byte. */
  isGenuine(): Promise<boolean>;
  state(): { readonly running: boolean; readonly failure: DownloadFailure | null };
  /** Nothing happens while one is under way, or where there is no release. */
  start(): void;
  /** Ends what is under way; nothing of it stays. */
  close(): Promise<void>;
}

/** Downloads the one release that is known, and stores it only if it is that to the byte. */
export function createDownload(options: {
  readonly fetch: GuardedFetch;
  /** Where it is looked for from then on. */
  readonly folder: string;
  readonly file: string;
  readonly release: Release | null;
  readonly log: (line: string) => void;
}): Download {
  const { fetch, folder, file, release, log } = options;
  const ending = new AbortController();
  let failure: DownloadFailure | null = null;
  let underWay: Promise<void> | null = null;
  const path = join(folder, file);
  const archive = join(folder, "cloudflared.tgz");

  /** Null: it isn't there, or isn't of this size. */
  async function stored(at: string, size: number | null): Promise<Buffer | null> {
    try {
      const found = await lstat(at);
      const isRight = found.isFile() && (size === null || found.size === size);
      return isRight && found.size <= mostUnpacked ? await readFile(at) : null;
    } catch {
      return null;
    }
  }

  async function download(from: Release): Promise<DownloadFailure | null> {
    const { page, failure: fault } = await fetch({
      url: from.source,
      maxBytes: from.size,
      redirects: 3,
      timeout: patience,
      signal: ending.signal,
    });
    if (page === undefined) return fault.kind === "tooLarge" ? "mismatch" : "offline";
    const { body } = page;
    const sum = sumOf(body);
    if (body.length !== from.size || sum !== from.sha256) return "mismatch";
    const program = isArchive(from) ? await unpacked(body) : body;
    if (program === null) return "mismatch";
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The checksum that is known is the archive's.
      if (isArchive(from)) await replaceFile(disk, archive, body, `${archive}.part`);
      await replaceFile(disk, path, program, `${path}.part`);
      await chmod(path, 0o700);
    } catch {
      return "disk";
    }
    log(`Downloaded cloudflared ${from.version} from ${from.source}; its SHA-256 is ${sum}.`);
    return null;
  }

  async function keep(from: Release): Promise<void> {
    failure = await download(from);
    underWay = null;
  }

  return {
    release,
    path,
    async isGenuine() {
      if (release === null) return false;
      const program = await stored(path, isArchive(release) ? null : release.size);
      if (program === null) return false;
      if (!isArchive(release)) return sumOf(program) === release.sha256;
      const packed = await stored(archive, release.size);
      if (packed === null || sumOf(packed) !== release.sha256) return false;
      return (await unpacked(packed))?.equals(program) ?? false;
    },
    state: () => ({ running: underWay !== null, failure }),
    start() {
      if (underWay !== null || release === null) return;
      failure = null;
      underWay = keep(release);
    },
    async close() {
      ending.abort();
      await underWay;
    },
  };
}

function isArchive({ source }: Release): boolean {
  return source.endsWith(".tgz");
}

function sumOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The one program in an archive of its makers (tar, POSIX.1-1988); null: there is none. */
async function unpacked(archive: Buffer): Promise<Buffer | null> {
  const tar = await gunzipped(archive, { maxOutputLength: mostUnpacked }).catch(() => null);
  if (tar === null) return null;
  for (let at = 0; at + 512 <= tar.length;) {
    const name = tar.toString("latin1", at, at + 100).replace(/\0.*$/s, "");
    const size = Number.parseInt(tar.toString("latin1", at + 124, at + 136), 8);
    if (name === "" || Number.isNaN(size)) return null;
    const start = at + 512;
    if (/(?:^|\/)cloudflared$/.test(name)) return tar.subarray(start, start + size);
    at = start + Math.ceil(size / 512) * 512;
  }
  return null;
}
