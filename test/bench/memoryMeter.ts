import { writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Loaded into the serving process with `--import`. On SIGUSR2 it collects what is garbage, and
 * writes how many bytes are kept, and how many the system counts, into the file that the
 * environment names.
 */
const file = process.env["WAYPOST_MEMORY_METER"];

if (file !== undefined) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  process.on("SIGUSR2", () => {
    collect();
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    writeFileSync(file, JSON.stringify({ kept: heapUsed + external, resident: rss }));
  });
}
