import type { Edge, EdgeState } from "./edgeState.ts";
import { setUpProblem } from "./setUpProblems.ts";

export function createEdge(options: { version: string }): Edge {
  const state: EdgeState = {
    isSet: false,
    addresses: [],
    isPrinted: false,
    name: null,
    account: null,
    database: null,
    secret: null,
    worker: { version: null, own: options.version, isOutdated: false },
    problem: setUpProblem("notSet"),
    setUp: null,
    push: { at: null, isRunning: false, rows: 0, waiting: 0 },
    drain: { at: null, isRunning: false, waiting: null, taken: 0, lost: 0 },
    meter: null,
    check: null,
    links: { mirrored: 0, waiting: 0, notMirrored: 0 },
  };
  const nothing = () => Promise.resolve();
  return {
    state: () => state,
    setUp: () => undefined,
    takeOver: () => undefined,
    remove: () => undefined,
    push: nothing,
    drain: nothing,
    check: nothing,
    script: () => Promise.resolve(null),
    linkState: () => undefined,
    begin: nothing,
    close: nothing,
  };
}
