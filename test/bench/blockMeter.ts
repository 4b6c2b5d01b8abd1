import { writeFileSync } from "node:fs";

/**
 * Loaded into the serving process with `--import`: a timer of 5 ms that notes by how much it is
 * late, from the first turn of the loop on, when the program is loaded. On SIGUSR2 it writes the figures since the last time into the file that the environment
 * names, and begins anew.
 */
const period = 5; // ms
const file = process.env["WAYPOST_BLOCK_METER"];

if (file !== undefined) {
  let delays: number[] = [];
  let last: number | null = null;
  setInterval(() => {
    const now = performance.now();
    if (last !== null) delays.push(Math.max(0, now - last - period));
    last = now;
  }, period).unref();
  process.on("SIGUSR2", () => {
    const sorted = Float64Array.from(delays).toSorted();
    delays = [];
    writeFileSync(
      file,
      JSON.stringify({
        samples: sorted.length,
        p999: sorted[Math.floor(sorted.length * 0.999)] ?? 0,
        longest: sorted.at(-1) ?? 0,
      }),
    );
  });
}
