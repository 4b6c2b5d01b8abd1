import { app } from "electron";
import { commandLineOf } from "./commandLine.ts";

const line = commandLineOf(process.argv, app.isPackaged);

// Awaited: Electron gets ready, with all that windows need, only once this file has run to its end.
if (line === null) await import("./index.ts");
else {
  const { runCommandLine } = await import("./runCommandLine.ts");
  await runCommandLine(line);
}
