import { styleText } from "node:util";

/** Our own emphasis, and control characters other than the line feed and the tab. */
// oxlint-disable-next-line no-control-regex
const controls = /\u001B\[(?:1|2|22)m|[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** Without what a terminal would obey: names in imported files can hold escape sequences. */
function harmless(line: string): string {
  return line.replaceAll(controls, (found) => (found.length > 1 ? found : "\uFFFD"));
}

/** A line for people, on stdout. */
export function print(line: string): void {
  process.stdout.write(`${harmless(line)}\n`);
}

/** A document for scripts, on stdout; control characters in it are escaped. */
export function printJson(value: unknown): void {
  const escaped = (found: string) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;
  print(JSON.stringify(value).replaceAll(/[\u007F-\u009F]/g, escaped));
}

/** A key belongs on a screen that its owner looks at, not in a file or another program's log. */
export function isOnTerminal(): boolean {
  return process.stdout.isTTY;
}

/** The GUI's address with its key where that may be shown, else without. */
export function shownGui(gui: string): string {
  return isOnTerminal() ? gui : new URL("/", gui).href;
}

/** For what accompanies the result: hints, totals, failures. */
export function note(line: string): void {
  process.stderr.write(`${harmless(line)}\n`);
}

/** Emphasis on a terminal, nothing in a file or a pipe, and nothing where NO_COLOR asks for none. */
export function strong(text: string): string {
  return styleText("bold", text, { stream: process.stdout });
}

export function faint(text: string): string {
  return styleText("dim", text, { stream: process.stdout });
}

/** Columns of the terminal; a pipe has no edge. */
export function screenWidth(): number {
  return process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
}

/**
 * A reader that went away (`waypost list | head -1`) is no failure: what is left to say is dropped,
 * and a service that was being watched goes on.
 */
export function outliveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}
