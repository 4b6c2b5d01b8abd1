import { join } from "node:path";
import { createEdgeClient } from "../../src/server/reach/client.ts";
import { createMirror } from "../../src/server/reach/mirror.ts";
import type { EdgeRecord, KeptEdge } from "../../src/server/reach/model.ts";
import { createContactSubmissions } from "../../src/server/services/contactSubmissions.ts";
import { disk, replaceFile } from "../../src/server/store/fileSystem.ts";
import { openStore } from "../../src/server/store/openStore.ts";
import { link } from "../server/store/records.ts";
import { answeredOverlay, ownLink, statisticsOf, visitsOf } from "./drainedClicks.ts";

/**
 * A home in a process of its own that takes what its mirror has, until there is no more of it, and
 * counts own visits meanwhile. It says what it has at first, and when it has everything.
 */
const [dataDir = "", address = "", secret = "", database = "", until = "0"] = process.argv.slice(2);
const statistics = statisticsOf(Number(until));
const store = await openStore({
  dir: dataDir,
  keeper: statistics,
  clock: () => Number(until),
  // As often as a busy home's.
  checkpointAfterBytes: 50_000,
});
if (store.links.size === 0) {
  await store.commit(
    Array.from({ length: ownLink }, (_, place) => ({ put: "links", record: link(place + 1) })),
  );
  const createdAt = "2026-01-01T00:00:00Z";
  await store.commit([
    {
      put: "overlays",
      record: { id: answeredOverlay, type: "contact", name: "Questions", createdAt },
    },
  ]);
}
const contactAnswers = createContactSubmissions({ store, clock: () => Number(until) });
say({
  visits: visitsOf(statistics),
  clicksUpTo: store.clicks.takenUpTo(database),
  answers: contactAnswers.countsOf(answeredOverlay).answers,
  answersUpTo: contactAnswers.takenUpTo(database),
  warnings: store.warnings.map(({ message }) => message),
});

const mirror = createMirror({
  source: { keys: () => [], row: () => null, watch: () => () => undefined, clicksOf: () => 0 },
  edge: createEdgeClient({ address: () => address, secret: () => secret, clock: Date.now }),
  kept: await keptInFolder(),
  clicks: store.clicks,
  answers: contactAnswers,
  clock: Date.now,
  log: () => undefined,
  isWatched: () => false,
});
const visits = setInterval(() => {
  store.clicks.record({ at: Number(until), link: ownLink }, () => undefined);
}, 3);
for (;;) {
  await mirror.drain();
  const { problem, linesWaiting } = mirror.state();
  if (problem === null && linesWaiting === 0) break;
  // A network that was cut is tried again; anything else is a fault of ours.
  if (problem !== null && problem.code !== "network") say({ problem });
}
clearInterval(visits);
say({ isWhole: true });
await mirror.close();
await store.close();

function say(told: object): void {
  process.stdout.write(`${JSON.stringify(told)}\n`);
}

async function keptInFolder(): Promise<KeptEdge> {
  const path = join(dataDir, "edge.json");
  let record: EdgeRecord = {
    address,
    name: "waypost",
    account: null,
    databaseId: null,
    home: "home",
    generation: 1,
    sequence: 0,
    workerVersion: null,
    lastPushAt: null,
    lastDrainAt: null,
    meter: null,
  };
  const text = await disk.readFile(path).catch(() => null);
  if (text !== null) record = JSON.parse(text.toString("utf8")) as EdgeRecord;
  return {
    now: () => record,
    async change(change) {
      record = { ...record, ...change };
      await replaceFile(disk, path, JSON.stringify(record));
    },
  };
}
