import { parseArgs } from "node:util";
import { carriers, openRoundTrips } from "../server/features/exchange/roundTrips.ts";
import { drainRounds } from "./drainRounds.ts";
import { growth } from "./growth.ts";
import { hostileFiles } from "./hostileFiles.ts";
import { importRounds } from "./importRounds.ts";
import { killRounds } from "./killRounds.ts";
import { powerCuts } from "./powerCut.ts";
import { visitLoad } from "./visitLoad.ts";
import { weekOffline } from "./weekOffline.ts";

/** The long forms of what `npm test` does for a moment: about an hour. */
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "200" },
    imports: { type: "string", default: "50" },
    drains: { type: "string", default: "50" },
    week: { type: "string", default: "50000" },
    trips: { type: "string", default: "1000" },
    hostile: { type: "string", default: "256" },
    cuts: { type: "string", default: "20" },
    writing: { type: "string", default: "600" },
    slow: { type: "string", default: "60" },
    visiting: { type: "string", default: "600" },
    help: { type: "boolean", default: false },
  },
});

if (values.help) {
  console.log(
    "npm run torture -- [--kills 200] [--imports 50] [--drains 50] [--week 50000] [--trips 1000] [--hostile 256] [--cuts 20] [--writing 600] [--slow 60] [--visiting 600]\n\n" +
      "Kills of the process, kills during imports of 100,000 rows and while 100,000 clicks of a mirror are taken,\n" +
      "a week offline with 10,000 changes at home and so many clicks at the edge, stores that leave and come back by each format,\n" +
      "files of so many MiB that are made to hurt, cuts of the power (root on Linux), seconds of writes at full rate, of 200 slow senders beside visits, and of\n" +
      "visits at full rate. 0 leaves a part out.",
  );
  process.exit(0);
}

const faults: string[] = [];

async function part<Figures>(
  name: string,
  amount: string,
  run: (amount: number) => Promise<Figures>,
  faultsOf: (figures: Figures) => readonly string[],
): Promise<void> {
  if (Number(amount) === 0) return;
  console.log(`${name} …`);
  const figures = await run(Number(amount));
  console.log(`${name}: ${JSON.stringify(figures)}`);
  faults.push(...faultsOf(figures));
}

async function tripFaults(stores: number): Promise<{ readonly faults: readonly string[] }> {
  const trips = await openRoundTrips();
  const found: string[] = [];
  try {
    for (const carrier of carriers) {
      await trips.check(carrier, stores).catch((error: unknown) => {
        found.push(`by ${carrier}: ${error instanceof Error ? error.message : String(error)}`);
      });
    }
  } finally {
    await trips.close();
  }
  return { faults: found };
}

const tell = (line: string) => console.log(`  ${line}`);

await part(
  "kills",
  values.kills,
  (count) => killRounds(count, tell),
  ({ losses }) => losses,
);
await part(
  "kills during imports",
  values.imports,
  (count) => importRounds(count, 100_000, tell),
  ({ losses }) => losses,
);
await part(
  "kills during drains",
  values.drains,
  (count) => drainRounds(count, 100_000, tell),
  ({ losses }) => losses,
);
await part(
  "a week offline",
  values.week,
  (clicks) => weekOffline({ links: 3_000, changes: 10_000, clicks }, tell),
  (found) => found.faults,
);
await part("round trips", values.trips, tripFaults, ({ faults: found }) => found);
await part(
  "hostile files",
  values.hostile,
  (size) => hostileFiles(size, tell),
  (found) => found.faults,
);
await part(
  "power cuts",
  values.cuts,
  (count) => powerCuts(count, tell),
  ({ losses, skipped }) => {
    if (skipped !== null) console.log(`Power cuts did NOT run: ${skipped}.`);
    return losses;
  },
);
await part(
  "writes at full rate",
  values.writing,
  (time) => growth(time, tell),
  (found) => found.faults,
);
await part(
  "slow senders",
  values.slow,
  (time) => visitLoad(time, "slow senders", tell),
  (found) => found.faults,
);
await part(
  "visits at full rate",
  values.visiting,
  (time) => visitLoad(time, "nobody", tell),
  (found) => found.faults,
);

for (const fault of faults) console.log(fault);
console.log(faults.length === 0 ? "Nothing was lost, nothing grew." : `${faults.length} faults.`);
process.exitCode = faults.length === 0 ? 0 : 1;
