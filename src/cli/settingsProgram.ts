import type { Command } from "commander";
import { commandsOf } from "./programParts.ts";
import type { ServiceFlags } from "./runningService.ts";
import type { Typed } from "./typed.ts";

/** `waypost settings`: by hand, because names of settings are words here and keys on the wire. */
export function addSettings(program: Command, typed: Typed): void {
  const settings = program
    .command("settings")
    .summary("settings: list, show, set, unset")
    .description(
      "Settings of the service, and those that are kept for every run to come; without a service too.",
    );
  const add = commandsOf(program, settings, "list");
  add(
    "list",
    "List every setting with its value, where that comes from, its default and its meaning.",
    "settings",
  ).action(async (flags: ServiceFlags) => {
    const { listSettings } = await import("./settings.ts");
    await listSettings(flags, typed);
  });
  add("show <name>", "Show a setting and what it takes.", "settings show geo.provider").action(
    async (name: string, flags: ServiceFlags) => {
      const { showSetting } = await import("./settings.ts");
      await showSetting(name, flags, typed);
    },
  );
  add(
    "set <name> <value>",
    "Keep a setting in the data folder, for this run where it can be and every run to come.",
    "settings set rateLimit 600",
    "settings set geo.provider cloudflare",
  ).action(async (name: string, value: string, flags: ServiceFlags) => {
    const { changeSetting } = await import("./settings.ts");
    await changeSetting(name, value, { flags, typed });
  });
  add(
    "unset <name>",
    "Give a kept setting up: its default holds again.",
    "settings unset rateLimit",
  ).action(async (name: string, flags: ServiceFlags) => {
    const { changeSetting } = await import("./settings.ts");
    await changeSetting(name, undefined, { flags, typed });
  });
}
