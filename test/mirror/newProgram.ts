import { onTestFinished } from "vitest";
import { type RunningProgram, startProgram } from "../../src/mirror/program/program.ts";
import { keepSecret } from "../../src/mirror/program/secret.ts";
import type { DiskSpace } from "../../src/server/store/freeFloor.ts";

/** `waypost mirror` on a free port, until the test has ended. */
export async function newProgram(
  folder: string,
  given: { readonly secret?: string; readonly space?: () => DiskSpace } = {},
): Promise<RunningProgram & { readonly secret: string }> {
  const { text: secret } = await keepSecret(folder, given.secret);
  const program = await startProgram({
    folder,
    host: "127.0.0.1",
    port: 0,
    version: "0.1.0",
    proxies: "",
    log: () => {},
    ...given,
    secret,
  });
  onTestFinished(() => program.close());
  return { ...program, secret };
}
