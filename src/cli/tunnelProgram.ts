import type { Command } from "commander";
import { commandsOf } from "./programParts.ts";
import type { ServiceFlags } from "./runningService.ts";
import type { SetFlags, StartFlags } from "./tunnel.ts";
import type { Typed } from "./typed.ts";

/** `waypost tunnel`: by hand, because a start is followed until it is up or says why not. */
export function addTunnel(program: Command, typed: Typed): void {
  const tunnel = program
    .command("tunnel")
    .summary("tunnel: status, programs, set, start, stop, restart, log")
    .description(
      "Bring visitors to the public door, through a program that runs with the service.",
    );
  const add = commandsOf(program, tunnel, "status");
  add("status", "Show the tunnel, its state and the address it has.", "tunnel").action(
    async (flags: ServiceFlags) => {
      const { showTunnel } = await import("./tunnel.ts");
      await showTunnel(flags, typed);
    },
  );
  add("programs", "Look for the programs that tunnels are made with.", "tunnel programs").action(
    async (flags: ServiceFlags) => {
      const { showPrograms } = await import("./tunnel.ts");
      await showPrograms(flags, typed);
    },
  );
  add(
    "set <way>",
    "Say how: ssh, cloudflared-named, cloudflared-quick, tailscale-funnel, command or pasted.",
    "tunnel set ssh --host go.example.org --user me --remote-port 8080 --address https://go.example.org",
    "tunnel set cloudflared-named --token -",
    "tunnel set command --command 'bore local {port} --to bore.example.org'",
  )
    .option("--host <name>", "ssh: the server")
    .option("--user <name>", "ssh: who logs in there")
    .option("--port <n>", "ssh: the server's SSH port (default: 22)")
    .option("--remote-port <n>", "ssh: where the server listens for visitors")
    .option("--bind-address <address>", "ssh: on which of its addresses (default: as it has it)")
    .option("--key-file <file>", "ssh: the private key")
    .option("--token <->", "cloudflared-named: - reads the token from standard input")
    .option("--forget-token", "cloudflared-named: give the kept token up")
    .option("--command <line>", "command: a program and its words, {port} among them; no shell")
    .option("--pattern <regexp>", "command: finds the address in its output, in its first group")
    .option("--address <url>", "the address that visitors use, where you know it")
    .action(async (way: string, flags: SetFlags) => {
      const { setTunnel } = await import("./tunnel.ts");
      await setTunnel(way, flags, typed);
    });
  add(
    "start",
    "Start the tunnel, now and with each start of the service.",
    "tunnel start",
    "tunnel start --accept-host-key SHA256:7HYHkPlPBH4ZFVdZDCN0dGKLMHcXuEGCvlzzhGvZ2x4",
  )
    .option("--accept-host-key <fingerprint>", "ssh: the server's key, once you have compared it")
    .option("--no-wait", "don't follow it until it is up")
    .action(async (flags: StartFlags) => {
      const { startTunnel } = await import("./tunnel.ts");
      await startTunnel(flags, typed);
    });
  add("restart", "Start a tunnel anew that is on.", "tunnel restart")
    .option("--no-wait", "don't follow it until it is up")
    .action(async (flags: StartFlags) => {
      const { restartTunnel } = await import("./tunnel.ts");
      await restartTunnel(flags, typed);
    });
  add("stop", "End the tunnel; it stays off.", "tunnel stop").action(
    async (flags: ServiceFlags) => {
      const { stopTunnel } = await import("./tunnel.ts");
      await stopTunnel(flags, typed);
    },
  );
  add("log", "Show what the tunnel's program said last.", "tunnel log").action(
    async (flags: ServiceFlags) => {
      const { showTunnelLog } = await import("./tunnel.ts");
      await showTunnelLog(flags, typed);
    },
  );
}
