// `npm test` and, with --full, `npm run test:full`: the quick tests first; the first stage that fails is the last one run.
import { assertNode24 } from "./node24.mjs";
import { runScript } from "./say.mjs";
import { shellUnderTest } from "./shellUnderTest.mjs";
import { stagesOf } from "./steps.mjs";
import { exitAtOnce, listenForStops } from "./stops.mjs";
import { add, nothing } from "./tally.mjs";

const stages = process.argv.includes("--full") ? stagesOf.full : stagesOf.quick;

listenForStops(exitAtOnce);
await runScript(async () => {
  assertNode24();
  const { kind } = shellUnderTest();
  process.stdout.write(`The shell's specs will run in: ${kind}.\n`);
  let total = nothing;
  /** @type {readonly string[]} */
  let failed = [];
  for (const stage of stages) {
    const outcome = await stage();
    total = add(total, outcome.tally);
    ({ failed } = outcome);
    if (failed.length > 0) break;
  }
  const skipped = total.skipped === 0 ? "" : ` ${total.skipped} skipped.`;
  process.stdout.write(
    failed.length === 0
      ? `\nAll is well; the shell's specs ran in: ${kind}${kind === "stand-in" ? " (proves the wiring only)" : ""}.${skipped}\n`
      : `\nStopped: ${failed.join(", ")} failed.${skipped}\n`,
  );
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  return failed.length === 0 ? 0 : 1;
});
