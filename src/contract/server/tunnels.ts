import { z } from "zod";
import { done, success } from "../envelope.ts";
import { address, clearOf, text, timestamp } from "../fields/fields.ts";
import { codeOf, problemOf } from "../messages/messageFields.ts";
import { owner } from "../operation.ts";
import type { TunnelProblemCode } from "../messages/tunnelProblems.ts";

/** How visitors are brought to the public door. `pasted` runs nothing: somebody else brings them. */
export const tunnelWays = [
  "ssh",
  "cloudflared-named",
  "cloudflared-quick",
  "tailscale-funnel",
  "command",
  "pasted",
] as const;
export type TunnelWay = (typeof tunnelWays)[number];

/** Why a download stored nothing: nobody answered; the file isn't the expected one; the disk refused. */
export const downloadFailures = ["offline", "mismatch", "disk"] as const;
export type DownloadFailure = (typeof downloadFailures)[number];

/** Programs that ways need; `command` names its own. */
export const tunnelPrograms = ["ssh", "cloudflared", "tailscale"] as const;

export const tunnelProblemCode = codeOf<TunnelProblemCode>();

const port = z.int().min(1).max(65_535);
const portFault = "must be a number from 1 to 65535";
const sentPort = z
  .union(
    [
      z.int().min(1).max(65_535),
      z
        .string()
        .regex(/^\d{1,5}$/)
        .transform(Number),
    ],
    portFault,
  )
  .refine((number) => number >= 1 && number <= 65_535, portFault);

/** One word; what a program would take for a flag is none. */
function word(longest: number, characters: RegExp, error: string) {
  return text(longest)
    .trim()
    .min(1, error)
    .regex(characters, error)
    .refine((value) => !value.startsWith("-"), error);
}

/** How a tunnel is made; null: of another way, or not given. */
const tunnelSettings = z.object({
  host: z.string().nullable(),
  user: z.string().nullable(),
  /** Of the SSH server. */
  port: port.nullable(),
  /** Where the server listens for visitors. */
  remotePort: port.nullable(),
  /** On which of its addresses; null: as the server has it, its own loopback most often. */
  bindAddress: z.string().nullable(),
  keyFile: z.string().nullable(),
  /** A line with `{port}`, as it was given. */
  command: z.string().nullable(),
  /** Finds the address in the output. */
  pattern: z.string().nullable(),
  /** That visitors use, where its owner knows it. */
  address: z.url().nullable(),
});
export type TunnelSettings = z.output<typeof tunnelSettings>;

const tunnel = z.object({
  /** Null: none was set yet. */
  way: z.enum(tunnelWays).nullable(),
  settings: tunnelSettings,
  /** The token itself is never answered; null: none is kept. */
  token: z
    .object({
      /** The file. */
      path: z.string(),
      /** Who can read it there: whoever can read the file, or the system's key store alone. */
      protection: z.enum(["file", "system"]),
      /** Of the key store, as the system calls it; null: none was there. */
      keeper: z.string().nullable(),
    })
    .nullable(),
  /** Whether it is wanted; it starts again with the service. */
  on: z.boolean(),
  /** `waiting`: for the next try. `failed`: for its owner. */
  state: z.enum(["off", "starting", "up", "waiting", "failed"]),
  since: timestamp,
  /** Of `waiting`. */
  nextTry: timestamp.nullable(),
  /** Tries since it was last up for a minute. */
  tries: z.int().nonnegative(),
  /** Why it isn't up; beside `up`: what isn't as it should be. */
  problem: problemOf(tunnelProblemCode).nullable(),
  /** That visitors use, as the output told it or its owner; nothing is printed with it by that alone. */
  address: z.url().nullable(),
  /** The address is good for a try: the next start has another one. */
  temporary: z.boolean(),
  /** What to believe of the headers that come through it, as `geo.provider` takes it. */
  provider: z.enum(["none", "cloudflare", "forwarded"]),
  /** What is run, as it would be typed, without anything secret; null: nothing, or the door is closed. */
  line: z.string().nullable(),
  /** Where it leads, the public door; null while that is closed. */
  target: z.url().nullable(),
  /** Process id; null: none runs. */
  pid: z.int().positive().nullable(),
});
export type Tunnel = z.output<typeof tunnel>;

const response = success({ data: tunnel });

export const tunnelOperations = {
  listTunnelPrograms: owner.get("/api/tunnel/programs", {
    summary: "List the programs that tunnels need and whether they're installed.",
    response: success({
      programs: z.array(
        z.object({
          name: z.enum(tunnelPrograms),
          /** Null: it isn't there. */
          path: z.string().nullable(),
          /** Null: it doesn't say. */
          version: z.string().nullable(),
          /** How one that isn't there comes to this computer. */
          install: z
            .object({
              /** To be typed in a terminal; null: none is known for this system. */
              command: z.string().nullable(),
              /** Where its makers tell it for every system. */
              page: z.url(),
            })
            .nullable(),
          /** The release that Waypost can download; null: none for this program or system. */
          download: z
            .object({
              version: z.string(),
              source: z.url(),
              size: z.int().positive(),
              sha256: z.string(),
              running: z.boolean(),
              failure: z.enum(downloadFailures).nullable(),
            })
            .nullable(),
        }),
      ),
    }),
  }),
  /** Answers at once; the list of programs shows how it goes. */
  downloadTunnelProgram: owner.post("/api/tunnel/programs/download", {
    summary: "Download cloudflared to the data folder and verify its checksum.",
    response: done("Download has been started successfully."),
  }),
  getTunnel: owner.get("/api/tunnel", {
    summary: "Show the tunnel, its state and its address.",
    response,
  }),
  /** The last lines of its output, newest last. */
  getTunnelLog: owner.get("/api/tunnel/log", {
    summary: "Show the last output of the tunnel's program.",
    response: success({ lines: z.array(z.object({ date: timestamp, text: z.string() })) }),
  }),
  /** One that runs is started anew with it. Whatever isn't given is as if it had never been, but for the token. */
  setTunnel: owner.put("/api/tunnel", {
    summary: "Set up the tunnel to the public port.",
    isStrict: true,
    body: z.object({
      way: z.enum(tunnelWays, `must be one of ${tunnelWays.join(", ")}`),
      host: word(253, /^[\w.:%-]*$/, "must be a hostname or IP address").optional(),
      user: word(64, /^[\w.@+-]*$/, "must be one word: letters, digits and . _ @ + -").optional(),
      port: sentPort.optional(),
      remotePort: sentPort.optional(),
      bindAddress: word(253, /^[\w.:*%-]*$/, "must be an address of the server, or *").optional(),
      keyFile: text(1000).trim().optional(),
      /** Kept, never answered. */
      token: text(4000).trim().optional(),
      command: text(2000).trim().optional(),
      pattern: text(200).optional(),
      address: address.optional(),
      clear: clearOf(["token"]).optional(),
    }),
    response,
  }),
  /** Answers at once; how it goes, its state tells. */
  startTunnel: owner.post("/api/tunnel/start", {
    summary: "Start the tunnel now and whenever the server starts.",
    body: z.object({
      /** The fingerprint that `hostKeyUnknown` or `hostKeyOther` told, once its owner has compared it. */
      acceptHostKey: text(200).trim().optional(),
    }),
    response,
  }),
  /** Nothing happens to one that is off. */
  restartTunnel: owner.post("/api/tunnel/restart", {
    summary: "Restart the tunnel if it's on.",
    body: z.object({
      /** `unreachable`: it runs, and the public address doesn't answer. `woken`: the computer was asleep. */
      reason: z
        .enum(["unreachable", "woken", "requested"], "must be unreachable, woken or requested")
        .default("requested"),
    }),
    response,
  }),
  stopTunnel: owner.post("/api/tunnel/stop", {
    summary: "Stop the tunnel until you start it again.",
    response,
  }),
} as const;
