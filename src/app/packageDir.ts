import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** This package's folder, from the sources and from a build alike. */
export function packageDir(): string {
  let dir = import.meta.dirname;
  while (!existsSync(join(dir, "package.json")) && dirname(dir) !== dir) dir = dirname(dir);
  return dir;
}

export function packageVersion(): string {
  const { version }: { version?: unknown } = JSON.parse(
    readFileSync(join(packageDir(), "package.json"), "utf8"),
  );
  return String(version);
}
