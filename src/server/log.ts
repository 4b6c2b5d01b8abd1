/** To the owner's terminal or log file; never a key, a query or a header. */
export function log(line: string): void {
  process.stderr.write(`${line}\n`);
}
