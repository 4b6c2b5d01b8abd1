import { stripVTControlCharacters } from "node:util";

/** What is kept of a program's output, in lines and in characters of each. */
const mostLines = 200;
const longestLine = 500;

export interface LogLine {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
}

/** Control codes but tabs. */
const controls = /[^\P{Cc}\t]/gu;

/** A line of a program as it may be read and shown; `hidden` never stands in it, not even in part. */
export function plainLine(line: string, hidden: readonly string[]): string {
  return hidden
    .reduce(
      (text, secret) => text.replaceAll(secret, "•••"),
      stripVTControlCharacters(line).replaceAll(controls, ""),
    )
    .slice(0, longestLine)
    .trimEnd();
}

export interface OutputLog {
  add(text: string): void;
  lines(): readonly LogLine[];
}

/** The last lines of a program's output. */
export function createOutputLog(clock: () => number): OutputLog {
  let lines: LogLine[] = [];
  return {
    add(text) {
      lines = [...lines, { at: clock(), text: text.slice(0, longestLine) }].slice(-mostLines);
    },
    lines: () => lines,
  };
}
