// `npm run check`: everything that tells within a minute whether a change is sound.
import { assertNode24 } from "./node24.mjs";
import { runScript } from "./say.mjs";
import { checkSteps, runSideBySide } from "./steps.mjs";
import { exitAtOnce, listenForStops } from "./stops.mjs";

listenForStops(exitAtOnce);
await runScript(async () => {
  assertNode24();
  const { failed } = await runSideBySide(checkSteps);
  process.stdout.write(failed.length === 0 ? "All is well.\n" : `Failed: ${failed.join(", ")}.\n`);
  return failed.length === 0 ? 0 : 1;
});
