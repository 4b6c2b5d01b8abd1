import { rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { codeOf, type FileSystem, isOutOfSpace, replaceFile } from "./fileSystem.ts";
import { type Mark, markIn } from "./ownerKey.ts";
import { boundedJson } from "./boundedJson.ts";
import { StoreFailed, StoreFull } from "./store.ts";
import {
  type EdgeFileRecord,
  edgeRecord,
  type TunnelRecord,
  tunnelRecord,
  type TunnelRunRecord,
  tunnelRunRecord,
} from "./records.ts";

export interface RecordFile<Schema extends z.ZodType> {
  /** Null: there is none, or it can't be read. */
  read(): Promise<z.output<Schema> | null>;
  /** One that can't be read is kept aside, as null too, and its new name is told. */
  readOrSetAside(notify: (aside: string) => void): Promise<z.output<Schema> | null>;
  /** Renames it, so that it is kept; answers its new name. */
  setAside(why: "damaged" | "foreign"): Promise<string>;
  write(record: z.output<Schema>): Promise<void>;
  remove(): Promise<void>;
}

/** One record in a file of its own beside the document. */
export function createRecordFile<Schema extends z.ZodType>(options: {
  files: FileSystem;
  dir: string;
  name: string;
  schema: Schema;
  /** Of a list or an object, and objects in all. */
  mostEntries?: number;
}): RecordFile<Schema> {
  const { files, dir, name, schema, mostEntries } = options;
  const path = join(dir, name);

  /** Undefined: there is no file. */
  async function recordIn(): Promise<z.output<Schema> | null | undefined> {
    try {
      return schema.parse(boundedJson(await files.readFile(path), mostEntries));
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      if (codeOf(error) !== undefined) throw error;
      return null;
    }
  }

  async function setAside(why: "damaged" | "foreign"): Promise<string> {
    const aside = `${name}.${why}`;
    await files.rename(path, join(dir, aside));
    return aside;
  }

  return {
    read: async () => (await recordIn()) ?? null,
    async readOrSetAside(notify) {
      const record = await recordIn();
      if (record !== null) return record ?? null;
      notify(await setAside("damaged"));
      return null;
    },
    setAside,
    async write(record) {
      try {
        const text = JSON.stringify(record, undefined, 2);
        // What can't be read again must not take the place of what can.
        schema.parse(JSON.parse(text));
        await replaceFile(files, path, `${text}\n`);
      } catch (error) {
        if (isOutOfSpace(error)) {
          throw new StoreFull("The disk is full.", { cause: error });
        }
        throw new StoreFailed(`${name} couldn't be saved.`, { cause: error });
      }
    },
    remove: () => rm(path, { force: true }),
  };
}

export const edgeName = "edge.json";

export interface EdgeFile {
  /** Null: none is set up. One that can't be read is kept aside, as null too, and its new name is told. */
  readOrSetAside(notify: (aside: string) => void): Promise<{
    readonly record: EdgeFileRecord;
    /** Whether this user set it up, or claimed it, in this folder. */
    readonly isOwn: boolean;
  } | null>;
  write(record: EdgeFileRecord, isOwn: boolean): Promise<void>;
  remove(): Promise<void>;
}

/** What is kept of the mirror at the edge. It stands outside the document: no backup has it. */
export function createEdgeFile(files: FileSystem, dir: string): EdgeFile {
  const schema = edgeRecord.extend({ ownIn: z.number().nullable().catch(null) });
  const file = createRecordFile({ files, dir, name: edgeName, schema });
  /** Read once: each call to the mirror writes the file. */
  let marks: Promise<Mark> | undefined;
  const ownMark = async ({ address, home }: EdgeFileRecord) =>
    (await (marks ??= markIn(files, dir)))("edge", address, home);

  return {
    async readOrSetAside(notify) {
      const found = await file.readOrSetAside(notify);
      if (found === null) return null;
      const { ownIn, ...record } = found;
      return { record, isOwn: ownIn === (await ownMark(record)) };
    },
    write: async (record, isOwn) =>
      file.write({ ...record, ownIn: isOwn ? await ownMark(record) : null }),
    remove: () => file.remove(),
  };
}

const tunnelName = "tunnel.json";
const runName = "tunnel-run.json";

export interface TunnelFiles {
  /** Null: none was set. One that can't be read is kept aside, as null too, and `told`. */
  read(notify: (sentence: string) => void): Promise<TunnelRecord | null>;
  write(record: TunnelRecord): Promise<void>;
  /** Null: none runs that this user's Waypost has started in this folder. */
  readRun(): Promise<TunnelRunRecord | null>;
  writeRun(run: TunnelRunRecord): Promise<void>;
  removeRun(): Promise<void>;
  /** Of this way, turned on in this folder: another way, a copy and what somebody else wrote have another one. */
  mark(way: TunnelRecord["way"]): Promise<number>;
}

/** What is kept of the tunnel in a data folder. It stands outside the document: no copy and no backup starts one. */
export function createTunnelFiles(files: FileSystem, dir: string): TunnelFiles {
  const tunnel = createRecordFile({ files, dir, name: tunnelName, schema: tunnelRecord });
  const runSchema = tunnelRunRecord.extend({ ownIn: z.number().nullable().catch(null) });
  const run = createRecordFile({ files, dir, name: runName, schema: runSchema });
  const runMark = async ({ mark, pid, startedAs }: TunnelRunRecord) =>
    (await markIn(files, dir))("run", mark, pid, startedAs);

  return {
    read: (notify) =>
      tunnel.readOrSetAside((aside) =>
        notify(
          `${tunnelName} couldn't be read. It was saved as ${aside}. Set up the tunnel again.`,
        ),
      ),
    write: (record) => tunnel.write(record),
    async readRun() {
      const found = await run.read();
      return found !== null && found.ownIn === (await runMark(found)) ? found : null;
    },
    writeRun: async (record) => run.write({ ...record, ownIn: await runMark(record) }),
    removeRun: () => run.remove(),
    // Fields in the order in which they are read back.
    mark: async (way) => (await markIn(files, dir))(tunnelRecord.shape.way.parse(way)),
  };
}
