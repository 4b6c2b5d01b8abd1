import { tunnelProblem } from "../../../../contract/messages/tunnelProblems.ts";
import type { ReadLine, SshWay, TunnelEvent } from "./model.ts";

/** Reads `ssh -v`: what it does stands in lines that begin with `debug1:`. */
export function createSshReader({ host, user, remotePort }: SshWay): ReadLine {
  let shown: { kind: string; fingerprint: string } | null = null;
  let isChanged = false;
  /** Where the known key of a server stands that shows another one. */
  let file = "known_hosts";
  const problem = (code: Parameters<typeof tunnelProblem>[0], values = {}): TunnelEvent[] => [
    { type: "problem", problem: tunnelProblem(code, values) },
  ];
  const changed = (fingerprint = shown?.fingerprint) =>
    problem("hostKeyChanged", { host, file, ...(fingerprint !== undefined && { fingerprint }) });

  return (line) => {
    const key = /^debug1: Server host key: (?:ssh-)?(\S+) (SHA256:\S+)/.exec(line);
    if (key !== null) {
      const [, kind = "", fingerprint = ""] = key;
      shown = { kind, fingerprint };
      return [{ type: "hostKey", ...shown }];
    }
    if (/^debug1: remote forward success\b/.test(line)) return [{ type: "up" }];
    if (line.includes("REMOTE HOST IDENTIFICATION HAS CHANGED")) {
      isChanged = true;
      return changed();
    }
    const offending = /^Offending (?:\S+ )?key in (.+):\d+$/.exec(line.trimEnd());
    if (offending !== null) file = offending[1] ?? file;
    if (offending !== null || /^Host key for \S+ has changed/.test(line)) return changed();
    if (/host key is known for .* and you have requested strict checking/.test(line)) {
      return problem("hostKeyUnknown", {
        host,
        kind: shown?.kind ?? "",
        fingerprint: shown?.fingerprint ?? "",
      });
    }
    if (line.startsWith("Host key verification failed") && !isChanged && shown !== null) {
      return problem("hostKeyUnknown", { host, ...shown });
    }
    if (
      /Permission denied \(|Too many authentication failures|No supported authentication methods/.test(
        line,
      )
    ) {
      return problem("loginRefused", { host, ...(user !== undefined && { user }) });
    }
    if (
      /remote port forwarding failed for listen port|^debug1: remote forward failure/.test(line)
    ) {
      return problem("remotePortTaken", { host, port: remotePort });
    }
    if (/Could not resolve hostname/.test(line)) return problem("nameUnknown", { host });
    if (/administratively prohibited|port forwarding is disabled/i.test(line)) {
      return problem("refused", { said: line });
    }
    if (/Connection refused|Connection (closed|reset) by (?!UNKNOWN)/.test(line)) {
      return problem("refused", { said: line.replace(/^debug1: /, "") });
    }
    if (
      /(Connection|Operation) timed out|No route to host|Network is (unreachable|down)|not responding|Broken pipe|Host is down/.test(
        line,
      )
    ) {
      return problem("networkGone");
    }
    if (/^(unknown option|usage: ssh)|Bad configuration option|illegal option/.test(line)) {
      return problem("programOutdated", { said: line });
    }
    return [];
  };
}

/** What its owner has no use for: how the two sides agree on ciphers and which files are there. */
export function isSshNoise(line: string): boolean {
  return (
    /^debug\d:/.test(line) &&
    !/^debug1: (Connecting to|Connection established|Server host key|Remote: |remote forward|Will attempt key|Offering|Server accepts key|Authentications that can continue)/.test(
      line,
    )
  );
}
