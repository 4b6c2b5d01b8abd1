import type { FileSystem } from "./fileSystem.ts";
import { createRecordFile } from "./recordFile.ts";
import {
  type TunnelRecord,
  tunnelRecord,
  type TunnelRunRecord,
  tunnelRunRecord,
} from "./records.ts";

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
  const tunnel = createRecordFile({ files, dir, name: tunnelName, schema: tunnelRecord });
  const run = createRecordFile({ files, dir, name: runName, schema: tunnelRunRecord });

  return {
    read: (told) =>
      tunnel.readOrSetAside((aside) =>
        told(
          `${tunnelName} could not be read: it is kept as ${aside}, and the tunnel is to be set anew.`,
        ),
      ),
    write: (record) => tunnel.write(record),
    readRun: () => run.read(),
    writeRun: (record) => run.write(record),
    removeRun: () => run.remove(),
    place: async () => (await files.state(dir))?.inode ?? 0,
  };
}
