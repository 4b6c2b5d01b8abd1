import { styleText } from "node:util";

/** Our own emphasis, and control characters other than the line feed and the tab. */
// oxlint-disable-next-line no-control-regex
const controls = /\u001B\[(?:1|2|22)m|[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** Without what a terminal would obey: names in imported files can hold escape sequences. */
function harmless(line: string): string {
  return line.replaceAll(controls, (found) => (found.length > 1 ? found : "\uFFFD"));
}

/** Prints a line for people on stdout. */
export function print(line: string): void {
  process.stdout.write(`${harmless(line)}\n`);
}

export function printLines(lines: readonly string[]): void {
  for (const line of lines) print(line);
}

/** Prints a document for scripts on stdout; control characters in it are escaped. */
export function printJson(value: unknown): void {
  const escaped = (found: string) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;
  print(JSON.stringify(value).replaceAll(/[\u007F-\u009F]/g, escaped));
}

/** Prints what accompanies the result on stderr: totals, warnings, failures. */
export function note(line: string): void {
  process.stderr.write(`${harmless(line)}\n`);
}

/** Notes what the reader can type next. */
export function hint(purpose: string, command: string): void {
  note(faint(`${purpose}: ${command}`));
}

/** What a command prints: its result on stdout, and what accompanies it on stderr. */
export interface Output {
  /** Set apart on a terminal. */
  readonly titles?: string;
  readonly lines: readonly string[];
  readonly notes: readonly string[];
}

export function printOutput({ titles, lines, notes }: Output): void {
  if (titles !== undefined) print(strong(titles));
  printLines(lines);
  for (const line of notes) note(faint(line));
}

/** Emphasis on a terminal, nothing in a file or a pipe, and nothing where NO_COLOR asks for none. */
export function strong(text: string): string {
  return styleText("bold", text, { stream: process.stdout });
}

export function faint(text: string): string {
  return styleText("dim", text, { stream: process.stdout });
}

/** Only a terminal's owner may see a key; a file or another program's log may be read by others. */
export function isOnTerminal(): boolean {
  return process.stdout.isTTY;
}

/** The GUI's address with its key where that may be shown, else without. */
export function shownGui(gui: string): string {
  return isOnTerminal() ? gui : new URL("/", gui).href;
}

/** Columns of the terminal; a pipe has no edge. */
export function screenWidth(): number {
  return process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
}

/**
 * A reader that went away (`waypost list | head -1`) is no failure: the rest of the output is
 * dropped, and a running service continues.
 */
export function outliveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}

/** A line on a terminal that shows how far something is; nothing in a file or a pipe. */
export interface ProgressLine {
  readonly show: (phase: string | null, done: number, total: number | null) => void;
  readonly clear: () => void;
}

export function createProgressLine(stream: NodeJS.WriteStream = process.stderr): ProgressLine {
  let isShown = false;
  return {
    show(phase, done, total) {
      if (!stream.isTTY) return;
      stream.write(`\r\u001B[K${phase ?? "working"} … ${done === 0 ? "" : countOf(done, total)}`);
      isShown = true;
    },
    clear() {
      if (isShown) stream.write("\r\u001B[K");
      isShown = false;
    },
  };
}

export function countOf(done: number, total: number | null): string {
  return total === null ? String(done) : `${done} of ${total}`;
}
