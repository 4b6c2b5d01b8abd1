// Starts `waypost mcp` of the Waypost that is installed, and connects it to the assistant.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const packaged = ["--cli", "--", "mcp"];

/** Where installers put it; the first one that is there is started. */
const places = {
  linux: ["/usr/bin/waypost", "/opt/Waypost/waypost"],
  darwin: [
    "/Applications/Waypost.app/Contents/MacOS/Waypost",
    join(homedir(), "Applications/Waypost.app/Contents/MacOS/Waypost"),
  ],
  win32: [
    join(process.env.LOCALAPPDATA ?? homedir(), "Programs", "waypost", "Waypost.exe"),
    join(process.env.ProgramFiles ?? "C:\\Program Files", "Waypost", "Waypost.exe"),
  ],
};

/** A path that isn't given is left empty, or as its own name, by some assistants. */
const given = process.env.WAYPOST_PROGRAM ?? "";
const isGiven = given !== "" && !given.startsWith("${");
const found = isGiven ? given : places[process.platform]?.find((path) => existsSync(path));
const [program, line] = found === undefined ? ["waypost", ["mcp"]] : [found, packaged];

const child = spawn(program, line, { stdio: "inherit" });
child.on("error", () => {
  process.stderr.write("Waypost wasn't found. Install it, or set the path of its program.\n");
  process.exitCode = 1;
});
child.on("exit", (code) => {
  process.exitCode = code ?? 1;
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
