import { spawnSync } from "node:child_process";

/** Somebody else on this computer: "nobody" of most systems. */
export const otherUid = 65_534;

/** Only root can act as another user. */
export const canBeOther = process.getuid?.() === 0;

/** Runs a program to its end as another user. */
export function asOther(program: string, line: readonly string[]) {
  return spawnSync(program, line, { uid: otherUid, gid: otherUid, encoding: "utf8" });
}
