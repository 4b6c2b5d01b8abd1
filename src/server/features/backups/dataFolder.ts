import { lstat, opendir, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { DataKind, DataSizes } from "../../../contract/changes/dataFolder.ts";

const kindOfName: readonly (readonly [RegExp, DataKind])[] = [
  [
    /^(waypost\.json|former\.json|journal-\d+\.ndjson|secrets\.json|run\.json|tunnel|edge\.json|edge-limits\.json|mirror-answers\.json|lock)/,
    "records",
  ],
  [/^(history|waypost\.sqlite)/, "history"],
  [/^(clicks|statistics\.ndjson.*)$/, "clicks"],
  [/^uploads$/, "pictures"],
  [/^(backups|second-folder\.json)$/, "backups"],
  [/^(jobs|work-.*)$/, "work"],
  [/^desktop$/, "desktop"],
];

function kindOf(name: string): DataKind {
  return kindOfName.find(([pattern]) => pattern.test(name))?.[1] ?? "other";
}

/** Every file below a folder with its bytes; what goes away meanwhile is left out. */
async function* filesBelow(path: string): AsyncGenerator<number> {
  const state = await lstat(path).catch(() => null);
  if (state === null) return;
  if (!state.isDirectory()) {
    yield state.size;
    return;
  }
  const folder = await opendir(path).catch(() => null);
  if (folder === null) return;
  for await (const { name } of folder) yield* filesBelow(join(path, name));
}

async function freeBytes(dir: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(dir);
    return bavail * bsize;
  } catch {
    return null;
  }
}

async function measure(dir: string): Promise<DataSizes> {
  const sizes = new Map<DataKind, { files: number; size: number }>();
  for await (const { name } of await opendir(dir)) {
    const kind = kindOf(name);
    const sum = sizes.get(kind) ?? { files: 0, size: 0 };
    for await (const bytes of filesBelow(join(dir, name))) {
      sum.files += 1;
      sum.size += bytes;
    }
    if (sum.files > 0) sizes.set(kind, sum);
  }
  const kinds = [...sizes].map(([kind, sum]) => ({ kind, ...sum }));
  return {
    total: kinds.reduce((all, { size }) => all + size, 0),
    free: await freeBytes(dir),
    kinds: kinds.toSorted((one, other) => other.size - one.size),
  };
}

/** Measures a data folder; whoever asks meanwhile gets the same answer. */
export function createDataSizes(dir: string): () => Promise<DataSizes> {
  let running: Promise<DataSizes> | null = null;
  return () =>
    (running ??= measure(dir).finally(() => {
      running = null;
    }));
}
