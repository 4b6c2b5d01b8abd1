import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Programs of tunnels that print what the real ones print and reach nobody. What they do stands in
 * the file `does` of their folder, which each reads when it is started.
 */
export type Does =
  /** `cloudflared tunnel --url`: an address, then a connection. */
  | "quick"
  /** `cloudflared tunnel run` with a token. */
  | "named"
  | "badToken"
  | "noNetwork"
  | "refusedPort"
  | "tooMany"
  /** Says nothing, and lives. */
  | "silent"
  /** `tailscale funnel` */
  | "funnel"
  | "funnelForbidden"
  /** Connects, and ends when it is told so by a file `end`. */
  | "endsWhenTold";

const program = `
import { existsSync, readFileSync, appendFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { spawn } from "node:child_process";

const folder = dirname(process.argv[1]);
const does = readFileSync(join(folder, "does"), "utf8");
const time = "2026-03-21T12:00:00Z";
const say = (level, text) => process.stderr.write(time + " " + level + " " + text + "\\n");
const words = process.argv.slice(2);
appendFileSync(join(folder, "started"), JSON.stringify({ words, pid: process.pid, token: process.env.TUNNEL_TOKEN ?? null }) + "\\n");
const live = () => setInterval(() => {
  if (existsSync(join(folder, "end"))) process.exit(1);
}, 20);

if (/version$/.test(words[0])) {
  process.stdout.write("cloudflared version 2026.2.0 (built 2026-02-10-1200 UTC)\\n");
} else switch (does) {
  case "quick":
    say("INF", "Requesting new quick Tunnel on trycloudflare.com...");
    say("INF", "+------------------------------------------------------------+");
    say("INF", "|  Your quick Tunnel has been created! Visit it at (it may take some time to be reachable):  |");
    say("INF", "|  https://quiet-harbour-books.trycloudflare.com              |");
    say("INF", "+------------------------------------------------------------+");
    say("INF", "Registered tunnel connection connIndex=0 connection=5e91c8d5 event=0 ip=198.41.200.13 location=ams08 protocol=quic");
    live();
    break;
  case "named": {
    say("INF", "Starting tunnel tunnelID=7464b589-6c6f-44bb-ae0e-2f63280e3b79");
    say("INF", "Settings: map[no-autoupdate:true token:" + process.env.TUNNEL_TOKEN + "]");
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
    appendFileSync(join(folder, "children"), child.pid + "\\n");
    say("INF", "Registered tunnel connection connIndex=0 connection=5e91c8d5 event=0 ip=198.41.200.13 location=ams08 protocol=quic");
    live();
    break;
  }
  case "badToken":
    process.stderr.write("Provided Tunnel token is not valid.\\nSee 'cloudflared tunnel run --help'.\\n");
    process.exit(255);
  case "noNetwork":
    process.stderr.write('failed to request quick Tunnel: Post "https://api.trycloudflare.com/tunnel": dial tcp: lookup api.trycloudflare.com: no such host\\n');
    process.exit(1);
  case "tooMany":
    say("ERR", 'Error unmarshaling QuickTunnel response: error code: 1015 error="invalid character" status_code="429 Too Many Requests"');
    process.exit(1);
  case "refusedPort":
    say("WRN", 'Unable to establish connection with Cloudflare edge error="dial tcp 198.41.200.13:7844: connect: connection refused" connIndex=0');
    process.exit(1);
  case "silent":
    live();
    break;
  case "funnel":
    process.stdout.write("Available on the internet:\\n\\nhttps://shop.pango-lin.ts.net/\\n|-- proxy http://127.0.0.1:4081\\n\\nPress Ctrl+C to exit.\\n");
    live();
    break;
  case "funnelForbidden":
    process.stdout.write("\\nFunnel is not enabled on your tailnet.\\nTo enable, visit:\\n\\n         https://login.tailscale.com/f/funnel?node=nExample\\n\\n");
    process.exit(1);
  case "endsWhenTold":
    say("INF", "Registered tunnel connection connIndex=0 connection=5e91c8d5 event=0");
    live();
    break;
}
`;

export interface StandIns {
  /** To be put in front of PATH. */
  readonly folder: string;
  /** What those started from now on do. */
  do(does: Does): Promise<void>;
  remove(): Promise<void>;
}

/** `cloudflared` and `tailscale`, as executable files of a folder. */
export async function makeStandIns(): Promise<StandIns> {
  const folder = await mkdtemp(join(tmpdir(), "waypost-programs-"));
  const script = join(folder, "program.mjs");
  await writeFile(script, program);
  for (const name of ["cloudflared", "tailscale"]) {
    const file = join(folder, name);
    await writeFile(file, `#!${process.execPath}\nimport(${JSON.stringify(script)});\n`);
    await chmod(file, 0o755);
  }
  const standIns: StandIns = {
    folder,
    do: (does) => writeFile(join(folder, "does"), does),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  await standIns.do("silent");
  return standIns;
}
