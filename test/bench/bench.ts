import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { measureCompaction } from "./compaction.ts";
import { measureCreations } from "./creations.ts";
import { buildFolder } from "./folders.ts";
import { startLoad } from "./load.ts";
import { measureRedirects } from "./redirects.ts";
import { lines, machine, printed, type Figures } from "./report.ts";
import { loadCore, measuredCommand } from "./servers.ts";
import { measureStarts } from "./starts.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (values.help) {
  console.log(
    "npm run bench -- [--quick] [--json]\n\nMeasures this machine; about three minutes, --quick under one.",
  );
  process.exit(0);
}

function tell(line: string): void {
  console.error(line);
}

async function measure(folder: string, isQuick: boolean): Promise<Figures> {
  const sizes = { small: 1000, large: 100_000 };
  const folders = { small: join(folder, "small"), large: join(folder, "large") };
  const load = startLoad(loadCore);
  try {
    tell("redirects …");
    const [pairs, seconds] = isQuick ? [3, 2] : [5, 4];
    const redirects = [
      await measureRedirects(load, "few", pairs, seconds),
      await measureRedirects(load, "everybody", pairs, seconds),
    ];
    tell("a folder with 100,000 links …");
    await buildFolder(folders.small, sizes.small);
    await buildFolder(folders.large, sizes.large);
    tell("starts …");
    const starts = await measureStarts(folders.large, sizes.large, isQuick ? 3 : 5);
    const compacted = join(folder, "compacted");
    cpSync(folders.large, compacted, { recursive: true });
    tell("creations …");
    const creations = await measureCreations(
      load,
      folders,
      sizes,
      isQuick ? 3 : 9,
      isQuick ? 1000 : 2000,
    );
    tell("compaction …");
    const compaction = await measureCompaction(load, compacted);
    return { redirects, creations, starts, compaction };
  } finally {
    load.stop();
  }
}

const folder = mkdtempSync(join(tmpdir(), "waypost-bench-"));
try {
  const startedAt = performance.now();
  const command = relative(process.cwd(), measuredCommand);
  tell(`Measuring ${command} on ${machine()}.`);
  const figures = await measure(folder, values.quick);
  const all = lines(figures);
  if (values.json)
    console.log(JSON.stringify({ machine: machine(), command, figures, lines: all }));
  else console.log(`\n${machine()}\n\n${printed(all)}`);
  tell(`Took ${Math.round((performance.now() - startedAt) / 1000)} s.`);
  process.exitCode = all.every(({ isMet }) => isMet) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
