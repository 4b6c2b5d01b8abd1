import { typedProgram } from "./commandLine.ts";

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
