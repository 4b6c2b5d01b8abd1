import { createContext, Script } from "node:vm";
import type { ReadLine } from "./model.ts";
import { errorText } from "../../../../util/errorText.ts";

/** A pattern that takes longer on a line found nothing in it; milliseconds. */
const matchTime = 100;

/** An http or https address; of a mere host name, its https one. */
function addressOf(text: string): string | null {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  try {
    const { protocol, host, hostname, pathname } = new URL(address);
    if (!hostname.includes(".")) return null;
    return `${protocol}//${host}${pathname}`.replace(/\/$/, "");
  } catch {
    return null;
  }
}

/** The first address that isn't of this computer. */
const anyAddress = String.raw`https?://(?!localhost|127\.|0\.0\.0\.0|\[)[\w.-]+\.[\w-]+(?::\d+)?(?:/[\w./-]*)?`;

/** Why a text is no pattern; null: it is one. */
export function patternFault(pattern: string): string | null {
  try {
    return RegExp(pattern) && null;
  } catch (error) {
    return errorText(error);
  }
}

/** Milliseconds that this process has been computing. */
function computingTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Looks for an address in the output of the owner's own command: the first group of the pattern, or all it fits. Only
 * the first address of a run counts: many programs log requests, and later lines can contain what visitors sent.
 */
export function createCommandReader(pattern: string = anyAddress): ReadLine {
  // A pattern can take longer than the world has on a line that it doesn't fit: it is broken off.
  const context = createContext({ line: "", pattern });
  const match = new Script("new RegExp(pattern).exec(line)?.slice(0, 2) ?? []");
  let isFound = false;

  function find(): readonly (string | undefined)[] {
    for (const before = computingTime(); ;)
      try {
        return match.runInContext(context, { timeout: matchTime });
      } catch (error) {
        const isLate = Object(error).code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
        // On a busy machine, the time may pass before the match gets its turn.
        if (!isLate || computingTime() - before > matchTime / 2) return [];
      }
  }

  return (line) => {
    if (isFound) return [];
    context["line"] = line;
    const [whole, group] = find();
    const found = group ?? whole;
    const address = found === undefined ? null : addressOf(found);
    isFound = address !== null;
    return address === null ? [] : [{ type: "address", address }];
  };
}
