import { Argument, type Command } from "commander";
import { commandsOf } from "./programParts.ts";
import type { UseFlags } from "./public.ts";
import type { ServiceFlags } from "./runningService.ts";
import type { Typed } from "./typed.ts";

/** `waypost public`: by hand, because a switch says first what was given out, and a proof fails. */
export function addPublic(program: Command, typed: Typed): void {
  const visitors = program
    .command("public")
    .summary("public: status, open, close, use, prove, dark")
    .description("The public address: its door, what short addresses begin with, its proof.");
  const add = commandsOf(program, visitors, "status");
  add("status", "Show the public address, its door and how it was last proved.", "public").action(
    async (flags: ServiceFlags) => {
      const { showPublic } = await import("./public.ts");
      await showPublic(flags, typed);
    },
  );
  add(
    "open [port]",
    "Open the public door, where a tunnel points, now and at every start.",
    "public open",
    "public open 4090",
  ).action(async (port: string | undefined, flags: ServiceFlags) => {
    const { openDoor } = await import("./public.ts");
    await openDoor(port, flags, typed);
  });
  add("close", "Close the public door; nothing listens there any more.", "public close").action(
    async (flags: ServiceFlags) => {
      const { closeDoor } = await import("./public.ts");
      await closeDoor(flags, typed);
    },
  );
  add(
    "use <address>",
    "Print short addresses with another base from now on; local is this computer's own.",
    "public use https://go.example.org --preview",
    "public use https://go.example.org --provider cloudflare",
    "public use local",
  )
    .option("--preview", "only say what was given out under the present one, and what goes on")
    .option(
      "--provider <name>",
      "whose headers say where visitors come from: none, cloudflare, forwarded",
    )
    .option("--proxies <list>", "from which further addresses such headers are taken")
    .option("--temporary", "a tunnel's random name, good for a try")
    .action(async (address: string, flags: UseFlags) => {
      const { useAddress } = await import("./public.ts");
      await useAddress(address, flags, typed);
    });
  add(
    "prove [address]",
    "Try the public address from outside, or another before it is used; fails where it lies.",
    "public prove",
    "public prove https://go.example.org",
  ).action(async (address: string | undefined, flags: ServiceFlags) => {
    const { proveAddress } = await import("./public.ts");
    await proveAddress(address, flags, typed);
  });
  const dark = add(
    "dark",
    "Tell everybody outside to come later, or nobody any more; kept over restarts.",
    "public dark on",
    "public dark off",
  );
  dark.addArgument(new Argument("<state>").choices(["on", "off"]));
  dark.action(async (state: string, flags: ServiceFlags) => {
    const { goDark } = await import("./public.ts");
    await goDark(state === "on", flags, typed);
  });
}
