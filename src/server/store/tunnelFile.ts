import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { codeOf, type FileSystem, isOutOfSpace, replaceFile } from "./fileSystem.ts";
import {
  type TunnelRecord,
  tunnelRecord,
  type TunnelRunRecord,
  tunnelRunRecord,
} from "./records.ts";
import { StoreFailed, StoreFull } from "./store.ts";

const tunnelName = "tunnel.json";
const runName = "tunnel-run.json";

export interface TunnelFiles {
  /** Null: none was set. One that can't be read is kept aside, as null too, and `told`. */
  read(told: (sentence: string) => void): Promise<TunnelRecord | null>;
  write(record: TunnelRecord): Promise<void>;
  /** Null: none runs that anybody knows of. */
  readRun(): Promise<TunnelRunRecord | null>;
  writeRun(run: TunnelRunRecord): Promise<void>;
  removeRun(): Promise<void>;
  /** Tells the folder from a copy of it. */
  place(): Promise<number>;
}

/** What is kept of the tunnel in a data folder. It stands outside the document: no copy and no backup starts one. */
export function createTunnelFiles(files: FileSystem, dir: string): TunnelFiles {
  async function save(name: string, record: object): Promise<void> {
    try {
      await replaceFile(files, join(dir, name), `${JSON.stringify(record, undefined, 2)}\n`);
    } catch (error) {
      if (isOutOfSpace(error)) {
        throw new StoreFull("There is no room left on the disk.", { cause: error });
      }
      throw new StoreFailed("The tunnel's file could not be written.", { cause: error });
    }
  }

  async function textOf(name: string): Promise<string | null> {
    try {
      return (await files.readFile(join(dir, name))).toString("utf8");
    } catch (error) {
      if (codeOf(error) === "ENOENT") return null;
      throw error;
    }
  }

  function parsed<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | null {
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      return null;
    }
  }

  return {
    async read(told) {
      const text = await textOf(tunnelName);
      if (text === null) return null;
      const record = parsed(tunnelRecord, text);
      if (record !== null) return record;
      const aside = `${tunnelName}.damaged`;
      await files.rename(join(dir, tunnelName), join(dir, aside));
      told(
        `${tunnelName} could not be read: it is kept as ${aside}, and the tunnel is to be set anew.`,
      );
      return null;
    },
    write: (record) => save(tunnelName, record),
    async readRun() {
      const text = await textOf(runName);
      return text === null ? null : parsed(tunnelRunRecord, text);
    },
    writeRun: (run) => save(runName, run),
    removeRun: () => rm(join(dir, runName), { force: true }),
    place: async () => (await files.state(dir))?.inode ?? 0,
  };
}
