import type { GeoProvider } from "../../settings/settings.ts";
import { homedir } from "node:os";
import { join } from "node:path";
import { besideOwnerKey } from "../../../store/ownerKey.ts";
import type { ReadLine, SshWay, Target, Way } from "./model.ts";
import { createCloudflaredReader } from "./readCloudflared.ts";
import { createCommandReader } from "./readCommand.ts";
import { createSshReader, isSshNoise } from "./readSsh.ts";
import { createTailscaleReader } from "./readTailscale.ts";
import { wordsOf } from "./readWay.ts";

/** A way that runs a program. */
export type RunWay = Exclude<Way, { readonly way: "pasted" }>;

/** What is run, and how its output is read. */
export interface Plan {
  /** A name to look for, or a path. */
  readonly program: string;
  readonly line: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly read: ReadLine;
  /** Lines that its owner has no use for. */
  isNoise(line: string): boolean;
  /** It is up when it says so, when it told an address, or when it goes on living for a moment. */
  readonly isUpBy: "word" | "address" | "living";
}

export interface PlanOptions {
  readonly target: Target;
  readonly token: string;
  /** Folder of files that programs read and write. */
  readonly dataDir: string;
  /** The owner has compared the key that the server shows. */
  readonly acceptsHostKey: boolean;
}

/**
 * Keys of servers that this user accepted; those of the user's own `ssh` count too. Outside the data
 * folder, as somebody else may have filled that.
 */
export function knownHostsFile(): string {
  return besideOwnerKey("tunnel-known-hosts");
}

/** As `ssh` reads a path in an option: in quotes, and a percent sign is two. */
function sshPath(path: string): string {
  return `"${path.replaceAll("\\", "/").replaceAll("%", "%%")}"`;
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

function sshLine(way: SshWay, { target, acceptsHostKey }: PlanOptions): string[] {
  const known = [
    knownHostsFile(),
    join(homedir(), ".ssh/known_hosts"),
    join(homedir(), ".ssh/known_hosts2"),
  ];
  const options = {
    // A question would wait for ever: there is nobody at its terminal.
    BatchMode: "yes",
    ExitOnForwardFailure: "yes",
    ServerAliveInterval: "15",
    ServerAliveCountMax: "3",
    ConnectTimeout: "20",
    ConnectionAttempts: "1",
    StrictHostKeyChecking: acceptsHostKey ? "accept-new" : "yes",
    UserKnownHostsFile: known.map(sshPath).join(" "),
    // A connection shared with other sessions would outlive this process.
    ControlMaster: "no",
    ControlPath: "none",
    RemoteCommand: "none",
    PermitLocalCommand: "no",
  };
  const from = way.bindAddress === undefined ? "" : `${bracketed(way.bindAddress)}:`;
  return [
    "-v",
    "-N",
    "-T",
    "-a",
    "-x",
    ...Object.entries(options).flatMap(([name, value]) => ["-o", `${name}=${value}`]),
    "-p",
    String(way.port),
    ...(way.user === undefined ? [] : ["-l", way.user]),
    ...(way.keyFile === undefined ? [] : ["-i", way.keyFile, "-o", "IdentitiesOnly=yes"]),
    "-R",
    `${from}${way.remotePort}:${bracketed(target.host)}:${target.port}`,
    "--",
    way.host,
  ];
}

export function addressOf({ host, port }: Target): string {
  return `http://${bracketed(host)}:${port}`;
}

/** Its own settings and nobody else's: a file of the user's would send quick tunnels elsewhere. */
export const cloudflaredSettings = {
  name: "tunnel-cloudflared.yml",
  text: "no-autoupdate: true\n",
};

/** How long it lets requests in flight run on at its end. */
const cloudflaredGrace = "1s";

function quiet(): boolean {
  return false;
}

/** What a way runs. */
export function planOf(way: RunWay, options: PlanOptions): Plan {
  const { target, token, dataDir } = options;
  const settings = join(dataDir, cloudflaredSettings.name);
  const cloudflared = ["tunnel", "--config", settings, "--no-autoupdate"];
  const grace = ["--grace-period", cloudflaredGrace];
  switch (way.way) {
    case "ssh":
      return {
        program: "ssh",
        line: sshLine(way, options),
        environment: {},
        read: createSshReader(way),
        isNoise: isSshNoise,
        isUpBy: "word",
      };
    case "cloudflared-named":
      return {
        program: "cloudflared",
        line: [...cloudflared, ...grace, "run"],
        // Arguments can be read by every user of the computer.
        environment: { TUNNEL_TOKEN: token },
        read: createCloudflaredReader(target, false),
        isNoise: quiet,
        isUpBy: "word",
      };
    case "cloudflared-quick":
      return {
        program: "cloudflared",
        line: [...cloudflared, ...grace, "--url", addressOf(target)],
        environment: {},
        read: createCloudflaredReader(target, true),
        isNoise: quiet,
        isUpBy: "word",
      };
    case "tailscale-funnel":
      return {
        program: "tailscale",
        line: ["funnel", addressOf(target)],
        environment: {},
        read: createTailscaleReader(),
        isNoise: quiet,
        isUpBy: "word",
      };
    case "command": {
      const [program = "", ...line] = wordsOf(way.command) ?? [];
      return {
        program,
        line: line.map((word) => word.replaceAll("{port}", String(target.port))),
        environment: {},
        read: createCommandReader(way.pattern),
        isNoise: quiet,
        isUpBy: way.address === undefined || way.pattern !== undefined ? "address" : "living",
      };
    }
  }
}

/** Whose forwarded headers come through it. */
export function providerOf(way: Way): GeoProvider {
  switch (way.way) {
    case "cloudflared-named":
    case "cloudflared-quick":
      return "cloudflare";
    case "tailscale-funnel":
      return "forwarded";
    case "ssh":
    case "command":
    case "pasted":
      return "none";
  }
}

/** A plan as somebody would type it. */
export function typedLine({ program, line }: Pick<Plan, "program" | "line">): string {
  const typed = (word: string) =>
    /^[\w./:=@%+,*[\]~-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
  return [program, ...line].map(typed).join(" ");
}
