import { app } from "electron";
import { main } from "../cli/program.ts";
import { typedProgram } from "./commandLine.ts";

/** Does the work of a command and ends the process, before Electron has made anything of its own. */
export async function runCommandLine(line: readonly string[]): Promise<void> {
  await main(line, {
    environment: process.env,
    script: process.execPath,
    workingDir: process.cwd(),
    program: typedProgram(app.isPackaged),
  });
  await Promise.all([written(process.stdout), written(process.stderr)]);
  app.exit(Number(process.exitCode ?? 0));
}

/** A pipe of Windows is written in the background. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write("", () => resolve());
  });
}
