import { join } from "node:path";
import type { FileSystem } from "../fileSystem.ts";

/** A file of the click log. */
export interface LoggedFile {
  /** `2026-11`; files come in the order of their names. */
  readonly month: string;
  /** Its clicks are not before this moment, and before the other; milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** Names of the files that say from when on it has clicks; they go with it. */
  readonly marks: readonly string[];
}

const fileName = /^(\d{4}-(?:0[1-9]|1[0-2]))\.ndjson$/;
/**
 * An empty file that says by its name from which month on a file has clicks. It is there before they
 * are, so that whoever looks for a month's clicks finds those too that a mirror handed over later, or
 * that were counted after a clock was set back.
 */
const markName = /^(\d{4}-\d{2})\.since-(\d{4}-(?:0[1-9]|1[0-2]))$/;

export function clickFile(dir: string, month: string): string {
  return join(dir, "clicks", `${month}.ndjson`);
}

export function sinceMark(dir: string, month: string, since: string): string {
  return join(dir, "clicks", `${month}.since-${since}`);
}

export function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}

export function beginOfMonth(month: string): number {
  return Date.parse(`${month}-01T00:00:00Z`);
}

/** Milliseconds since 1970 at which the next month begins, UTC. */
export function endOfMonth(month: string): number {
  const [year, number] = month.split("-").map(Number);
  return Date.UTC(year ?? 1970, number ?? 1, 1);
}

/** In their order. */
export async function loggedFiles(files: FileSystem, dir: string): Promise<LoggedFile[]> {
  const names = await files.list(join(dir, "clicks"));
  const marksOf = Map.groupBy(names, (name) => markName.exec(name)?.[1]);
  return names
    .map((name) => fileName.exec(name)?.[1])
    .filter((month) => month !== undefined)
    .toSorted()
    .map((month) => {
      const marks = marksOf.get(month) ?? [];
      const since = marks.flatMap((name) => markName.exec(name)?.[2] ?? []);
      const [first = month] = [month, ...since].toSorted();
      return { month, from: beginOfMonth(first), to: endOfMonth(month), marks };
    });
}

export async function removeFile(
  files: FileSystem,
  dir: string,
  { month, marks }: LoggedFile,
): Promise<void> {
  await files.remove(clickFile(dir, month));
  for (const name of marks) await files.remove(join(dir, "clicks", name));
}
