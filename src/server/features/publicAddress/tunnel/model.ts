import type { TunnelProblem } from "../../../../contract/tunnelProblems.ts";

/** Programs that ways need; `command` names its own. */
export type TunnelProgram = "ssh" | "cloudflared" | "tailscale";

export interface SshWay {
  readonly way: "ssh";
  readonly host: string;
  readonly user?: string | undefined;
  /** Of the SSH server. */
  readonly port: number;
  /** Where the server listens for visitors. */
  readonly remotePort: number;
  readonly bindAddress?: string | undefined;
  readonly keyFile?: string | undefined;
  /** That visitors use, where its owner knows it. */
  readonly address?: string | undefined;
}

export interface CommandWay {
  readonly way: "command";
  /** With `{port}`. */
  readonly command: string;
  /** Finds the address in the output. */
  readonly pattern?: string | undefined;
  readonly address?: string | undefined;
}

/** How visitors are brought to the public door. */
export type Way =
  | SshWay
  | CommandWay
  | { readonly way: "cloudflared-named"; readonly address?: string | undefined }
  | { readonly way: "cloudflared-quick" }
  | { readonly way: "tailscale-funnel" }
  /** Nothing is run: somebody else brings them. */
  | { readonly way: "pasted"; readonly address: string };

/** Where the tunnel leads: the public door. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

/** What a line of a program's output tells. */
export type Told =
  /** Visitors can come. */
  | { readonly tells: "up" }
  /** They can't any more; the program tries again by itself. */
  | { readonly tells: "lost" }
  | { readonly tells: "address"; readonly address: string }
  /** The key that the server showed, before it is believed. */
  | { readonly tells: "hostKey"; readonly kind: string; readonly fingerprint: string }
  | { readonly tells: "problem"; readonly problem: TunnelProblem };

/** Reads a program's output line by line; it may remember what stood before. */
export type ReadLine = (line: string) => readonly Told[];
