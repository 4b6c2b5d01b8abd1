import { createWorker } from "./createWorker.ts";
import { HotRows } from "./visits/rowCache.ts";

/** Put in by the build. */
declare const waypostVersion: string;

// The network looks for it there.
// oxlint-disable-next-line import/no-default-export
export default createWorker({
  version: waypostVersion,
  clock: () => Date.now(),
  random: () => Math.random(),
  hotRows: new HotRows(),
});
