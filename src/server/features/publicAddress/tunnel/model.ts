import type { tunnelPrograms } from "../../../../contract/server/tunnels.ts";
import type { TunnelRecord } from "../../../store/records.ts";
import type { TunnelProblem } from "../../../../contract/messages/tunnelProblems.ts";

/** Programs that ways need; `command` names its own. */
export type TunnelProgram = (typeof tunnelPrograms)[number];

/** How visitors are brought to the public door. */
export type Way = TunnelRecord["way"];
export type SshWay = Extract<Way, { way: "ssh" }>;

/** Where the tunnel leads: the public door. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

/** What a line of a program's output tells. */
export type TunnelEvent =
  /** Visitors can come. */
  | { readonly type: "up" }
  /** They can't any more; the program tries again by itself. */
  | { readonly type: "lost" }
  | { readonly type: "address"; readonly address: string }
  /** The key that the server showed, before it is believed. */
  | { readonly type: "hostKey"; readonly kind: string; readonly fingerprint: string }
  | { readonly type: "problem"; readonly problem: TunnelProblem };

/** Reads a program's output line by line; it may remember what stood before. */
export type ReadLine = (line: string) => readonly TunnelEvent[];
