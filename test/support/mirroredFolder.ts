import { disk } from "../../src/server/store/fileSystem.ts";
import { openStore } from "../../src/server/store/openStore.ts";
import type { EdgeFileRecord } from "../../src/server/store/records.ts";
import type { Change } from "../../src/server/store/store.ts";
import { counts } from "../server/store/records.ts";
import type { LocalEdge } from "./localEdge.ts";
import { createEdgeFile } from "../../src/server/store/recordFile.ts";

/** A data folder with these records, and with a mirror as one is set up. */
export async function makeMirroredFolder(
  dataDir: string,
  edge: LocalEdge,
  changes: readonly Change[] = [],
): Promise<void> {
  const store = await openStore({ dir: dataDir, keeper: counts(), clock: Date.now });
  await store.commit(changes);
  await store.saveSecrets({ ...store.secrets, edgeSecret: { keeper: null, value: edge.secret } });
  await store.close();
  await createEdgeFile(disk, dataDir).write(newEdgeRecord(edge), true);
}

/** Of a mirror that home hasn't asked anything yet. */
export function newEdgeRecord({ address }: Pick<LocalEdge, "address">): EdgeFileRecord {
  return {
    address,
    name: "waypost",
    account: "0".repeat(32),
    accountName: "",
    databaseId: null,
    domains: [],
    home: "home-1",
    generation: 1,
    sequence: 0,
    workerVersion: null,
    lastPushAt: null,
    lastDrainAt: null,
    agreed: null,
    meter: null,
  };
}
