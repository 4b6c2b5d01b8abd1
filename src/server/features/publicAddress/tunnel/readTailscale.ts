import { tunnelProblem } from "../../../../contract/messages/tunnelProblems.ts";
import type { ReadLine, TunnelEvent } from "./model.ts";

/** Where Funnel is allowed, as long as the program names no other place. */
const consoleAddress = "https://login.tailscale.com/admin";

/** Reads `tailscale funnel`, which stays in the foreground. */
export function createTailscaleReader(): ReadLine {
  let isAvailable = false;
  let isForbidden = false;
  const problem = (code: Parameters<typeof tunnelProblem>[0], values = {}): TunnelEvent[] => [
    { type: "problem", problem: tunnelProblem(code, values) },
  ];
  return (line) => {
    if (/^Available on the internet/i.test(line)) isAvailable = true;
    const [address] = /https:\/\/[\w.-]+\.ts\.net(?::\d+)?\b/.exec(line) ?? [];
    if (isAvailable && address !== undefined) {
      return [{ type: "address", address }, { type: "up" }];
    }
    if (/Available within your tailnet/i.test(line))
      return problem("notAllowed", { address: consoleAddress });
    if (
      /(Funnel|Serve|HTTPS).* (is not|isn't|not) (enabled|available)|must be enabled|shields-up/i.test(
        line,
      )
    ) {
      isForbidden = true;
      return problem("notAllowed", { address: consoleAddress });
    }
    const [visit] = /https:\/\/login\.tailscale\.com\/\S+/.exec(line) ?? [];
    if (visit !== undefined) {
      return isForbidden
        ? problem("notAllowed", { address: visit })
        : problem("notRunning", { program: "tailscale", said: line.trim() });
    }
    if (
      /failed to connect to local|Logged out|Tailscale is stopped|NeedsLogin|NoState/i.test(line)
    ) {
      return problem("notRunning", { program: "tailscale", said: line });
    }
    if (/access denied|permission denied|operator/i.test(line)) return problem("notOperator");
    if (/already (exists|in use)|foreground .*exists/i.test(line)) {
      return problem("remotePortTaken", { host: "tailscale", port: 443 });
    }
    if (/unknown (sub)?command|flag provided but not defined/i.test(line)) {
      return problem("programOutdated", { said: line });
    }
    return [];
  };
}
