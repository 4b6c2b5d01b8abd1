import { SetupFailed } from "./say.mjs";

/** Everything but the set-up itself runs on the Node 24 of node_modules; npm puts it first on PATH. */
export function assertNode24() {
  if (process.versions.node.startsWith("24.")) return;
  throw new SetupFailed(
    `this is Node ${process.versions.node}; Waypost runs on Node 24, which its own package "node" brings along. ` +
      "Start it with npm (npm start, npm test, npm run check). If you did, that package's install script didn't run: " +
      'see that npm has no "ignore-scripts" set (npm config get ignore-scripts), remove node_modules and start again.',
  );
}
