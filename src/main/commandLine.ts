/**
 * What follows `--cli`, for which the program is a command and no window; null: a window is wanted.
 * It has to come before any word that is no switch, so that an address which the system hands over
 * (`waypost://…`) can't bring a command along.
 * @param argv of the process; run from its sources, its first word is the folder of those
 */
export function commandLineOf(argv: readonly string[], isPackaged: boolean): string[] | null {
  const given = argv.slice(1);
  const at = given.indexOf("--cli");
  if (at === -1) return null;
  const words = given.slice(0, at).filter((each) => !each.startsWith("-"));
  if (words.length > (isPackaged ? 0 : 1)) return null;
  const line = given.slice(at + 1);
  // Electron on Windows starts with no words behind an address, unless `--` stands before them.
  return line[0] === "--" ? line.slice(1) : line;
}

/** What of a process says how its program is typed. */
interface Program {
  readonly execPath: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What stands in front of a command, typed where the reader is. */
export function typedProgram(
  isPackaged: boolean,
  { execPath, platform, env }: Program = process,
): string {
  if (!isPackaged) return "npm run -s waypost --";
  // A shell of Windows doesn't wait for a program with windows; it waits for this file, which does.
  if (platform === "win32") return `"${execPath.replace(/[^\\]*$/, "waypost.cmd")}"`;
  // An AppImage runs from a place that is gone afterwards.
  return `"${env["APPIMAGE"] ?? execPath}" --cli`;
}

/** The same for other programs, which start it without a shell. `folder`: of the sources. */
export function programWords(
  isPackaged: boolean,
  folder: string,
  { execPath, env }: Pick<Program, "execPath" | "env"> = process,
): readonly string[] {
  const program = isPackaged ? [env["APPIMAGE"] ?? execPath] : [execPath, folder];
  return [...program, "--cli", "--"];
}

export interface Reader {
  /** Of an app that was made for this computer; else Waypost runs from its sources. */
  readonly isPackaged: boolean;
  readonly dataDir: string;
}

/** The service says `"waypost doctor"`. Whoever has a window reads how that is typed here. */
export function withTypableCommands(message: string, { isPackaged, dataDir }: Reader): string {
  return message.replaceAll(
    /"waypost ([a-z][a-z -]*)"/g,
    (_, command: string) => `${typedProgram(isPackaged)} ${command} --data "${dataDir}"`,
  );
}
