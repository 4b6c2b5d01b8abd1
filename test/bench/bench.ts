import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { findChromium } from "../../scripts/chromium.mjs";
import { measureBulk } from "./bulk.ts";
import { measureClickStatistics } from "./clickStatistics.ts";
import { measureCompaction } from "./compaction.ts";
import { measureCreations } from "./creations.ts";
import { measureDecisions } from "./decisions.ts";
import { measureExports } from "./exports.ts";
import { buildFolder } from "./folders.ts";
import { measureImport } from "./import.ts";
import { measureLimitedClicks } from "./limitedClicks.ts";
import { measureLinksTable } from "./linksTable.ts";
import { filteredBy, measureLists } from "./lists.ts";
import { startLoad, type LoadProcess } from "./load.ts";
import { measureRedirects, type RedirectFigures, writeCount } from "./redirects.ts";
import { lines, machine, printed, type Figures } from "./report.ts";
import { loadCore, measuredCommand } from "./servers.ts";
import { measureStarts } from "./starts.ts";
import { measureWrites } from "./writes.ts";
import { measureWindow } from "./window.ts";
import { measureVisitors } from "./visitorsKept.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    only: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const isQuick = values.quick;

function tell(line: string): void {
  console.error(line);
}

const sizes = { small: 1000, large: 100_000, huge: 1_000_000 };

/** What can be measured by itself, in the order in which it is. */
const parts = {
  async redirects(load: LoadProcess) {
    const [pairs, seconds] = isQuick ? [3, 2] : [5, 4];
    const redirects: RedirectFigures[] = [];
    for (const writes of [0, writeCount]) {
      for (const crowd of ["few", "everybody"] as const) {
        redirects.push(await measureRedirects(load, { crowd, writes }, pairs, seconds));
      }
    }
    return { redirects };
  },
  visitors: async (load: LoadProcess) => ({ visitors: await measureVisitors(load, 1_000_000) }),
  decisions: async () => ({ decisions: measureDecisions(isQuick ? 9 : 25) }),
  limits: async () => ({ limits: await measureLimitedClicks(isQuick ? 200 : 1_000) }),
  async starts() {
    const rounds = isQuick ? 3 : 5;
    const small = await measureStarts(await built("small"), sizes.small, rounds);
    const large = await measureStarts(await built("large"), sizes.large, rounds);
    if (isQuick) return { starts: [small, large] };
    return { starts: [small, large, await measureStarts(await built("huge"), sizes.huge, 1)] };
  },
  table: async () => ({
    linksTable:
      findChromium() === null
        ? null
        : await measureLinksTable(await built("large"), isQuick ? 1 : 3),
  }),
  window: async () => ({
    window:
      findChromium() === null ? null : await measureWindow(await built("large"), isQuick ? 2 : 5),
  }),
  exports: async () => ({ exports: await measureExports(await built("large"), sizes.large) }),
  async lists() {
    const dir = join(folder, "filtered");
    await buildFolder(dir, sizes.large, filteredBy);
    return { lists: await measureLists(dir, sizes.large) };
  },
  async statistics() {
    const clicked = join(folder, "clicked");
    cpSync(await built("large"), clicked, { recursive: true });
    const clicks = isQuick ? 200_000 : 1_000_000;
    return { statistics: await measureClickStatistics(clicked, sizes.large, clicks) };
  },
  async creations(load: LoadProcess) {
    const folders = { small: await built("small"), large: await built("large") };
    const [rounds, count] = isQuick ? [3, 1000] : [9, 2000];
    return { creations: await measureCreations(load, folders, sizes, rounds, count) };
  },
  async import(load: LoadProcess) {
    const imported = join(folder, "imported");
    cpSync(await built("small"), imported, { recursive: true });
    return { import: await measureImport(load, imported, isQuick ? 20_000 : 100_000) };
  },
  async bulk() {
    const changed = join(folder, "changed");
    const size = isQuick ? "small" : "large";
    cpSync(await built(size), changed, { recursive: true });
    return { bulk: await measureBulk(changed, sizes[size]) };
  },
  writes: async (load: LoadProcess) => ({
    writes: await measureWrites(load, await built("small"), isQuick ? 2 : 5),
  }),
  async compaction(load: LoadProcess) {
    const compacted = join(folder, "compacted");
    cpSync(await built("large"), compacted, { recursive: true });
    return { compaction: await measureCompaction(load, compacted) };
  },
} satisfies Record<string, (load: LoadProcess) => Promise<Figures>>;

function isPart(name: string): name is keyof typeof parts {
  return Object.hasOwn(parts, name);
}

/** A data folder of one of the sizes, made when it is first asked for. */
async function built(size: keyof typeof sizes): Promise<string> {
  const dir = join(folder, size);
  if (!existsSync(dir)) {
    tell(`a folder with ${sizes[size].toLocaleString("en")} links …`);
    await buildFolder(dir, sizes[size]);
  }
  return dir;
}

async function measure(names: readonly (keyof typeof parts)[]): Promise<Figures> {
  const load = startLoad(loadCore);
  try {
    let figures: Figures = {};
    for (const name of names) {
      tell(`${name} …`);
      figures = { ...figures, ...(await parts[name](load)) };
    }
    return figures;
  } finally {
    load.stop();
  }
}

if (values.help) {
  console.log(
    `npm run bench -- [--quick] [--json] [--only ${Object.keys(parts).join(",")}]\n\n` +
      "Measures this machine; about five minutes, --quick two.",
  );
  process.exit(0);
}

const asked = values.only?.split(",") ?? Object.keys(parts);
const unknown = asked.filter((name) => !isPart(name));
if (unknown.length > 0) {
  console.error(
    `There is no part "${unknown.join()}". The parts are ${Object.keys(parts).join(", ")}.`,
  );
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "waypost-bench-"));
try {
  const startedAt = performance.now();
  const command = relative(process.cwd(), measuredCommand);
  tell(`Measuring ${command} on ${machine()}.`);
  const figures = await measure(asked.filter(isPart));
  const all = lines(figures);
  if (values.json)
    console.log(JSON.stringify({ machine: machine(), command, figures, lines: all }));
  else console.log(`\n${machine()}\n\n${printed(all)}`);
  tell(`Took ${Math.round((performance.now() - startedAt) / 1000)} s.`);
  process.exitCode = all.every(({ isMet }) => isMet) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
