import type { FileSystem } from "./fileSystem.ts";
import { createRecordFile, type RecordFile } from "./recordFile.ts";
import { edgeRecord } from "./records.ts";

export const edgeName = "edge.json";

/** What is kept of the mirror at the edge. It stands outside the document: no backup has it. */
export function createEdgeFile(files: FileSystem, dir: string): RecordFile<typeof edgeRecord> {
  return createRecordFile({ files, dir, name: edgeName, schema: edgeRecord });
}
