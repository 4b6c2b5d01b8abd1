import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadCore } from "./servers.ts";
import { visitRequests } from "./visitRequests.ts";

/** A second load generator, that nobody here has written. */
export interface Wrk {
  /** Answered requests a second. */
  rate(port: number, connections: number, seconds: number): number;
}

const shownRequests = 20_000;

/** Null where it isn't installed. It sends what our own generator sends for the same few visitors. */
export function findWrk(folder: string, aliases: readonly string[]): Wrk | null {
  if (spawnSync("wrk", ["-v"]).error !== undefined) return null;
  return {
    rate(port, connections, seconds) {
      const next = visitRequests({ crowd: "few", aliases, port });
      const requests = Array.from({ length: shownRequests }, () => luaText(next().toString()));
      const script = join(folder, "visits.lua");
      writeFileSync(
        script,
        `local requests = {\n${requests.join(",\n")}}\nlocal at = 0\n` +
          `request = function() at = at % ${shownRequests} + 1 return requests[at] end\n`,
      );
      const [program, ...line] = [
        ...loadCore,
        "wrk",
        "-t1",
        `-c${connections}`,
        `-d${seconds}s`,
        "-s",
        script,
        `http://127.0.0.1:${port}`,
      ];
      const { stdout } = spawnSync(program ?? "wrk", line, { encoding: "utf8" });
      return Number(/Requests\/sec:\s*([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
    },
  };
}

function luaText(text: string): string {
  return JSON.stringify(text);
}
