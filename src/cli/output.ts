import { styleText } from "node:util";

/** A line for people or a document for scripts, on stdout. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value));
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
  process.stderr.write(`${line}\n`);
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
