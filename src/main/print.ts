import { errorText } from "../util/errorText.ts";

/**
 * A line for whoever started the program from a terminal; `npm start` waits for the first one of
 * these to know that the owner sees something (scripts/window.mjs has the list).
 */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A window that can't be shown is no end of the service behind it. */
export function complain(error: unknown): void {
  print(`A window couldn't be shown: ${errorText(error)}`);
}
