import { vi } from "vitest";
import { run } from "../../src/cli/program.ts";
import type { Start } from "../../src/cli/typed.ts";

/** What one command line leaves behind. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** As somebody runs it who has `waypost` as a command. */
export const installed: Start = {
  environment: {},
  script: "/usr/local/bin/waypost",
  workingDir: "/home/me",
};

/** A command line in this process: dozens of them would take minutes in processes of their own. */
export async function runHere(line: readonly string[], start: Start = installed): Promise<Ran> {
  let stdout = "";
  let stderr = "";
  const out = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    stdout += typeof text === "string" ? text : Buffer.from(text).toString("utf8");
    return true;
  });
  const err = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    stderr += String(text);
    return true;
  });
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    await run(line, start);
    return { code: process.exitCode, stdout, stderr };
  } finally {
    process.exitCode = before;
    out.mockRestore();
    err.mockRestore();
  }
}
