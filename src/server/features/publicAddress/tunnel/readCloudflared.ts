import { tunnelProblem } from "../../../../contract/messages/tunnelProblems.ts";
import type { ReadLine, Target, TunnelEvent } from "./model.ts";

function noticed(code: Parameters<typeof tunnelProblem>[0], values = {}): TunnelEvent[] {
  return [{ type: "problem", problem: tunnelProblem(code, values) }];
}

/** What went wrong, without the time and the level in front. */
function statusTextIn(line: string): string {
  const [, error] = /error="((?:[^"\\]|\\.)*)"/.exec(line) ?? [];
  return error?.replaceAll('\\"', '"') ?? line.replace(/^\S+Z (ERR|WRN|INF|FTL) /, "");
}

function failureIn(line: string, target: Target): TunnelEvent[] {
  if (/no such host|Temporary failure in name resolution|server misbehaving/i.test(line)) {
    const [, host = "cloudflare.com"] = /lookup ([\w.-]+)/.exec(line) ?? [];
    return noticed("nameUnknown", { host });
  }
  if (/token is not valid|Unauthorized|Tunnel not found|Invalid tunnel secret/i.test(line)) {
    return noticed("tokenWrong");
  }
  if (/Unable to reach the origin service/.test(line)) {
    const [, found = ""] = /originService=(\S+)/.exec(line) ?? [];
    const port = String(target.port);
    const isElsewhere = found !== "" && !found.endsWith(`:${port}`);
    const there = `http://${target.host}:${port}`;
    return isElsewhere ? noticed("otherTarget", { target: there, found }) : [];
  }
  if (
    /(failed to request|failed to unmarshal|Error unmarshaling) (quick Tunnel|QuickTunnel)/i.test(
      line,
    )
  ) {
    const isAnswer = /unmarshal/i.test(line);
    const [, status] = /status_code="([^"]+)"/.exec(line) ?? [];
    return isAnswer
      ? noticed("refused", { said: status ?? statusTextIn(line) })
      : noticed("networkGone");
  }
  if (/flag provided but not defined|Incorrect Usage/.test(line)) {
    return noticed("programOutdated", { said: line });
  }
  const isNetwork =
    /network is unreachable|no route to host|i\/o timeout|connection refused|context deadline|no recent network activity|handshake|no free edge addresses/i;
  return isNetwork.test(line) ? noticed("networkGone") : [];
}

/** Names of a tunnel that is set at Cloudflare's, and where each leads. */
function hostnamesIn(line: string): { hostname: string; service: string }[] {
  const [, config] = /Updated to new configuration config="((?:[^"\\]|\\.)*)"/.exec(line) ?? [];
  const found = (config ?? "").replaceAll('\\"', '"').matchAll(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g);
  return [...found].flatMap(([entry]) => {
    const [, hostname] = /"hostname":"([\w.*-]+)"/.exec(entry) ?? [];
    const [, service] = /"service":"([^"]+)"/.exec(entry) ?? [];
    return hostname === undefined || service === undefined ? [] : [{ hostname, service }];
  });
}

/** Reads `cloudflared tunnel`, of a random name or with a token. */
export function createCloudflaredReader(target: Target, isQuick: boolean): ReadLine {
  const connections = new Set<string>();

  function namesIn(line: string): TunnelEvent[] {
    const names = hostnamesIn(line);
    const own = names.filter(({ service }) => service.endsWith(`:${target.port}`));
    const [first] = own;
    if (first !== undefined) {
      return first.hostname.includes("*")
        ? []
        : [{ type: "address", address: `https://${first.hostname}` }];
    }
    const [other] = names;
    if (other === undefined) return [];
    const there = `http://${target.host}:${target.port}`;
    return noticed("otherTarget", { target: there, found: other.service });
  }

  return (line) => {
    if (isQuick) {
      const [address] = /https:\/\/(?!api\.)[\w-]+\.trycloudflare\.com\b/.exec(line) ?? [];
      if (address !== undefined && !/ERR|WRN/.test(line)) return [{ type: "address", address }];
    }
    const [, index = "0"] = /connIndex=(\d+)/.exec(line) ?? [];
    if (/Registered tunnel connection|Connection \S+ registered/.test(line)) {
      connections.add(index);
      return [{ type: "up" }];
    }
    if (
      /Unregistered tunnel connection|Connection terminated|Lost connection with the edge/.test(
        line,
      )
    ) {
      const wasUp = connections.delete(index);
      const lost: TunnelEvent[] = wasUp && connections.size === 0 ? [{ type: "lost" }] : [];
      return [...lost, ...failureIn(line, target)];
    }
    if (line.includes("Updated to new configuration")) return namesIn(line);
    // Of its own checks and of single connections while others work.
    if (/ INF /.test(line) || (connections.size > 0 && !/origin service/.test(line))) return [];
    return failureIn(line, target);
  };
}
