import type { FileSystem } from "./fileSystem.ts";

/** No descriptor of the system's: what is written to it goes nowhere. */
const nowhere = -1;

const done = () => Promise.resolve();

/** A disk that takes every write and keeps none, to see what a start would say without starting. */
export function withoutWrites(files: FileSystem): FileSystem {
  return {
    ...files,
    open: (path, flags) => (flags === "r" ? files.open(path, flags) : Promise.resolve(nowhere)),
    openNow: () => nowhere,
    close: (descriptor) => (descriptor === nowhere ? done() : files.close(descriptor)),
    write: (_, bytes) => Promise.resolve(bytes.length),
    writeAt: done,
    writeNow: (_, bytes) => bytes.length,
    truncateNow: () => undefined,
    sync: done,
    syncFolder: done,
    rename: done,
    link: done,
    copy: done,
    remove: done,
    makeFolder: done,
    setMode: done,
  };
}
