import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { codeOf, type FileSystem, isOutOfSpace, replaceFile } from "./fileSystem.ts";
import { StoreFailed, StoreFull } from "./store.ts";

export interface RecordFile<Schema extends z.ZodType> {
  /** Null: there is none, or it can't be read. */
  read(): Promise<z.output<Schema> | null>;
  /** One that can't be read is kept aside, as null too, and its new name is told. */
  readOrSetAside(told: (aside: string) => void): Promise<z.output<Schema> | null>;
  write(record: z.output<Schema>): Promise<void>;
  remove(): Promise<void>;
}

/** One record in a file of its own beside the document. */
export function createRecordFile<Schema extends z.ZodType>(options: {
  files: FileSystem;
  dir: string;
  name: string;
  schema: Schema;
}): RecordFile<Schema> {
  const { files, dir, name, schema } = options;
  const path = join(dir, name);

  /** Undefined: there is no file. */
  async function recordIn(): Promise<z.output<Schema> | null | undefined> {
    try {
      return schema.parse(JSON.parse((await files.readFile(path)).toString("utf8")));
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      if (codeOf(error) !== undefined) throw error;
      return null;
    }
  }

  return {
    read: async () => (await recordIn()) ?? null,
    async readOrSetAside(told) {
      const record = await recordIn();
      if (record !== null) return record ?? null;
      const aside = `${name}.damaged`;
      await files.rename(path, join(dir, aside));
      told(aside);
      return null;
    },
    async write(record) {
      try {
        await replaceFile(files, path, `${JSON.stringify(record, undefined, 2)}\n`);
      } catch (error) {
        if (isOutOfSpace(error)) {
          throw new StoreFull("There is no room left on the disk.", { cause: error });
        }
        throw new StoreFailed(`${name} could not be written.`, { cause: error });
      }
    },
    remove: () => rm(path, { force: true }),
  };
}
