import { problem, type ReadLine, type Told } from "./model.ts";

/** Reads `tailscale funnel`, which stays in the foreground. */
export function createTailscaleReader(): ReadLine {
  let isAvailable = false;
  let isForbidden = false;
  const told = (code: Parameters<typeof problem>[0], values = {}): Told[] => [
    { tells: "problem", problem: problem(code, values) },
  ];
  return (line) => {
    if (/^Available on the internet/i.test(line)) isAvailable = true;
    const [address] = /https:\/\/[\w.-]+\.ts\.net(?::\d+)?\b/.exec(line) ?? [];
    if (isAvailable && address !== undefined) {
      return [{ tells: "address", address }, { tells: "up" }];
    }
    if (/Available within your tailnet/i.test(line)) return told("notAllowed");
    if (
      /(Funnel|Serve|HTTPS).* (is not|isn't|not) (enabled|available)|must be enabled|shields-up/i.test(
        line,
      )
    ) {
      isForbidden = true;
      return told("notAllowed");
    }
    const [visit] = /https:\/\/login\.tailscale\.com\/\S+/.exec(line) ?? [];
    if (visit !== undefined) {
      return isForbidden
        ? told("notAllowed", { address: visit })
        : told("notRunning", { program: "tailscale", said: line.trim() });
    }
    if (
      /failed to connect to local|Logged out|Tailscale is stopped|NeedsLogin|NoState/i.test(line)
    ) {
      return told("notRunning", { program: "tailscale", said: line });
    }
    if (/access denied|permission denied|operator/i.test(line))
      return told("loginRefused", { host: "tailscale" });
    if (/already (exists|in use)|foreground .*exists/i.test(line)) {
      return told("remotePortTaken", { host: "tailscale", port: 443 });
    }
    if (/unknown (sub)?command|flag provided but not defined/i.test(line)) {
      return told("programOutdated", { said: line });
    }
    return [];
  };
}
