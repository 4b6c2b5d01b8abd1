export interface Reader {
  /** Of an app that was made for this computer; else Waypost runs from its sources. */
  readonly isPackaged: boolean;
  readonly dataDir: string;
}

/**
 * The service says `"waypost doctor"`. Whoever has a window reads how that is typed where npm is,
 * and in an app, which has no command line, also where that is.
 */
export function withTypableCommands(message: string, { isPackaged, dataDir }: Reader): string {
  const told = message.replaceAll(
    /"waypost ([a-z][a-z -]*)"/g,
    (_, command: string) => `npm run -s waypost -- ${command} --data "${dataDir}"`,
  );
  if (told === message || !isPackaged) return told;
  return `${told}\n\nThis app has no command line of its own: quit it, and run the npm command in a folder with Waypost's sources, after npm ci there.`;
}
