// What `npm start`, `npm test`, `npm run serve`, `npm run package` and `npm run check` need is made here, before them:
// on the system's own Node (20.19 or newer), with nothing installed yet.
import { ensureBuilt } from "./build.mjs";
import { ensureBrowsers, ensureChromium } from "./chromium.mjs";
import { ensureInstalled } from "./install.mjs";
import { SetupFailed, runScript } from "./say.mjs";
import { withSetupLock } from "./setupLock.mjs";
import { exitAtOnce, listenForStops } from "./stops.mjs";
import { ensureWorkersEngine } from "./workersEngine.mjs";

const stepsOf = new Map([
  ["check", [ensureInstalled]],
  ["serve", [ensureInstalled, ensureBuilt]],
  ["package", [ensureInstalled, ensureBuilt]],
  ["start", [ensureInstalled, ensureBuilt]],
  ["test", [ensureInstalled, ensureBuilt, ensureChromium, () => ensureWorkersEngine()]],
  ["full", [ensureInstalled, ensureBuilt, ensureBrowsers, () => ensureWorkersEngine()]],
]);

listenForStops(exitAtOnce);
await runScript(async () => {
  const steps = stepsOf.get(process.argv[2] ?? "");
  if (steps === undefined) {
    throw new SetupFailed(`use: node scripts/setup.mjs ${[...stepsOf.keys()].join(" | ")}`);
  }
  await withSetupLock(async () => {
    for (const step of steps) await step();
  });
  return 0;
});
